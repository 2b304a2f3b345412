import { readFileSync, renameSync, writeFileSync } from 'node:fs';

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a window was left, in device-independent pixels. */
export interface Place extends Area {
  readonly maximized: boolean;
}

export const smallest = { width: 640, height: 480 } as const;
const usual = { width: 1280, height: 860 } as const;

/**
 * The place for a window on these displays' work areas: as it was left if enough of
 * it to take hold of is still on a display, else of its old size where the system
 * likes it.
 */
export function placeOn(workAreas: readonly Area[], left: Place | null): Partial<Area> {
  if (left === null) return usual;
  const { x, y, width, height } = left;
  const area = workAreas.find(
    (one) => overlap(one, left) >= 100 && y >= one.y && y < one.y + one.height - 50,
  );
  if (area === undefined) return { width, height };
  return { x, y, width: Math.min(width, area.width), height: Math.min(height, area.height) };
}

const overlap = (area: Area, place: Area): number =>
  Math.min(area.x + area.width, place.x + place.width) - Math.max(area.x, place.x);

/** The place that was kept; null when there is none or it makes no sense. */
export function readPlace(file: string): Place | null {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const { x, y, width, height, maximized } = kept;
    if (!isPixels(x) || !isPixels(y) || !isPixels(width) || !isPixels(height)) return null;
    if (width < smallest.width || height < smallest.height) return null;
    return { x, y, width, height, maximized: maximized === true };
  } catch {
    return null;
  }
}

/** Keeps a place; where nothing can be written it is forgotten, and nothing else happens. */
export function keepPlace(file: string, place: Place): void {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(place), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // The application says that its folder can't be written.
  }
}

const isPixels = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 100_000;
