import { randomUUID } from 'node:crypto';
import type { Alarm, CheckName, EarlierAlarms, Ring } from '../../../shared/health.ts';
import type { WatchSettings } from '../../../shared/health-arguments.ts';
import type { Clock } from '../../clock.ts';
import type { AlarmPlace, AlarmRecord, AlarmStore } from '../../library/alarm-store.ts';
import { isOfMany, isShared } from './alarm-signs.ts';
import { raisedWatch } from './alarm-step.ts';
import {
  badgeSentence,
  nameInAlarm,
  notes,
  sleepReason,
  theService,
  thisComputer,
} from './alarm-words.ts';
import { Mutes } from './mutes.ts';
import { quietAt } from './quiet-hours.ts';
import type { Spot, Spots } from './spots.ts';
import type { Webhook } from './webhook.ts';

const dayMs = 24 * 3_600_000;
const keptMs = 90 * dayMs;

export interface AlarmBookParts {
  readonly clock: Clock;
  readonly store: AlarmStore;
  readonly settings: () => WatchSettings;
  readonly nameOf: (id: string) => string;
  readonly rang: (ring: Ring) => void;
  readonly recovered: (alarm: Alarm) => void;
  readonly webhook: Pick<Webhook, 'send'>;
}

/** Writes alarms down, and tells of them those who are to hear. */
export class AlarmBook {
  readonly mutes: Mutes;
  readonly #parts: AlarmBookParts;
  readonly #spots: Spots;
  readonly #toSave = new Map<string, AlarmRecord>();
  #thinAt = 0;

  constructor(parts: AlarmBookParts, spots: Spots) {
    this.mutes = new Mutes(parts.store);
    this.#parts = parts;
    this.#spots = spots;
  }

  /** What was raised before stays raised until it is judged; what left the library recovers. */
  restore(isInLibrary: (id: string) => boolean): void {
    for (const record of this.#parts.store.raised()) {
      const { entityId: id, check, reason } = record.alarm;
      const spot: Spot = { id, check, watch: raisedWatch, reason, note: null, record };
      this.#spots.add(spot);
      if (id !== null && !isInLibrary(id)) this.recover(spot, notes.removed);
    }
  }

