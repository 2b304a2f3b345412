import type { LibraryChange, LibraryList } from '../../shared/contract.ts';
import type { EntityKind, EntityRef } from '../../shared/entities.ts';
import { type Entry, changed, entriesOf, keyOf, kinds, matching } from '../library/entries.ts';

export interface Group {
  readonly kind: EntityKind;
  readonly entries: readonly Entry[];
}

/** The active connection's library as listed and searched on this page. */
export class Library {
  query = $state('');
  #entries = $state.raw<readonly Entry[]>([]);
  #connectionId: string | null = null;
  /** False until the first list has come. */
  loaded = $state(false);
  readonly total = $derived(this.#entries.length);
  readonly found = $derived(matching(this.#entries, this.query));
  readonly groups: readonly Group[] = $derived(
    kinds.map((kind) => ({ kind, entries: this.found.filter(({ row }) => row.kind === kind) })),
  );

  /** All of them, whatever is searched. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The name as the library knows it; empty when it has none. */
  nameOf(ref: EntityRef): string {
    const key = keyOf(ref);
    return this.#entries.find((entry) => entry.key === key)?.row.name.trim() ?? '';
  }

  take({ connectionId, rows }: LibraryList): void {
    this.#connectionId = connectionId;
    this.#entries = entriesOf(rows);
    this.loaded = true;
  }

  change(change: LibraryChange): void {
    if (change.connectionId !== this.#connectionId) return;
    this.#entries = changed(this.#entries, change.changed, change.removed);
  }

  /** Takes a row away at once, without waiting for main to tell. */
  forget(ref: EntityRef): void {
    this.#entries = changed(this.#entries, [], [ref]);
  }

  clear(): void {
    this.#connectionId = null;
    this.#entries = [];
    this.query = '';
    this.loaded = false;
  }
}
