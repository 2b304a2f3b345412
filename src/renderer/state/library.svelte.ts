import type { LibraryChange, LibraryList } from '../../shared/contract.ts';
import type { EntityRef } from '../../shared/entities.ts';
import { type Entry, type Group, changed, entriesOf, groupsOf, keyOf } from '../library/entries.ts';
import { Narrowing } from '../library/narrowing.ts';

/** The active connection's library as listed and searched on this page. */
export class Library {
  query = $state('');
  #entries = $state.raw<readonly Entry[]>([]);
  #connectionId: string | null = null;
  /** False until the first list has come. */
  loaded = $state(false);
  readonly total = $derived(this.#entries.length);
  readonly #narrowing = new Narrowing();
  /** What matches the query, kind by kind. */
  readonly found = $derived(this.#narrowing.of(this.#entries, this.query));
  readonly groups: readonly Group[] = $derived(groupsOf(this.found));

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
