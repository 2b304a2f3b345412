import type { EntityRef } from '../../shared/entities.ts';
import type { StorageTrouble } from '../../shared/failure.ts';
import type { EditChanges, EditStore, EntryRecord, HistoryRecord } from '../library/edit-store.ts';
import { keyOf } from '../library/records.ts';
import type { EntityEdit } from './entity-edit.ts';
import { historyRecord } from './history.ts';
import { said } from './live-values.ts';
import {
  type Entry,
  type Outbox,
  type OutboxEvent,
  type Step,
  emptyOutbox,
  isAsking,
  isBusy,
} from './outbox.ts';
import {
  type Made,
  type Request,
  type Requesting,
  type Work,
  failedEvent,
  isRequest,
  request,
} from './outbox-request.ts';
import { nextTickAt, reopened, step } from './outbox-step.ts';

export interface OutboxSurroundings extends Requesting {
  readonly store: EditStore;
  changed(): void;
  noted(record: HistoryRecord): void;
}

/** What became of an entry that somebody waits for. */
export type Settled =
  | { readonly kind: 'gone'; readonly record: HistoryRecord | null }
  /** It goes on by itself later, or asks the producer. */
  | { readonly kind: 'rests'; readonly entry: Entry };

interface Unsaved {
  readonly entries: Set<string>;
  readonly history: readonly HistoryRecord[];
}

/** A step with what its notes become in the history. */
interface Noted extends Step {
  readonly noted: ReadonlyMap<string, HistoryRecord>;
}

type Put = Omit<EntryRecord, 'entry'> &
  Pick<Entry, 'id' | 'ref'> & {
    /** For one that is put back as it was. */
    readonly state?: Entry['state'];
  };

/** `trouble`: what keeps it from the disk. */
export interface Enqueued {
  readonly accepted: boolean;
  readonly trouble: StorageTrouble | null;
}

/**
 * Carries out what the outbox's steps decide: each is on disk before anything that
 * it asks for is done, so that whenever the program ends nothing is sent twice.
 */
export class OutboxRunner {
  readonly #around: OutboxSurroundings;
  readonly #ended = new AbortController();
  readonly #edits = new Map<string, EntryRecord>();
  readonly #works = new Map<string, Work>();
  /** Entries that the disk holds; the others may go on while it refuses. */
  readonly #onDisk: Set<string>;
  /** What the disk refused; it is written with the next step. */
  #unsaved: Unsaved = { entries: new Set(), history: [] };
  readonly #watched = new Map<string, ((settled: Settled) => void)[]>();
  #outbox: Outbox = emptyOutbox;
  #cancelTick: () => void = () => undefined;
  #answered: () => void = () => undefined;

  constructor(around: OutboxSurroundings) {
    this.#around = around;
    const kept = around.store.entries();
    for (const record of kept) this.#edits.set(record.entry.id, record);
    this.#onDisk = new Set(this.#edits.keys());
    this.#outbox = { ...emptyOutbox, online: false, entries: kept.map(({ entry }) => entry) };
  }

  get outbox(): Outbox {
    return this.#outbox;
  }

  record(id: string): EntryRecord | undefined {
    const entry = this.#outbox.entries.find((one) => one.id === id);
    const record = this.#edits.get(id);
    return entry === undefined || record === undefined ? undefined : { ...record, entry };
  }

