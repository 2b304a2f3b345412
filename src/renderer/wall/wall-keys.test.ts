import { expect, it } from 'vitest';
import { placeAfter } from './wall-keys.ts';

// Tiles as they stand: 0 1 2 / 3 4 5 / 6 7
it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 3],
  ['ArrowRight', 7, null],
  ['ArrowLeft', 0, null],
  ['ArrowLeft', 3, 2],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 5, 7],
  ['ArrowDown', 6, null],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 1, null],
  ['Home', 5, 0],
  ['End', 5, 7],
  ['a', 5, null],
])('%s leads from tile %d to %s', (key, from, to) => {
  expect(placeAfter(key, from, 8, 3)).toBe(to);
});

it('stays where there is one tile only', () => {
  expect(placeAfter('ArrowDown', 0, 1, 1)).toBeNull();
});
