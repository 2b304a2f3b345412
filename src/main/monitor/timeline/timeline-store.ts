import type { TimelineEvent, TimelinePoint } from '../../../shared/health.ts';

/** How many seconds a kept point stands for: a minute for a day, ten minutes for a week. */
export const minuteSpan = 60;
export const coarseSpan = 600;
const minutesKeptMs = 24 * 3_600_000;
export const keptMs = 7 * 24 * 3_600_000;

export type Span = typeof minuteSpan | typeof coarseSpan;

export interface EntityPoint {
  readonly id: string;
  readonly point: TimelinePoint;
}

export interface EntityEvent {
  readonly id: string;
  readonly event: TimelineEvent;
}

/** Where the timelines of one connection are kept. */
export interface TimelineStore {
  /** Whether all of it was taken. */
  add(points: readonly EntityPoint[], events: readonly EntityEvent[]): boolean;
  /** Oldest first, `from` and `to` included. */
  points(id: string, span: Span, from: number, to: number): TimelinePoint[];
  /** The newest of them, at most `most`, oldest first. */
  events(id: string, from: number, to: number, most: number): TimelineEvent[];
  /** Joins minutes that are older than a day to tens of minutes; drops what is older than a week. */
  thin(ids: readonly string[], now: number): void;
  remove(id: string): void;
}

const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};

/** One point that stands for several, at the beginning of their span. */
export const meanPoint = (at: number, points: readonly TimelinePoint[]): TimelinePoint => ({
  at,
  behindSeconds: mean(points.map(({ behindSeconds }) => behindSeconds)),
  bitsPerSecond: mean(points.map(({ bitsPerSecond }) => bitsPerSecond)),
  loudness: mean(points.map(({ loudness }) => loudness)),
});

interface Held {
  minutes: TimelinePoint[];
  coarse: TimelinePoint[];
  events: TimelineEvent[];
}

/** Keeps timelines in memory only: for the demo and for work without saving. */
export class MemoryTimeline implements TimelineStore {
  readonly #held = new Map<string, Held>();

  add(points: readonly EntityPoint[], events: readonly EntityEvent[]): boolean {
    for (const { id, point } of points) this.#of(id).minutes.push(point);
    for (const { id, event } of events) this.#of(id).events.push(event);
    return true;
  }

  points(id: string, span: Span, from: number, to: number): TimelinePoint[] {
    const held = this.#held.get(id);
    const points = span === minuteSpan ? held?.minutes : held?.coarse;
    return (points ?? []).filter(({ at }) => at >= from && at <= to);
  }

  events(id: string, from: number, to: number, most: number): TimelineEvent[] {
    const events = this.#held.get(id)?.events ?? [];
    return events.filter(({ at }) => at >= from && at <= to).slice(-most);
  }

  thin(ids: readonly string[], now: number): void {
    for (const id of ids) {
      const held = this.#held.get(id);
      if (held !== undefined) thinned(held, now);
    }
  }

  remove(id: string): void {
    this.#held.delete(id);
  }

  #of(id: string): Held {
    let held = this.#held.get(id);
    if (held === undefined) {
      held = { minutes: [], coarse: [], events: [] };
      this.#held.set(id, held);
    }
    return held;
  }
}

/** Minutes before this moment are joined: the end of a whole span of ten minutes. */
export function thinnedBefore(now: number): number {
  const cutoff = now - minutesKeptMs;
  return cutoff - (cutoff % (coarseSpan * 1000));
}

function thinned(held: Held, now: number): void {
  const cutoff = thinnedBefore(now);
  const old = Map.groupBy(
    held.minutes.filter(({ at }) => at < cutoff),
    ({ at }) => at - (at % (coarseSpan * 1000)),
  );
  held.minutes = held.minutes.filter(({ at }) => at >= cutoff);
  held.coarse = [...held.coarse, ...[...old].map(([at, points]) => meanPoint(at, points))].filter(
    ({ at }) => at >= now - keptMs,
  );
  held.events = held.events.filter(({ at }) => at >= now - keptMs);
}
