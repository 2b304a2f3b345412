import { describe, expect, it } from 'vitest';
import { isAvailable, windowAt } from './timeline.ts';

const start = 1_000_000;
const at = (seconds: number, change: { stoppedAt?: number | null; ended?: boolean } = {}) =>
  windowAt(
    { startedAt: start, segmentSeconds: 2, stoppedAt: null, ended: false, ...change },
    start + seconds * 1000,
  );

describe('windowAt', () => {
  it.each([
    [-5, 0, 0],
    [0, 0, 0],
    [1.999, 0, 0],
    [2, 0, 1],
    [19.9, 0, 9],
    [20, 0, 10],
    [22, 1, 11],
    [3601, 1790, 1800],
  ])('%d s after the start holds segments %i to before %i', (seconds, first, end) => {
    expect(at(seconds)).toMatchObject({ first, end });
  });

  it('stands still once the packager stopped, and goes on from there on the clock', () => {
    const stoppedAt = start + 31_000;
    expect(at(30, { stoppedAt })).toMatchObject({ first: 5, end: 15 });
    expect(at(300, { stoppedAt })).toMatchObject({ first: 5, end: 15 });
    expect(at(300)).toMatchObject({ first: 140, end: 150 });
  });
});

describe('isAvailable', () => {
  it('takes the playlist and the ten segments before it, never one to come', () => {
    const window = at(100);
    const available = Array.from({ length: 60 }, (_, segment) => segment).filter((segment) =>
      isAvailable(window, segment),
    );
    expect(available).toEqual(Array.from({ length: 20 }, (_, index) => 30 + index));
    expect(isAvailable(at(4), -1)).toBe(false);
  });
});
