import type { AlarmsView, Check, CheckName, EarlierAlarms } from '../../../shared/health.ts';
import type { Delays } from '../../../shared/health-arguments.ts';
import type { AlarmPlace } from '../../library/alarm-store.ts';
import { AlarmBook, type AlarmBookParts } from './alarm-book.ts';
import { exportedAlarms } from './alarm-export.ts';
import { type SharedCheck, byUrgency, isOfNetwork, noteOf, signOf } from './alarm-signs.ts';
import { type Sign, dueAt, failingFrom, raisedWatch, step } from './alarm-step.ts';
import { networkReason, notes } from './alarm-words.ts';
import { CalmTeller } from './calm-teller.ts';
import { NextTick } from './next-tick.ts';
import { quietAt } from './quiet-hours.ts';
import { type Spot, Spots } from './spots.ts';
import type { Webhook } from './webhook.ts';

const networkDelays: Delays = { raiseSeconds: 5, recoverSeconds: 5 };
/** What is judged so soon after a pause may still be what was known before it. */
const afterSleepMs = 15_000;
const afterOfflineMs = 5_000;

export interface AlarmsParts extends AlarmBookParts {
  readonly connectionId: string;
  /** At most a few times a second. */
  readonly changed: (view: AlarmsView) => void;
  readonly webhook: Webhook;
}

/**
 * Raises an alarm for each check that fails for longer than its delay, and says when
 * it recovered. What one cause does to many streams, the end of the network, the computer's
 * sleep or its overload, the service's trouble, is one alarm. Alarms of a muted entity are raised and listed, but
 * neither ring nor count in the badge nor go to the webhook until the mute ends; in
 * quiet hours none rings, though the webhook hears. A low one only doesn't ring.
 */
export class Alarms {
  readonly #parts: AlarmsParts;
  readonly #spots = new Spots();
  readonly #book: AlarmBook;
  readonly #teller: CalmTeller;
  readonly #tick: NextTick;
  readonly #watched = new Set<string>();
  #view: AlarmsView | null = null;
  #offlineSince: number | null = null;
  #blindUntil = 0;

