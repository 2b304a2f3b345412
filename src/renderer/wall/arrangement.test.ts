import { describe, expect, it } from 'vitest';
import type { StreamRow } from '../../shared/health.ts';
import { Places, arranged, onTheWall, pagesFor, tilesFor } from './arrangement.ts';

const row = (id: string, more: Partial<StreamRow> = {}): StreamRow => ({
  id,
  onAir: true,
  verdict: 'good',
  line: '',
  hls: null,
  soundOnly: false,
  alarms: 0,
  ...more,
});
const byName = (id: string): number => id.charCodeAt(0);

describe('what is on the wall', () => {
  const rows = [
    row('a'),
    row('b', { onAir: false }),
    row('c', { onAir: false, verdict: 'failing' }),
    row('d', { onAir: false, alarms: 1 }),
  ];

  it('is all on air, and what fails or has an alarm though it isn’t', () => {
    expect(onTheWall(rows, 'on-air').map(({ id }) => id)).toEqual(['a', 'c', 'd']);
  });

  it('is every stream when the tiles are chosen by hand', () => {
    expect(onTheWall(rows, 4)).toEqual(rows);
  });
});

describe('the order', () => {
  const rows = [
    row('e', { verdict: 'failing' }),
    row('d', { verdict: 'warning' }),
    row('c', { verdict: 'unknown' }),
    row('b'),
    row('a', { onAir: false, verdict: 'unknown' }),
    row('f', { verdict: 'failing' }),
  ];

  it('puts failing ones first, then those to check, and what isn’t on air last', () => {
    expect(arranged(rows, 'failing-first', byName).join('')).toBe('efdbca');
  });

  it('is that of the names when places are fixed', () => {
    expect(arranged(rows, 'fixed', byName).join('')).toBe('abcdef');
  });

  it('is the same for the same names each time', () => {
    const alike = [row('b'), row('a'), row('c')];
    expect(arranged(alike, 'fixed', () => 0).join('')).toBe('abc');
  });
});

it.each([
  [0, 1],
  [1, 1],
  [2, 4],
  [4, 4],
  [5, 9],
  [10, 16],
  [17, 16],
])('%d on air make a wall of %d by themselves', (count, tiles) => {
  expect(tilesFor('on-air', count)).toBe(tiles);
  expect(tilesFor(9, count)).toBe(9);
});

it.each([
  [0, 16, 1],
  [16, 16, 1],
  [17, 16, 2],
  [200, 9, 23],
] as const)('%d streams at %d a page fill %d pages', (count, tiles, pages) => {
  expect(pagesFor(count, tiles)).toBe(pages);
});

describe('places', () => {
  const filled = (): Places => {
    const places = new Places();
    places.at(0, ['a', 'b', 'c'], false);
    return places;
  };

  it('change once in 5 s at most', () => {
    const places = filled();
    expect(places.at(4_999, ['c', 'a', 'b'], false).join('')).toBe('abc');
    expect(places.at(5_000, ['c', 'a', 'b'], false).join('')).toBe('cab');
    expect(places.at(6_000, ['a', 'b', 'c'], false).join('')).toBe('cab');
    expect(places.at(10_000, ['a', 'b', 'c'], false).join('')).toBe('abc');
  });

  it('stay while they are held, and change once they are let go', () => {
    const places = filled();
    expect(places.at(60_000, ['c', 'a', 'b'], true).join('')).toBe('abc');
    expect(places.at(60_001, ['c', 'a', 'b'], false).join('')).toBe('cab');
  });

  it('close up at once when a stream goes, and take a new one at the end', () => {
    const places = filled();
    expect(places.at(1_000, ['d', 'c', 'a'], true).join('')).toBe('acd');
    expect(places.at(5_000, ['d', 'c', 'a'], false).join('')).toBe('dca');
  });

  it('are the very same list when nothing changed, so that nothing is drawn anew', () => {
    const places = filled();
    const before = places.at(1_000, ['a', 'b', 'c'], false);
    expect(places.at(9_000, ['a', 'b', 'c'], false)).toBe(before);
  });

  it('are as wanted at once after the producer asked for another order', () => {
    const places = filled();
    places.forget();
    expect(places.at(1_000, ['c', 'b', 'a'], true).join('')).toBe('cba');
  });
});
