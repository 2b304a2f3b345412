import { describe, expect, it } from 'vitest';
import type { TimelinePoint } from '../../shared/health.ts';
import { allSeries, axisWords, columns, inWords, scaleOf } from './series.ts';

const [behind, bitrate, loudness] = allSeries;
if (!behind || !bitrate || !loudness) throw new Error('three series');

const point = (at: number, figures: Partial<TimelinePoint> = {}): TimelinePoint => ({
  at,
  behindSeconds: 4,
  bitsPerSecond: 2_500_000,
  loudness: null,
  ...figures,
});

describe('the columns of a timeline', () => {
  it('are seconds and the unit of each series', () => {
    expect(columns({ points: [point(5_000), point(10_000)] })).toEqual({
      times: [5, 10],
      values: [
        [4, 4],
        [2.5, 2.5],
        [null, null],
      ],
    });
  });

  it('break where nothing was measured for long', () => {
    const { times, values } = columns({
      points: [0, 5, 10, 15, 100, 105].map((at) => point(at * 1000)),
    });
    expect(times).toEqual([0, 5, 10, 15, 20, 100, 105]);
    expect(values[0]).toEqual([4, 4, 4, 4, null, 4, 4]);
  });

  it('are empty without a point', () => {
    expect(columns({ points: [] })).toEqual({ times: [], values: [[], [], []] });
  });
});

describe('a line in words', () => {
  it('says its range and its last value', () => {
    const points = [point(0, { behindSeconds: 3.9 }), point(1, { behindSeconds: 6.24 }), point(2)];
    expect(inWords(behind, points)).toBe('Behind live: 3.9 to 6.2 s, last 4.0 s.');
  });

  it('writes a minus as one', () => {
    expect(inWords(loudness, [point(0, { loudness: -22.84 })])).toBe(
      'Loudness: −22.8 to −22.8 LUFS, last −22.8 LUFS.',
    );
  });

  it('says when nothing was measured', () => {
    expect(inWords(loudness, [point(0)])).toBe('Loudness: not measured.');
  });
});

describe('an axis', () => {
  it.each([
    [
      [0, 5, 10],
      ['0', '5', '10'],
    ],
    [
      [0, 0.5, 1],
      ['0.0', '0.5', '1.0'],
    ],
    [
      [0, 0.25, 0.5],
      ['0.00', '0.25', '0.50'],
    ],
    [
      [0.1, 0.1 + 0.2, 0.5],
      ['0.1', '0.3', '0.5'],
    ],
    [
      [0, 0.125, 0.25],
      ['0.000', '0.125', '0.250'],
    ],
    [
      [-24, -20],
      ['−24', '−20'],
    ],
    [[], []],
  ])('of %j says where its lines truly are', (values, expected) => {
    expect(axisWords(values)).toEqual(expected);
  });
});

describe('a scale', () => {
  it.each([
    ['begins at 0 and is 10 s wide for small delays', behind, 3.8, 4.4, [0, 10]],
    ['leaves room above what is larger', bitrate, 0, 5, [0, 5.4]],
    ['lies around loudness', loudness, -24, -22, [-29, -17]],
    ['lies around −23 LUFS without a value', loudness, null, null, [-29, -17]],
  ])('%s', (_, series, low, high, expected) => {
    expect(scaleOf(series, low, high)).toEqual(expected);
  });
});
