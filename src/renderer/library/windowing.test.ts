import { expect, test } from 'vitest';
import { blocksOf, headHeight, rowHeight, rowsInSight, scrollTopFor } from './windowing.ts';

const blocks = blocksOf([10_000, 0, 3]);
const [live, videos, presets] = blocks;
const height = 20 * rowHeight;

test('puts groups under one another', () => {
  expect(live).toEqual({ top: headHeight, count: 10_000, first: 0 });
  expect(videos).toEqual({ top: 2 * headHeight + 10_000 * rowHeight, count: 0, first: 10_000 });
  expect(presets?.first).toBe(10_000);
});

test('draws what is in sight and little more, wherever the list is scrolled to', () => {
  for (const scrollTop of [0, 5_000, 200_000]) {
    const rows = rowsInSight(live!, scrollTop, height, 0);
    expect(rows.length).toBeLessThan(40);
    const middle = Math.floor((scrollTop + height / 2 - live!.top) / rowHeight);
    expect(rows).toContain(middle);
  }
});

test('draws no row of a group out of sight', () => {
  expect(rowsInSight(presets!, 0, height, 0)).toEqual([]);
  expect(rowsInSight(videos!, videos!.top, height, 0)).toEqual([]);
});

test('always draws the active row, in order, so that it keeps the focus', () => {
  expect(rowsInSight(live!, 200_000, height, 0)[0]).toBe(0);
  expect(rowsInSight(live!, 0, height, 9_000).at(-1)).toBe(9_000);
  expect(rowsInSight(presets!, 0, height, 10_002)).toEqual([2]);
});

test('scrolls no further than needed to show a row', () => {
  expect(scrollTopFor(blocks, 5, 0, height)).toBe(0);
  expect(scrollTopFor(blocks, 0, 900, height)).toBe(0);
  const far = scrollTopFor(blocks, 500, 0, height);
  expect(far + height).toBe(live!.top + 501 * rowHeight);
  expect(scrollTopFor(blocks, 500, far, height)).toBe(far);
  expect(scrollTopFor(blocks, 99_999, 123, height)).toBe(123);
});
