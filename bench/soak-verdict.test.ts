import { describe, expect, it } from 'vitest';
import { type Sample, afterWarmUp, slopePerHour, troublesOf } from './soak-verdict.ts';

const expected = { playing: 4, probed: 50, leftOver: { videos: 1, mediaSources: 1 } };
const none = { videos: 0, mediaSources: 1 };

const run = (minutes: number, at: (seconds: number) => Partial<Sample> = () => ({})): Sample[] =>
  Array.from({ length: minutes * 2 + 1 }, (_, index) => ({
    seconds: index * 30,
    mainHeap: 40,
    pageHeap: 20,
    mainMemory: 150,
    timers: 12,
    nodes: 900,
    videos: 5,
    mediaSources: 5,
    playing: 4,
    probed: 54,
    ...at(index * 30),
  }));

describe('the verdict on a soak', () => {
  it('is that nothing is wrong with a run that only wavers', () => {
    expect(
      troublesOf(
        run(30, (at) => ({ mainHeap: 40 + (at % 60) / 10 })),
        none,
        expected,
      ),
    ).toEqual([]);
  });

  it('tells growth for each hour', () => {
    const grows = run(30, (at) => ({ pageHeap: 20 + at / 100 }));
    expect(slopePerHour(grows, ({ pageHeap }) => pageHeap)).toBeCloseTo(36);
    expect(troublesOf(grows, none, expected)).toEqual([
      'pageHeap grows by 36.0 MB/h, more than 12 MB/h',
    ]);
  });

  it('leaves out what fills up in the beginning', () => {
    const fills = run(30, (at) => ({ mainHeap: Math.min(48, at / 20) }));
    expect(afterWarmUp(fills)[0]?.seconds).toBe(960);
    expect(troublesOf(fills, none, expected)).toEqual([]);
  });

  it('judges no growth in a short run', () => {
    const grows = run(20, (at) => ({ pageHeap: at }));
    expect(afterWarmUp(grows)[0]?.seconds).toBe(600);
    expect(troublesOf(grows, none, expected)).toEqual([]);
  });

  it('names players that are retained', () => {
    expect(troublesOf(run(2), { videos: 9, mediaSources: 2 }, expected)).toEqual([
      '9 videos are retained after the wall was left',
      '2 mediaSources are retained after the wall was left',
    ]);
  });

  it('is worth nothing when nothing played or nothing was probed', () => {
    expect(
      troublesOf(
        run(2, () => ({ playing: 0, probed: 3 })),
        none,
        expected,
      ),
    ).toEqual([
      'fewer than 4 streams were playing most of the time',
      'fewer than 50 streams were probed most of the time',
    ]);
  });
});
