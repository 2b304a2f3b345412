import { describe, expect, it } from 'vitest';
import { backOffMs, isPassing, retryAfterMs } from './retry.ts';

const now = Date.parse('2026-11-21T04:00:00Z');

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    ['7', 7_000],
    [' 7 ', 7_000],
    ['1.5', 1_500],
    ['99999999999', 86_400_000],
    ['Sat, 21 Nov 2026 04:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 03:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    ['NaN', null],
  ])('reads %j as %s', (value, expected) => {
    expect(retryAfterMs(new Headers({ 'retry-after': value }), now)).toBe(expected);
  });

  it('holds a date against the clock of the service', () => {
    const headers = new Headers({
      'retry-after': 'Sat, 21 Nov 2026 09:00:30 GMT',
      date: 'Sat, 21 Nov 2026 09:00:00 GMT',
    });
    expect(retryAfterMs(headers, now)).toBe(30_000);
  });

  it('gives null without the header', () => {
    expect(retryAfterMs(new Headers(), now)).toBeNull();
  });
});

describe('backing off', () => {
  it('waits longer each time, half of it by chance', () => {
    expect([0, 1].map((attempt) => backOffMs(attempt, () => 0))).toEqual([150, 450]);
    expect([0, 1].map((attempt) => backOffMs(attempt, () => 1))).toEqual([300, 900]);
  });

  it('knows the statuses that pass', () => {
    const passing = Array.from({ length: 600 }, (_, status) => status).filter(isPassing);
    expect(passing).toEqual([429, 500, 502, 503, 504]);
  });
});
