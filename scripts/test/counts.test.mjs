import { describe, expect, test } from 'vitest';
import {
  countsOfPlaywright,
  countsOfVitest,
  isGood,
  sum,
  summary,
  withExitCode,
} from './counts.mjs';

const vitest = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
const aTest = { status: 'passed' };

describe('the counts of Vitest', () => {
  test('are those of its report', () => {
    const report = { ...vitest, testResults: [{ status: 'failed', assertionResults: [aTest] }] };
    expect(countsOfVitest(report)).toEqual({ passed: 7, failed: 1, skipped: 3 });
  });

  test('hold a failure for a file that could not be loaded', () => {
    const report = { ...vitest, testResults: [{ status: 'failed', assertionResults: [] }] };
    expect(countsOfVitest(report).failed).toBe(2);
  });
});

test('the counts of Playwright take a flaky test and an error outside of tests as failures', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 4 };
  const counts = countsOfPlaywright({ stats, errors: [{ message: 'no such file' }] });
  expect(counts).toEqual({ passed: 5, failed: 3, skipped: 4 });
});

describe('an exit code', () => {
  const good = { passed: 3, failed: 0, skipped: 0 };
  const bad = { passed: 3, failed: 2, skipped: 0 };
  test.each([
    ['of success adds nothing', good, 0, 0],
    ['of failure is one failure where none is named', good, 1, 1],
    ['of failure adds nothing where failures are named', bad, 1, 2],
    ['without a report is a failure, even of success', null, 0, 1],
  ])('%s', (_, counts, code, failed) => {
    expect(withExitCode(counts, code).failed).toBe(failed);
  });
});

describe('the last line', () => {
  test.each([
    [{ passed: 12, failed: 0, skipped: 0 }, '12 passed, 0 failed', true],
    [{ passed: 11, failed: 1, skipped: 0 }, '11 passed, 1 failed', false],
    [{ passed: 11, failed: 0, skipped: 3 }, '11 passed, 0 failed, 3 skipped', true],
    [{ passed: 0, failed: 0, skipped: 3 }, '0 passed, 0 failed, 3 skipped', false],
  ])('for %o is “%s”', (counts, line, good) => {
    expect(summary(counts)).toBe(line);
    expect(isGood(counts)).toBe(good);
  });
});

test('the sum is of every count', () => {
  const one = { passed: 1, failed: 2, skipped: 3 };
  expect(sum([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 });
});
