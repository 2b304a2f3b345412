import { type Order, type Tiles, tileCounts } from './arrangement.ts';

/** How the producer likes the wall. */
export interface WallChoice {
  readonly tiles: Tiles;
  readonly order: Order;
}

export const usualChoice: WallChoice = { tiles: 'on-air', order: 'failing-first' };

const key = 'tally.wall';

/** The choice of the last time; the usual one where none was kept, or storage is refused. */
export function keptChoice(): WallChoice {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    return {
      tiles: tileCounts.find((count) => count === kept['tiles']) ?? usualChoice.tiles,
      order: kept['order'] === 'fixed' ? 'fixed' : usualChoice.order,
    };
  } catch {
    return usualChoice;
  }
}

/** Keeps it on this computer; where storage is refused, the choice holds until the wall is left. */
export function keepChoice({ tiles, order }: WallChoice): void {
  try {
    localStorage.setItem(key, JSON.stringify({ tiles, order }));
  } catch {
    // A full or forbidden storage costs a convenience only.
  }
}
