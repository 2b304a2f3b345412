import type { Failure } from '../../shared/failure.ts';
import {
  type Command,
  type Entry,
  type EntryState,
  type Note,
  type Outbox,
  type OutboxEvent,
  type Step,
  isAsking,
  isBusy,
  isHeld,
} from './outbox.ts';

const firstBackOffMs = 5_000;
const longestBackOffMs = 300_000;

export const because = (failure: Failure | undefined): { readonly failure?: Failure } =>
  failure === undefined ? {} : { failure };

/** The oldest entry of each entity; the others wait for it. */
export function heads({ entries }: Outbox): Entry[] {
  const seen = new Set<string>();
  return entries.filter(({ ref }) => {
    const key = `${ref.kind}/${ref.id}`;
    const isHead = !seen.has(key);
    seen.add(key);
    return isHead;
  });
}

/** Whether an entry can go on by itself, as far as it alone is concerned. */
export const isReady = (outbox: Outbox, entry: Entry): boolean =>
  (entry.state.kind === 'waiting' && !isHeld(outbox, entry)) ||
  (entry.state.kind === 'unknown' && entry.state.compared === 'not-yet');

/** The outbox while a step is made, and what the step leads to. */
export class Work {
  outbox: Outbox;
  readonly #now: number;
  readonly #before: Outbox;
  readonly #notes: Note[] = [];
  readonly #commands: Command[] = [];

  constructor(outbox: Outbox, now: number) {
    this.outbox = outbox;
    this.#before = outbox;
    this.#now = now;
  }

  set(change: Partial<Outbox>): void {
    this.outbox = { ...this.outbox, ...change };
  }

  add({ id, ref, clicked, state }: Extract<OutboxEvent, { kind: 'enqueued' }>): void {
    const entry: Entry = {
      id,
      ref,
      createdAt: this.#now,
      state: state ?? { kind: 'waiting' },
      clicked,
      failures: 0,
      notBefore: 0,
    };
    this.set({ entries: [...this.outbox.entries, entry] });
  }

  put(entry: Entry, state: EntryState, change: Partial<Entry> = {}): void {
    const next = { ...entry, ...change, state };
    this.set({ entries: this.outbox.entries.map((one) => (one.id === entry.id ? next : one)) });
    if (isAsking(next)) this.#commands.push({ do: 'ask', id: entry.id });
  }

  remove(id: string): void {
    this.set({ entries: this.outbox.entries.filter((entry) => entry.id !== id) });
  }

  finish(id: string, outcome: Note['outcome']): void {
    this.#notes.push({ id, outcome });
    this.remove(id);
  }

  refuse(entry: Entry, failure: Failure, noted?: 'noted'): void {
    if (noted !== undefined) this.#notes.push({ id: entry.id, outcome: 'refused', failure });
    this.put(entry, { kind: 'refused', failure });
  }

  send(entry: Entry): void {
    this.put(entry, { kind: 'sending' });
    this.#commands.push({ do: 'send', id: entry.id });
  }

  compare(entry: Entry, how: { readonly accepted: boolean; readonly failure?: Failure }): void {
    this.put(entry, { kind: 'comparing', ...how });
    this.#commands.push({ do: 'compare', id: entry.id });
  }

  /** Puts an entry back for later: as told, after the token, or after a while. */
  postpone(entry: Entry, state: EntryState, failure: Failure): void {
    if (failure.kind === 'throttled') {
      this.set({ throttledUntil: Math.max(this.outbox.throttledUntil, failure.until) });
      this.put(entry, state);
    } else if (['not-authorised', 'keychain', 'no-connection'].includes(failure.kind)) {
      this.needToken();
      this.put(entry, state);
    } else {
      const waitMs = Math.min(firstBackOffMs * 2 ** entry.failures, longestBackOffMs);
      this.put(entry, state, { failures: entry.failures + 1, notBefore: this.#now + waitMs });
    }
  }

  needToken(): void {
    if (!this.outbox.needsToken) this.#commands.push({ do: 'ask-for-token' });
    this.set({ needsToken: true });
  }

  /** Back online, or with another token, there is no reason to wait any longer. */
  hurry(): void {
    this.set({
      entries: this.outbox.entries.map((entry) =>
        entry.notBefore === 0 ? entry : { ...entry, notBefore: 0 },
      ),
    });
  }

  mayGo({ notBefore }: Entry): boolean {
    const { online, needsToken, throttledUntil } = this.outbox;
    return online && !needsToken && Math.max(throttledUntil, notBefore) <= this.#now;
  }

  /** Starts the next entry, unless one is under way. */
  goOn(): void {
    if (this.outbox.entries.some(isBusy)) return;
    const next = heads(this.outbox).find(
      (entry) => isReady(this.outbox, entry) && this.mayGo(entry),
    );
    if (next === undefined) return;
    if (next.state.kind === 'unknown')
      this.compare(next, { accepted: false, ...because(next.state.failure) });
    else if (next.ref.kind === 'live') {
      this.put(next, { kind: 'checking' });
      this.#commands.push({ do: 'check', id: next.id });
    } else this.send(next);
  }

  step(): Step {
    const before = new Map(this.#before.entries.map((entry) => [entry.id, entry]));
    const after = new Set(this.outbox.entries.map(({ id }) => id));
    return {
      outbox: this.outbox,
      save: {
        put: this.outbox.entries.filter((entry) => before.get(entry.id) !== entry),
        removed: [...before.keys()].filter((id) => !after.has(id)),
        notes: this.#notes,
      },
      commands: this.#commands,
    };
  }
}
