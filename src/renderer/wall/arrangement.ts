import type { StreamRow, Verdict } from '../../shared/health.ts';

/** How many tiles a page has: a number by hand, or as many as all on air need. */
export type Tiles = 'on-air' | TileCount;
export type TileCount = 1 | 4 | 9 | 16;

/** Which come first: those that fail, or each in the place that its name gives it. */
export type Order = 'failing-first' | 'fixed';

export const tileCounts = [1, 4, 9, 16] as const;

/** No tile changes its place more often than this. */
const PLACES_KEPT_MS = 5_000;

/** What the wall is about: every stream, or those on air and those that fail. */
export function onTheWall(rows: readonly StreamRow[], tiles: Tiles): readonly StreamRow[] {
  if (tiles !== 'on-air') return rows;
  return rows.filter(({ onAir, verdict, alarms }) => onAir || verdict === 'failing' || alarms > 0);
}

const ranks = { failing: 0, warning: 1, unknown: 2, good: 2, offAir: 3 } as const;
const isTrouble = (verdict: Verdict): boolean => verdict === 'failing' || verdict === 'warning';

/** What is on air and fails comes first, what isn't on air last; else the order of `placeOf`. */
export function arranged(
  rows: readonly StreamRow[],
  order: Order,
  placeOf: (id: string) => number,
): readonly string[] {
  const rank = ({ verdict, onAir }: StreamRow): number => {
    if (order === 'fixed') return 0;
    return onAir || isTrouble(verdict) ? ranks[verdict] : ranks.offAir;
  };
  return rows
    .map((row) => ({ id: row.id, rank: rank(row), place: placeOf(row.id) }))
    .sort((a, b) => a.rank - b.rank || a.place - b.place || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

/** The smallest page that holds all, when they choose it themselves. */
export const tilesFor = (tiles: Tiles, count: number): TileCount =>
  tiles === 'on-air' ? (tileCounts.find((one) => one >= count) ?? 16) : tiles;

/** At least one page, though it be empty. */
export const pagesFor = (count: number, tiles: TileCount): number =>
  Math.max(1, Math.ceil(count / tiles));

/** Keeps tiles in their places for a while, whatever order is wanted. */
export class Places {
  #ids: readonly string[] = [];
  #arrangedAt = -Infinity;

  /**
   * Where the tiles are at `now`, for the order that is wanted. What left goes at once and what
   * came is put at the end; the others move after 5 s, and not while they are held.
   */
  at(now: number, wanted: readonly string[], isHeld: boolean): readonly string[] {
    const isWanted = new Set(wanted);
    const kept = this.#ids.filter((id) => isWanted.has(id));
    const isDue = kept.length === 0 || (!isHeld && now - this.#arrangedAt >= PLACES_KEPT_MS);
    const known = new Set(kept);
    const next = isDue ? wanted : [...kept, ...wanted.filter((id) => !known.has(id))];
    if (next.length === this.#ids.length && next.every((id, place) => id === this.#ids[place]))
      return this.#ids;
    if (isDue) this.#arrangedAt = now;
    this.#ids = next;
    return next;
  }

  /** The producer asked for another arrangement: it comes at once. */
  forget(): void {
    this.#ids = [];
  }
}