  raise(spot: Spot, severity: Alarm['severity'], failingSince: number): void {
    const { id, check, reason } = spot;
    if (id === null && isShared(check))
      this.fold((alarm) => isOfMany(alarm, check, failingSince), notes[check]);
    const alarm: Alarm = {
      id: randomUUID(),
      kind: kindOf(spot),
      entityId: id,
      name: id === null ? subjectOf(check) : nameInAlarm(this.#parts.nameOf(id)),
      check,
      severity,
      reason,
      failingSince,
      raisedAt: this.#now,
      acknowledgedAt: null,
      recoveredAt: null,
    };
    spot.watch = raisedWatch;
    spot.record = { alarm, told: false };
    this.#tell(spot, spot.record);
  }

  /** `note`: why, where it isn't that the check is good again. */
  recover(spot: Spot, note: string | null): void {
    this.#spots.remove(spot);
    if (spot.record === null) return;
    const { alarm, told } = spot.record;
    spot.record = null;
    const recovered: Alarm = {
      ...alarm,
      reason: note === null ? alarm.reason : `${alarm.reason} ${note}`,
      recoveredAt: this.#now,
    };
    this.#toSave.set(alarm.id, { alarm: recovered, told });
    this.#parts.recovered(recovered);
    if (told) this.#parts.webhook.send('recovered', recovered);
  }

  /** Alarms that another one tells as well recover with a note that says so. */
  fold(isToldElsewhere: (alarm: Alarm) => boolean, note: string): void {
    for (const spot of this.#spots.all)
      if (spot.record !== null && isToldElsewhere(spot.record.alarm)) this.recover(spot, note);
  }

  /** The computer slept; there is nothing to be done, so it makes no sound. */
  slept(from: number, to: number): void {
    const alarm: Alarm = {
      id: randomUUID(),
      kind: 'sleep',
      entityId: null,
      name: thisComputer,
      check: null,
      severity: 'high',
      reason: sleepReason(from, to),
      failingSince: from,
      raisedAt: to,
      acknowledgedAt: null,
      recoveredAt: to,
    };
    this.#toSave.set(alarm.id, { alarm, told: this.#parts.webhook.send('recovered', alarm) });
    this.#parts.recovered(alarm);
    this.#ring(alarm, false);
  }

  /** `ids`: null is all that are raised. */
  acknowledge(ids: readonly string[] | null): void {
    const meant = ids === null ? null : new Set(ids);
    for (const spot of this.#spots.all) {
      const alarm = spot.record?.alarm;
      if (alarm?.acknowledgedAt !== null || meant?.has(alarm.id) === false) continue;
      this.patch(spot, { acknowledgedAt: this.#now });
    }
  }

  /** Raised alarms matter as their checks do by the settings now, and recover where those are off. */
  followSeverities(): void {
    const { severities } = this.#parts.settings();
    for (const spot of this.#spots.all) {
      const severity = spot.check === null ? 'high' : severities[spot.check];
      if (severity === 'off') this.recover(spot, notes.turnedOff);
      else if (spot.record !== null && spot.record.alarm.severity !== severity)
        this.patch(spot, { severity });
    }
  }

  patch(spot: Spot, change: Partial<Alarm>): void {
    if (spot.record === null) return;
    const { alarm, told } = spot.record;
    spot.record = { alarm: { ...alarm, ...change }, told };
    this.#toSave.set(alarm.id, spot.record);
  }

  /** Ends the mutes whose time is over; what is still raised of those entities is told now. */
  endMutes(): boolean {
    const ended = this.mutes.end(this.#now);
    for (const id of ended)
      for (const spot of this.#spots.of(id)?.values() ?? [])
        if (spot.record?.alarm.acknowledgedAt === null) this.#tell(spot, spot.record);
    return ended.length > 0;
  }

  /** Writes what changed, and once a day drops what recovered 90 days ago; gives when that is next. */
  save(): number {
    const now = this.#now;
    const isThinned = now >= this.#thinAt;
    if (isThinned) this.#thinAt = now + dayMs;
    if (!isThinned && this.#toSave.size === 0) return this.#thinAt;
    const put = [...this.#toSave.values()];
    this.#toSave.clear();
    this.#parts.store.save({ put, ...(isThinned ? { before: now - keptMs } : {}) });
    return this.#thinAt;
  }

  /** Recovered ones, the last to recover first; those after `before`. */
  earlier(before: AlarmPlace | null, limit: number): EarlierAlarms {
    const rows: Alarm[] = [];
    for (const alarm of this.#parts.store.earlier(before)) {
      if (rows.length === limit) return { rows, more: true };
      rows.push(alarm);
    }
    return { rows, more: false };
  }

  /** Counts what nobody acknowledged, of entities that aren't muted. */
  badgeOf(raised: readonly Alarm[]): { readonly count: number; readonly sentence: string } {
    const counting = raised.filter(
      ({ acknowledgedAt, entityId }) => acknowledgedAt === null && !this.mutes.has(entityId),
    );
    return { count: counting.length, sentence: badgeSentence(counting) };
  }

  get #now(): number {
    return this.#parts.clock.now();
  }

  #tell(spot: Spot, { alarm, told }: AlarmRecord): void {
    const isMuted = this.mutes.has(alarm.entityId);
    spot.record = {
      alarm,
      told: told || (!isMuted && this.#parts.webhook.send('raised', alarm)),
    };
    this.#toSave.set(alarm.id, spot.record);
    if (alarm.severity === 'high' && !isMuted) this.#ring(alarm, true);
  }

  #ring(alarm: Alarm, mayBeHeard: boolean): void {
    const { sound, notifications, quietHours } = this.#parts.settings();
    if (quietAt(quietHours, this.#now).quiet) return;
    this.#parts.rang({ alarm, sound: sound && mayBeHeard, notification: notifications });
  }
}

function kindOf({ id, check }: Spot): Alarm['kind'] {
  if (id !== null) return 'check';
  if (check === null) return 'network';
  return check === 'service' ? 'service' : 'overload';
}

const subjectOf = (check: CheckName | null): string =>
  check === 'service' ? theService : thisComputer;
