import {
  checkTitles,
  type Timeline,
  type TimelineEvent,
  type TimelinePoint,
} from '../../../shared/health.ts';
import type { TimelineSpan } from '../../../shared/health-arguments.ts';
import { csv } from '../../csv.ts';
import {
  coarseSpan,
  type EntityEvent,
  type EntityPoint,
  keptMs,
  meanPoint,
  minuteSpan,
  type TimelineStore,
} from './timeline-store.ts';

const minuteMs = 60_000;
const pointEveryMs = 4_000;
const recentMs = 15 * minuteMs;
const spans: Readonly<Record<TimelineSpan, number>> = {
  '15m': recentMs,
  '2h': 120 * minuteMs,
  '24h': 24 * 60 * minuteMs,
};
/** A check that flutters makes thousands a day, more than a chart can show or a page can take. */
const mostEvents = 1_000;
const mostInFile = 100_000;
/** What the disk refuses is tried again, so many points at most. */
const heldAtMost = 20_000;
/** Each stream is thinned about once in so many flushes. */
const thinnedInTurns = 60;

interface Recent {
  /** Of the last 15 minutes, oldest first. */
  points: TimelinePoint[];
  /** Where the minute that isn't kept yet begins. */
  minute: number;
}

/**
 * What was measured of each stream: every point for 15 minutes in memory, minutes
 * for a day and tens of minutes for 7 days in the store. A crash costs at most the
 * last minute.
 */
export class Timelines {
  readonly #store: TimelineStore;
  readonly #recent = new Map<string, Recent>();
  #points: EntityPoint[] = [];
  #events: EntityEvent[] = [];
  #turn = 0;

  constructor(store: TimelineStore) {
    this.#store = store;
  }

  /** Takes a point, where there is one, unless the last is less than 4 s old. */
  note(id: string, point: TimelinePoint | null): void {
    const last = this.#recent.get(id)?.points.at(-1)?.at ?? 0;
    if (point !== null && Math.abs(point.at - last) >= pointEveryMs) this.#add(id, point);
  }

  event(id: string, event: TimelineEvent): void {
    this.#events.push({ id, event });
  }

  /** Writes what gathered, and thins some of the streams `ids`; call it about once a minute. */
  flush(now: number, ids: readonly string[]): void {
    for (const [id, recent] of this.#recent)
      if (recent.minute + minuteMs <= now) this.#closeMinute(id, recent, now - (now % minuteMs));
    this.#write();
    this.#turn = (this.#turn + 1) % thinnedInTurns;
    this.#store.thin(
      ids.filter((_, at) => at % thinnedInTurns === this.#turn),
      now,
    );
  }

  /** At the end also the minute that isn't over. */
  finish(now: number): void {
    for (const [id, recent] of this.#recent) this.#closeMinute(id, recent, now);
    this.#write();
  }

  remove(id: string): void {
    this.#recent.delete(id);
    this.#points = this.#points.filter((one) => one.id !== id);
    this.#events = this.#events.filter((one) => one.id !== id);
    this.#store.remove(id);
  }

  get(id: string, span: TimelineSpan, now: number): Timeline {
    const from = now - spans[span];
    const recent = (this.#recent.get(id)?.points ?? []).filter(({ at }) => at >= from);
    const kept = this.#kept(id, from, now);
    const points =
      span === '15m'
        ? [...kept.filter(({ at }) => at + minuteMs <= (recent[0]?.at ?? Infinity)), ...recent]
        : this.#withLastMinute(id, kept);
    return { id, from, to: now, points, events: this.#eventsOf(id, from, now, mostEvents) };
  }

  /** The 7 days, a line for each point and each event. */
  csv(id: string, now: number): string {
    const from = now - keptMs;
    const points = [
      ...this.#store.points(id, coarseSpan, from, now),
      ...this.#withLastMinute(id, this.#kept(id, from, now)),
    ].map(({ at, behindSeconds, bitsPerSecond, loudness }) => ({
      at,
      cells: [behindSeconds, bitsPerSecond, loudness].map(rounded),
      words: ['', '', ''],
    }));
    const events = this.#eventsOf(id, from, now, mostInFile).map(
      ({ at, check, verdict, reason }) => ({
        at,
        cells: [null, null, null],
        words: [checkTitles[check], verdict, reason],
      }),
    );
    return csv([
      ['at', 'behind_live_s', 'bitrate_bps', 'loudness_lufs', 'check', 'verdict', 'reason'],
      ...[...points, ...events]
        .sort((a, b) => a.at - b.at)
        .map(({ at, cells, words }) => [new Date(at).toISOString(), ...cells, ...words]),
    ]);
  }

  #add(id: string, point: TimelinePoint): void {
    const minute = point.at - (point.at % minuteMs);
    const recent = this.#recent.get(id) ?? { points: [], minute };
    this.#recent.set(id, recent);
    if (recent.minute !== minute) this.#closeMinute(id, recent, minute);
    // What is later than now was noted before the clock was set back.
    if ((recent.points.at(-1)?.at ?? 0) > point.at)
      recent.points = recent.points.filter(({ at }) => at < point.at);
    recent.points.push(point);
    if ((recent.points[0]?.at ?? 0) < point.at - recentMs - minuteMs)
      recent.points = recent.points.filter(({ at }) => at >= point.at - recentMs);
  }

  #kept(id: string, from: number, now: number): TimelinePoint[] {
    const waiting = this.#points.filter((one) => one.id === id && one.point.at >= from);
    return [...this.#store.points(id, minuteSpan, from, now), ...waiting.map(({ point }) => point)];
  }

  #withLastMinute(id: string, kept: TimelinePoint[]): TimelinePoint[] {
    const recent = this.#recent.get(id);
    const last = recent?.points.filter(({ at }) => at >= recent.minute) ?? [];
    return last.length === 0 ? kept : [...kept, meanPoint(recent?.minute ?? 0, last)];
  }

  #eventsOf(id: string, from: number, now: number, most: number): TimelineEvent[] {
    const waiting = this.#events.filter((one) => one.id === id && one.event.at >= from);
    const kept = this.#store.events(id, from, now, most);
    return [...kept, ...waiting.map(({ event }) => event)].slice(-most);
  }

  #closeMinute(id: string, recent: Recent, next: number): void {
    const points = recent.points.filter(
      ({ at }) => at >= recent.minute && at < recent.minute + minuteMs,
    );
    const point = meanPoint(recent.minute, points);
    recent.minute = next;
    const isKnown = point.behindSeconds ?? point.bitsPerSecond ?? point.loudness;
    if (isKnown !== null) this.#points.push({ id, point });
  }

  #write(): void {
    if (this.#store.add(this.#points, this.#events)) {
      this.#points = [];
      this.#events = [];
    } else {
      this.#points = this.#points.slice(-heldAtMost);
      this.#events = this.#events.slice(-heldAtMost);
    }
  }
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 100) / 100;
