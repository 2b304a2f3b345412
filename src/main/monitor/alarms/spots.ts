import type { Alarm, Check, CheckName } from '../../../shared/health.ts';
import type { AlarmRecord } from '../../library/alarm-store.ts';
import { type SharedCheck, isShared } from './alarm-signs.ts';
import type { Watch } from './alarm-step.ts';

/** One check of one stream that fails or has an alarm; for the network both are null. */
export interface Spot {
  /** null for this computer, and for what one cause does to a check of many streams. */
  readonly id: string | null;
  readonly check: CheckName | null;
  watch: Watch;
  /** As it failed last. */
  reason: string;
  /** Why it is good again, where the check itself doesn't say. */
  note: string | null;
  /** The alarm, while it is raised. */
  record: AlarmRecord | null;
}

/** The spots where something is wrong; all others need neither memory nor time. */
export class Spots {
  readonly #spots = new Map<string | null, Map<CheckName | null, Spot>>();

  of(id: string | null): ReadonlyMap<CheckName | null, Spot> | undefined {
    return this.#spots.get(id);
  }

  /** How many alarms of it are raised. */
  countOf(id: string): number {
    let count = 0;
    for (const { record } of this.of(id)?.values() ?? []) if (record !== null) count += 1;
    return count;
  }

  get network(): Spot | undefined {
    return this.#spots.get(null)?.get(null);
  }

  /** Whether it fails as that of many streams does by one cause, which tells nothing of any of them. */
  areMany({ name, verdict }: Check): boolean {
    return verdict === 'failing' && isShared(name) && this.ofMany(name) !== undefined;
  }

  /** What one cause does to a check of many streams. */
  ofMany(check: SharedCheck): Spot | undefined {
    return this.#spots.get(null)?.get(check);
  }

  add(spot: Spot): void {
    const held = this.#spots.get(spot.id);
    if (held === undefined) this.#spots.set(spot.id, new Map([[spot.check, spot]]));
    else held.set(spot.check, spot);
  }

  remove({ id, check }: Spot): void {
    const held = this.#spots.get(id);
    held?.delete(check);
    if (held?.size === 0) this.#spots.delete(id);
  }

  /** A list of its own, so that they may be removed while it is gone through. */
  get all(): Spot[] {
    return [...this.#spots.values()].flatMap((held) => [...held.values()]);
  }

  get raised(): Alarm[] {
    return this.all.flatMap(({ record }) => (record === null ? [] : [record.alarm]));
  }
}