  constructor(parts: AlarmsParts) {
    this.#parts = parts;
    this.#book = new AlarmBook(parts, this.#spots);
    this.#teller = new CalmTeller(parts.clock, () => {
      parts.changed(this.view);
    });
    this.#tick = new NextTick(parts.clock, (isLate) => {
      this.#ticked(isLate);
    });
  }

  /** What was raised before stays raised until it is judged; what left the library meanwhile recovers. */
  start(isInLibrary: (id: string) => boolean = () => true): void {
    this.#book.restore(isInLibrary);
    if (this.#offlineSince === null) this.#judgeNetwork('fine', this.#now);
    this.settingsChanged();
  }

  /** Ends its timers and the webhook's. */
  stop(): void {
    this.#tick.stop();
    this.#teller.stop();
    this.#parts.webhook.stop();
  }

  /**
   * Hears how an entity was judged; cheap where nothing is wrong. `isOffAir`: the service
   * says that it isn't on air, so that what can't be judged any more has come to its end.
   */
  judged(id: string, checks: readonly Check[], now: number, isOffAir = false): void {
    this.#watched.add(id);
    if (this.#offlineSince !== null || now < this.#blindUntil) return;
    const held = this.#spots.of(id);
    for (const check of checks) {
      const spot = held?.get(check.name);
      if (spot !== undefined) this.#judge(spot, check, isOffAir, now);
      else if (check.verdict === 'failing' && !this.#spots.areMany(check))
        this.#begin(id, check.name, check.reason, now);
    }
  }

  /** It left the library. */
  forget(id: string): void {
    this.#watched.delete(id);
    this.#book.mutes.remove(id);
    for (const spot of [...(this.#spots.of(id)?.values() ?? [])])
      this.#book.recover(spot, notes.removed);
    this.#changed();
  }

  /** `since`: since when this computer has no network; null: it has one. */
  setOffline(since: number | null): void {
    if ((since === null) === (this.#offlineSince === null)) return;
    this.#offlineSince = since;
    this.#parts.webhook.setOffline(since !== null);
    if (since === null) {
      this.#beginAnew(afterOfflineMs);
      this.#judgeNetwork('fine', this.#now);
    } else {
      this.#book.fold((alarm) => isOfNetwork(alarm, since), notes.network);
      this.#beginAnew(0);
      this.#judgeNetwork('failing', since);
    }
    this.#changed();
  }

  /** Hears again and again what one cause does to a check of many streams; null: nothing. */
  judgedMany(check: SharedCheck, reason: string | null, now: number): void {
    if (this.#offlineSince !== null || now < this.#blindUntil) return;
    const spot = this.#spots.ofMany(check);
    if (spot === undefined) {
      if (reason !== null) this.#begin(null, check, reason, now);
      return;
    }
    if (reason !== null) this.#reword(spot, reason);
    this.#advance(spot, reason === null ? 'fine' : 'failing', now);
  }

  slept(from: number, to: number): void {
    this.#beginAnew(afterSleepMs);
    if (this.#watched.size > 0) this.#book.slept(from, to);
    this.#changed();
  }

  /** The computer's clock was set back: what was counted by it says nothing, and begins anew. */
  clockSetBack(): void {
    const { network } = this.#spots;
    this.#blindUntil = 0;
    this.#beginAnew(afterOfflineMs);
    if (network !== undefined)
      network.watch = network.record === null ? failingFrom(this.#now) : raisedWatch;
    this.#judgeNetwork(this.#offlineSince === null ? 'fine' : 'failing', this.#now);
    this.#changed();
  }

  get view(): AlarmsView {
    this.#view ??= {
      connectionId: this.#parts.connectionId,
      raised: this.#spots.raised.sort(byUrgency),
      muted: this.#book.mutes.list,
      quiet: quietAt(this.#parts.settings().quietHours, this.#now).quiet,
    };
    return this.#view;
  }

  /** For the system's badge and tray: neither what is acknowledged nor what is muted. */
  get badge(): { readonly count: number; readonly sentence: string } {
    return this.#book.badgeOf(this.view.raised);
  }

  /** Recovered ones, the last to recover first; those after `before`. */
  earlier(before: AlarmPlace | null, limit: number): EarlierAlarms {
    return this.#book.earlier(before, limit);
  }

  exportEarlier(format: 'csv' | 'json'): string {
    return exportedAlarms(this.#parts.store.earlier(null), format);
  }

  /** `ids`: null is all that are raised. */
  acknowledge(ids: readonly string[] | null): void {
    this.#book.acknowledge(ids);
    this.#changed();
  }

  /** `minutes`: null is until it is unmuted. */
  mute(id: string, minutes: number | null): void {
    this.#book.mutes.set(id, minutes === null ? null : this.#now + minutes * 60_000);
    this.#changed();
  }

  unmute(id: string): void {
    this.#book.mutes.remove(id);
    this.#changed();
  }

  settingsChanged(): void {
    this.#book.followSeverities();
    this.#changed();
  }

  /** Raised alarms of an entity. */
  countsOf(id: string): number {
    return this.#spots.countOf(id);
  }

  /** Writes what the disk refused before. */
  saveAgain(): void {
    this.#parts.store.saveAgain();
  }

  get #now(): number {
    return this.#parts.clock.now();
  }

  #begin(id: string | null, check: CheckName, reason: string, now: number): void {
    if (this.#parts.settings().severities[check] === 'off') return;
    this.#add({ id, check, reason, watch: failingFrom(now), note: null, record: null });
  }

  #judge(spot: Spot, check: Check, isOffAir: boolean, now: number): void {
    const sign = this.#spots.areMany(check) ? 'unknown' : signOf(check, isOffAir);
    if (sign === 'failing') this.#reword(spot, check.reason);
    if (sign === 'fine') spot.note = noteOf(check, isOffAir);
    this.#advance(spot, sign, now);
  }

  #judgeNetwork(sign: Sign, now: number): void {
    const { network } = this.#spots;
    if (network !== undefined) this.#advance(network, sign, now);
    else if (sign === 'failing')
      this.#add({ ...noSpot, watch: failingFrom(now), note: null, record: null });
  }

  #add(spot: Spot): void {
    this.#spots.add(spot);
    this.#tick.by(dueAt(spot.watch, this.#delaysOf(spot)));
  }

  #advance(spot: Spot, sign: Sign, now: number): void {
    const delays = this.#delaysOf(spot);
    const { watch } = step(spot.watch, { kind: 'judged', sign }, delays, now);
    if (watch === spot.watch) return;
    if (watch === null) return this.#spots.remove(spot);
    spot.watch = watch;
    this.#tick.by(dueAt(watch, delays));
  }

  #reword(spot: Spot, reason: string): void {
    if (spot.reason === reason) return;
    spot.reason = reason;
    if (spot.record === null) return;
    spot.record = { ...spot.record, alarm: { ...spot.record.alarm, reason } };
    this.#view = null;
    this.#teller.sometime();
  }

  /** Nothing was seen of the streams for a while, nor counts until `blindMs` from now. */
  #beginAnew(blindMs: number): void {
    const now = this.#now;
    this.#blindUntil = Math.max(this.#blindUntil, now + blindMs);
    for (const spot of this.#spots.all) {
      if (spot.check === null) continue;
      const { watch } = step(spot.watch, { kind: 'restarted' }, this.#delaysOf(spot), now);
      if (watch === null) this.#spots.remove(spot);
      else spot.watch = watch;
    }
  }

  #ticked(isLate: boolean): void {
    const now = this.#now;
    if (isLate) this.#beginAnew(afterSleepMs);
    for (const spot of this.#spots.all) {
      const { act } = step(spot.watch, { kind: 'ticked' }, this.#delaysOf(spot), now);
      if (act === 'raise') this.#raise(spot);
      if (act === 'recover') this.#book.recover(spot, spot.note);
    }
    this.#book.endMutes();
    this.#changed();
  }

  #raise(spot: Spot): void {
    const { check, watch } = spot;
    const severity = check === null ? 'high' : this.#parts.settings().severities[check];
    const isNobodys = check === null && this.#watched.size === 0;
    if (severity === 'off' || watch.kind !== 'failing' || isNobodys) {
      this.#spots.remove(spot);
      return;
    }
    if (check === null) spot.reason = networkReason(this.#watched.size);
    this.#book.raise(spot, severity, watch.since);
  }

  #delaysOf({ check }: Spot): Delays {
    return check === null ? networkDelays : this.#parts.settings().delays[check];
  }

  /** Keeps what became of the alarms, tells of it, and plans what comes next. */
  #changed(): void {
    this.#view = null;
    const thinAt = this.#book.save();
    this.#teller.soon();
    const { changesAt } = quietAt(this.#parts.settings().quietHours, this.#now);
    this.#tick.by(Math.min(thinAt, this.#book.mutes.nextEndAt, changesAt ?? Infinity));
    for (const spot of this.#spots.all) this.#tick.by(dueAt(spot.watch, this.#delaysOf(spot)));
  }
}

const noSpot = { id: null, check: null, reason: '' };
