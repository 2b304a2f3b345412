import { expect, test } from 'vitest';
import { amount, amountProblem } from './amounts.ts';

const level = { min: -120, max: 0, unit: 'dBFS' };

test.each([
  [-60, true],
  [-120, true],
  [0, true],
  [-120.5, false],
  [0.1, false],
  [Number.NaN, false],
  [null, false],
  [undefined, false],
])('takes %s from −120 to 0: %s', (typed, isTaken) => {
  expect(amountProblem(typed, level) === undefined).toBe(isTaken);
});

test('says what a number may be, with its unit', () => {
  expect(amountProblem(1, level)).toContain('a number from −120 to 0 (dBFS)');
  expect(amount(60_000)).toBe((60_000).toLocaleString());
});
