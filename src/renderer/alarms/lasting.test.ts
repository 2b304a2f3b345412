import { expect, test } from 'vitest';
import { lasting } from './lasting.ts';

test.each([
  [-5, '0 s'],
  [47_900, '47 s'],
  [59_999, '59 s'],
  [60_000, '1 min 00 s'],
  [205_000, '3 min 25 s'],
  [3_599_999, '59 min 59 s'],
  [3_600_000, '1 h 00 min'],
  [7_500_000, '2 h 05 min'],
  [86_400_000, '1 day 0 h'],
  [273_600_000, '3 days 4 h'],
])('tells that something lasts %i ms', (ms, words) => {
  expect(lasting(ms)).toBe(words);
});
