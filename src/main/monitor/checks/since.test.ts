import { describe, expect, it } from 'vitest';
import { failing, good } from './judged.ts';
import { withSince } from './since.ts';

describe('since when a check is what it is', () => {
  const first = withSince([], [good('hls', 'a'), good('sound', 'b')], 1_000);

  it('begins with the first judging', () => {
    expect(first.map(({ since }) => since)).toEqual([1_000, 1_000]);
  });

  it('stays while the verdict does, whatever the reason', () => {
    const next = withSince(first, [good('hls', 'other'), good('sound', 'b')], 2_000);
    expect(next).toEqual([{ ...first[0], reason: 'other' }, { ...first[1] }]);
    expect(next[1]).toBe(first[1]);
  });

  it('is now when the verdict changed', () => {
    const next = withSince(first, [good('hls', 'a'), failing('sound', 'c')], 2_000);
    expect(next.map(({ since }) => since)).toEqual([1_000, 2_000]);
  });

  it('goes by the name, not by the place', () => {
    const next = withSince(first, [good('sound', 'b'), failing('hls', 'c')], 2_000);
    expect(next.map(({ since }) => since)).toEqual([1_000, 2_000]);
  });

  it('gives what was before when nothing changed', () => {
    expect(withSince(first, [good('hls', 'a'), good('sound', 'b')], 2_000)).toBe(first);
  });
});
