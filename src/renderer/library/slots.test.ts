import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

test('gives the elements of rows that left to those that came, in order', () => {
  const slots = new Slots();
  expect(slots.assign(['a', 'b', 'c'], undefined)).toEqual([0, 1, 2]);
  expect(slots.assign(['x', 'y', 'z'], undefined)).toEqual([0, 1, 2]);
});

test('lets a row that stays keep its element', () => {
  const slots = new Slots();
  slots.assign(['a', 'b', 'c'], undefined);
  expect(slots.assign(['b', 'c', 'd'], undefined)).toEqual([1, 2, 0]);
  expect(slots.assign(['e', 'c', 'f', 'g'], undefined)).toEqual([1, 2, 0, 3]);
});

test('never shows another row in an element that may have the focus', () => {
  const slots = new Slots();
  slots.assign(['a', 'b'], 'a');
  expect(slots.assign(['x', 'y'], 'a')).toEqual([1, 2]);
  expect(slots.assign(['v', 'w'], 'v')).toEqual([1, 2]);
  // “v” had the focus until “n” takes it.
  expect(slots.assign(['n', 'o'], 'n')).toEqual([2, 3]);
});
