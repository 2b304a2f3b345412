import { expect, test } from 'vitest';
import { type Thresholds, usualThresholds } from '../../shared/thresholds.ts';
import { amount, amountProblem, pairProblem } from './amounts.ts';

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

test.each([
  ['freshWarning', 3, undefined],
  [
    'freshWarning',
    3.5,
    /at most 3 \(target durations\), as “Newest segment is too old from” has it/,
  ],
  ['freshFailing', 1.5, undefined],
  ['freshFailing', 1, /at least 1\.5 \(target durations\), as “Newest segment is old from” has it/],
  ['loudnessLowLufs', -5, /at most −8 \(LUFS\), as “Loud above/],
  ['frozenSeconds', 600, undefined],
] as const)('compares %s of %d with the other threshold of its figure', (name, typed, problem) => {
  const found = pairProblem(name, typed, usualThresholds satisfies Thresholds);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});
