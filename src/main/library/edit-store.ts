import type { Change } from '../../shared/edits.ts';
import type { EntityRef } from '../../shared/entities.ts';
import type { Failure, StorageTrouble } from '../../shared/failure.ts';
import type { DraftContent, EntityEdit } from '../editing/entity-edit.ts';
import type { Entry, Note } from '../editing/outbox.ts';
import { keyOf } from './records.ts';

export interface DraftRecord {
  readonly ref: EntityRef;
  readonly content: DraftContent;
  /** Names its base, to which the rows of its form belong. */
  readonly baseId: string;
  /** When its base was read; null: it was never read. */
  readonly baseAt: number | null;
  readonly changedAt: number;
}

export interface EntryRecord {
  readonly entry: Entry;
  readonly edit: EntityEdit;
  readonly name: string;
}

export interface HistoryRecord {
  readonly row: string;
  readonly at: number;
  readonly ref: EntityRef;
  readonly name: string;
  readonly edit: EntityEdit;
  readonly outcome: Note['outcome'];
  readonly failure: Failure | null;
  readonly differences: readonly Change[];
  readonly tookMs: number | null;
}

/** All of it or nothing. What is removed goes first, so that what is both is put. */
export interface EditChanges {
  readonly drafts?: {
    readonly put?: readonly DraftRecord[];
    readonly removed?: readonly EntityRef[];
  };
  readonly entries?: {
    readonly put?: readonly EntryRecord[];
    readonly removed?: readonly string[];
  };
  readonly history?: {
    readonly put?: readonly HistoryRecord[];
    /** Rows older than this go, also those that can't be read. */
    readonly before?: number;
  };
}

/** Where the drafts, the outbox and the history of one connection are kept. */
export interface EditStore {
  /** Whether edits go to disk at all: not for the demo and for work without saving. */
  readonly onDisk: boolean;
  /** How many rows are there that could not be opened. */
  readonly unreadable: number;
  drafts(): DraftRecord[];
  /** In the order in which they were first put. */
  entries(): EntryRecord[];
  /** Newest first, those older than `before`. */
  history(before: number | null, limit: number): HistoryRecord[];
  historyRow(row: string): HistoryRecord | null;
  /** Newest first, a few at a time. */
  allHistory(): Iterable<HistoryRecord>;
  /** null when it was written, else what keeps it from the disk. */
  save(changes: EditChanges): StorageTrouble | null;
}

/** Keeps edits in memory only: for the demo and for work without saving. */
export class MemoryEdits implements EditStore {
  readonly onDisk = false;
  readonly unreadable = 0;
  readonly #drafts = new Map<string, DraftRecord>();
  readonly #entries = new Map<string, EntryRecord>();
  readonly #history = new Map<string, HistoryRecord>();

  drafts(): DraftRecord[] {
    return [...this.#drafts.values()];
  }

  entries(): EntryRecord[] {
    return [...this.#entries.values()];
  }

  history(before: number | null, limit: number): HistoryRecord[] {
    return this.allHistory()
      .filter(({ at }) => at < (before ?? Infinity))
      .slice(0, limit);
  }

  historyRow(row: string): HistoryRecord | null {
    return this.#history.get(row) ?? null;
  }

  allHistory(): HistoryRecord[] {
    return [...this.#history.values()].reverse().toSorted((a, b) => b.at - a.at);
  }

  save({ drafts, entries, history }: EditChanges): null {
    for (const ref of drafts?.removed ?? []) this.#drafts.delete(keyOf(ref));
    for (const draft of drafts?.put ?? []) this.#drafts.set(keyOf(draft.ref), draft);
    for (const id of entries?.removed ?? []) this.#entries.delete(id);
    for (const record of entries?.put ?? []) this.#entries.set(record.entry.id, record);
    for (const { row, at } of this.allHistory())
      if (at < (history?.before ?? -Infinity)) this.#history.delete(row);
    for (const record of history?.put ?? []) this.#history.set(record.row, record);
    return null;
  }
}
