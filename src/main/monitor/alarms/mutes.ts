import { z } from 'zod';
import type { AlarmsView } from '../../../shared/health.ts';
import type { AlarmStore } from '../../library/alarm-store.ts';

const kept = z.array(z.object({ id: z.string(), until: z.number().nullable() }));

/** The entities whose alarms are listed only, for a time or until that is taken back. */
export class Mutes {
  readonly #store: AlarmStore;
  readonly #until: Map<string, number | null>;

  constructor(store: AlarmStore) {
    this.#store = store;
    const stored = kept.safeParse(store.note('muted'));
    this.#until = new Map((stored.data ?? []).map(({ id, until }) => [id, until]));
  }

  get list(): AlarmsView['muted'] {
    return Array.from(this.#until, ([id, until]) => ({ id, until }));
  }

  /** When the next one ends; Infinity while none does by itself. */
  get nextEndAt(): number {
    return Math.min(...Array.from(this.#until.values(), (until) => until ?? Infinity));
  }

  has(id: string | null): boolean {
    return id !== null && this.#until.has(id);
  }

  set(id: string, until: number | null): void {
    this.#until.set(id, until);
    this.#save();
  }

  remove(id: string): void {
    if (this.#until.delete(id)) this.#save();
  }

  /** Ends those whose time is over, and gives them. */
  end(now: number): string[] {
    const ended = this.list.filter(({ until }) => until !== null && until <= now);
    for (const { id } of ended) this.#until.delete(id);
    if (ended.length > 0) this.#save();
    return ended.map(({ id }) => id);
  }

  #save(): void {
    this.#store.save({ notes: { muted: this.#until.size === 0 ? null : this.list } });
  }
}
