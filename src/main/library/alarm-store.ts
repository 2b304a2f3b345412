import type { Alarm } from '../../shared/health.ts';

/** An alarm with what only main knows of it. */
export interface AlarmRecord {
  readonly alarm: Alarm;
  /** The webhook was told that it was raised, so it is told that it recovered, too. */
  readonly told: boolean;
}

/** A recovered alarm's place in the list of the earlier ones. */
export interface AlarmPlace {
  readonly recoveredAt: number;
  readonly id: string;
}

/** What is kept beside the alarms: who is muted, and the webhook's address. */
export type AlarmNote = 'muted' | 'webhook';

/** All of it or nothing. */
export interface AlarmChanges {
  readonly put?: readonly AlarmRecord[];
  /** Alarms that recovered before this go, also those that can't be read. */
  readonly before?: number;
  /** As JSON; null removes it. */
  readonly notes?: Readonly<Partial<Record<AlarmNote, unknown>>>;
}

/**
 * Where the alarms of one connection are kept. What the disk refuses is held in memory,
 * read from there, and written with what is saved next.
 */
export interface AlarmStore {
  raised(): AlarmRecord[];
  /** Recovered ones, the last to recover first; those after `place`. */
  earlier(place: AlarmPlace | null): Iterable<Alarm>;
  /** The stored value, which the caller has to check; null when there is none. */
  note(name: AlarmNote): unknown;
  save(changes: AlarmChanges): void;
  saveAgain(): void;
}

/** Keeps alarms in memory only: for the demo and for work without saving. */
export class MemoryAlarms implements AlarmStore {
  readonly #records = new Map<string, AlarmRecord>();
  readonly #notes = new Map<AlarmNote, unknown>();

  /** All that is kept here, to be written elsewhere; null when there is nothing. */
  get all(): AlarmChanges | null {
    if (this.#records.size + this.#notes.size === 0) return null;
    return { put: [...this.#records.values()], notes: Object.fromEntries(this.#notes) };
  }

  has(id: string): boolean {
    return this.#records.has(id);
  }

  hasNote(name: AlarmNote): boolean {
    return this.#notes.has(name);
  }

  raised(): AlarmRecord[] {
    return [...this.#records.values()].filter(({ alarm }) => alarm.recoveredAt === null);
  }

  earlier(place: AlarmPlace | null): Alarm[] {
    return [...this.#records.values()]
      .map(({ alarm }) => alarm)
      .filter((alarm) => alarm.recoveredAt !== null && isAfter(alarm, place))
      .sort((one, other) => (isAfter(other, placeOf(one)) ? -1 : 1));
  }

  note(name: AlarmNote): unknown {
    return this.#notes.get(name) ?? null;
  }

  save({ put, before, notes }: AlarmChanges): void {
    for (const [id, { alarm }] of this.#records)
      if ((alarm.recoveredAt ?? Infinity) < (before ?? -Infinity)) this.#records.delete(id);
    for (const record of put ?? []) this.#records.set(record.alarm.id, record);
    for (const [name, value] of Object.entries(notes ?? {}))
      this.#notes.set(name as AlarmNote, value);
  }

  saveAgain(): void {
    // Memory refuses nothing.
  }

  clear(): void {
    this.#records.clear();
    this.#notes.clear();
  }
}

export const placeOf = ({ recoveredAt, id }: Alarm): AlarmPlace => ({
  recoveredAt: recoveredAt ?? Infinity,
  id,
});

/** Whether an alarm comes after a place in the list: it recovered earlier. */
export const isAfter = ({ recoveredAt, id }: Alarm, place: AlarmPlace | null): boolean =>
  place === null ||
  (recoveredAt ?? Infinity) < place.recoveredAt ||
  (recoveredAt === place.recoveredAt && id < place.id);
