import { expect, test } from 'vitest';
import { coarseSpan, localTime, span } from './time.ts';

test.each([
  [-5, '0 s', 'a few seconds'],
  [9_999, '9 s', 'a few seconds'],
  [47_900, '47 s', '40 s'],
  [60_000, '1 min', '1 min'],
  [3_599_000, '59 min', '59 min'],
  [7_200_000, '2 h', '2 h'],
  [86_400_000, '1 day', '1 day'],
  [200_000_000, '2 days', '2 days'],
])('tells %i ms', (ms, exact, coarse) => {
  expect(span(ms)).toBe(exact);
  expect(coarseSpan(ms)).toBe(coarse);
});

test('tells a moment in local time, and that a text is none', () => {
  expect(localTime('2026-11-21T03:41:07.482911Z')).toContain('2026');
  expect(localTime('yesterday')).toBeNull();
  expect(localTime('')).toBeNull();
});