  /** The changes of an entity that wait, oldest first. */
  recordsOf(ref: EntityRef): EntryRecord[] {
    return this.#outbox.entries.flatMap(({ id, ref: other }) =>
      keyOf(other) === keyOf(ref) ? (this.record(id) ?? []) : [],
    );
  }

  start(online: boolean, waitForClick: boolean): void {
    this.#outbox = { ...this.#outbox, waitForClick };
    const next = this.#noted(reopened(this.#outbox, this.#around.clock.now()));
    this.#adopt(next, this.#save(next));
    this.on({ kind: 'online', online });
  }

  /** Waits for the answer to what is being sent, but no longer than `ms`. */
  async finish(ms: number): Promise<void> {
    if (!this.#outbox.entries.some(({ state }) => state.kind === 'sending')) return;
    await new Promise<void>((done) => {
      this.#answered = done;
      this.#around.clock.after(ms, done);
    });
  }

  /** Gives up what is under way: what was being sent is compared at the next start. */
  stop(): void {
    this.#cancelTick();
    this.#ended.abort();
    this.#tell(new Map());
  }

  get isStopped(): boolean {
    return this.#ended.signal.aborted;
  }

  on(event: OutboxEvent): void {
    if (this.#ended.signal.aborted) return;
    const next = this.#next(event);
    this.#adopt(next, this.#save(next));
  }

  /**
   * Puts a reviewed change into the outbox and, in the same transaction, its draft
   * out of the store. `clicked`: the producer waits for it, so that it goes out even
   * when the disk refuses; otherwise nothing is done then.
   */
  enqueue(put: Put, clicked: boolean, draft: EntityRef | null): Enqueued {
    const { id, ref, edit, name, state } = put;
    const next = this.#next({ kind: 'enqueued', id, ref, clicked, ...said('state', state) });
    const entry = next.outbox.entries.find((one) => one.id === id);
    if (entry === undefined) return { accepted: false, trouble: null };
    this.#edits.set(id, { entry, edit, name });
    const trouble = this.#save(next, { drafts: { removed: draft === null ? [] : [draft] } });
    if (trouble !== null && !clicked) {
      this.#edits.delete(id);
      this.#unsaved.entries.delete(id);
      return { accepted: false, trouble };
    }
    this.#adopt(next, trouble);
    return { accepted: true, trouble };
  }

  /** Replaces what an entry changes, after a review of it, and lets it go on. */
  replace(id: string, edit: EntityEdit): void {
    const record = this.record(id);
    if (record === undefined || isBusy(record.entry)) return;
    this.#edits.set(id, { ...record, edit });
    this.#unsaved.entries.add(id);
    this.on({ kind: record.entry.state.kind === 'conflict' ? 'resolved' : 'send-now', id });
  }

  /** Takes an entry that isn't being sent out, in one transaction with what else is to be saved. */
  takeOut(id: string, more: EditChanges = {}): StorageTrouble | null {
    const next = this.#next({ kind: 'discard', id });
    const trouble = this.#save(next, more);
    this.#adopt(next, trouble);
    return trouble;
  }

  /** Settles when an entry is gone, or nothing more happens to it for now. */
  settled(id: string): Promise<Settled> {
    return new Promise((done) => {
      this.#watched.set(id, [...(this.#watched.get(id) ?? []), done]);
      this.#tell(new Map());
    });
  }

  /** Writes what the disk refused before. */
  saveAgain(): void {
    const save = { put: [], removed: [], notes: [] };
    this.#save({ outbox: this.#outbox, save, commands: [], noted: new Map() });
  }

  #next(event: OutboxEvent): Noted {
    return this.#noted(step(this.#outbox, event, this.#around.clock.now()));
  }

  #noted(next: Step): Noted {
    const noted = new Map<string, HistoryRecord>();
    for (const note of next.save.notes) {
      const entry = this.#edits.get(note.id);
      const at = this.#around.clock.now();
      if (entry !== undefined)
        noted.set(note.id, historyRecord(note, entry, this.#works.get(note.id) ?? {}, at));
    }
    return { ...next, noted };
  }

  #adopt(next: Noted, trouble: StorageTrouble | null): void {
    this.#outbox = next.outbox;
    const commands = next.commands.filter(isRequest);
    // What the disk still holds in its state of before would be sent again after a crash.
    const isSafe = ({ id }: Request): boolean => trouble === null || !this.#onDisk.has(id);
    for (const id of next.save.removed) {
      this.#edits.delete(id);
      this.#works.delete(id);
    }
    for (const record of next.noted.values()) this.#around.noted(record);
    this.#around.changed();
    for (const command of commands.filter(isSafe)) void this.#carryOut(command);
    this.#tell(next.noted);
    this.#tickLater();
    if (trouble !== null)
      for (const command of commands.filter((one) => !isSafe(one)))
        this.on(failedEvent(command, { kind: 'storage', trouble }));
  }

  /** Writes a step with all that is still unwritten; null when it is on disk. */
  #save({ outbox, save, noted }: Noted, more: EditChanges = {}): StorageTrouble | null {
    const ids = new Set([...save.put.map(({ id }) => id), ...this.#unsaved.entries]);
    const put = outbox.entries.flatMap((entry) => {
      const record = this.#edits.get(entry.id);
      return ids.has(entry.id) && record !== undefined ? [{ ...record, entry }] : [];
    });
    const left = new Set(outbox.entries.map(({ id }) => id));
    const removed = [...new Set([...save.removed, ...ids])].filter((id) => !left.has(id));
    const history = [...this.#unsaved.history, ...noted.values()];
    const isNothing = put.length + removed.length + history.length === 0;
    if (isNothing && more.drafts === undefined) return null;
    const trouble = this.#around.store.save({
      ...more,
      entries: { put, removed },
      history: { put: history },
    });
    this.#unsaved = {
      entries: new Set(trouble === null ? [] : [...ids, ...removed]),
      history: trouble === null ? [] : history,
    };
    if (trouble !== null) return trouble;
    for (const { entry } of put) this.#onDisk.add(entry.id);
    for (const id of removed) this.#onDisk.delete(id);
    return null;
  }

  async #carryOut(command: Request): Promise<void> {
    const record = this.record(command.id);
    if (record === undefined) return;
    const { event, edit, work } = await request(
      command,
      record,
      this.#around,
      this.#ended.signal,
    ).catch((error: unknown): Made => {
      const message = error instanceof Error ? error.message : String(error);
      return { event: failedEvent(command, { kind: 'unexpected', message }) };
    });
    const held = this.#edits.get(command.id);
    if (edit !== undefined && held?.edit === record.edit)
      this.#edits.set(command.id, { ...held, edit });
    if (work !== undefined)
      this.#works.set(command.id, { ...this.#works.get(command.id), ...work });
    this.on(event);
    if (command.do === 'send') this.#answered();
  }

  /** Tells those who wait for an entry; while anything is under way, more may follow. */
  #tell(noted: ReadonlyMap<string, HistoryRecord>): void {
    for (const [id, done] of this.#watched) {
      const entry = this.#outbox.entries.find((one) => one.id === id);
      const mayFollow = !this.isStopped && this.#outbox.entries.some(isBusy);
      if (entry !== undefined && mayFollow && !isAsking(entry)) continue;
      this.#watched.delete(id);
      for (const tell of done)
        tell(
          entry === undefined
            ? { kind: 'gone', record: noted.get(id) ?? null }
            : { kind: 'rests', entry },
        );
    }
  }

  #tickLater(): void {
    this.#cancelTick();
    if (this.#ended.signal.aborted) return;
    const now = this.#around.clock.now();
    const at = nextTickAt(this.#outbox, now);
    this.#cancelTick =
      at === null
        ? () => undefined
        : this.#around.clock.after(Math.max(0, at - now), () => {
            this.on({ kind: 'ticked' });
          });
  }
}
