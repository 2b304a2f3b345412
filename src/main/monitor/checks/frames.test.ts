import { describe, expect, it } from 'vitest';
import type { PreviewFacts } from '../../../shared/health-arguments.ts';
import { usualThresholds } from '../../../shared/thresholds.ts';
import { madePreview } from '../testing/made-facts.ts';
import { type FramesStanding, framesStanding, steadyFrames } from './frames.ts';

/** The standings, one after the other, of what a player measures. */
function standings(
  seen: readonly Partial<PreviewFacts>[],
  thresholds = usualThresholds,
): FramesStanding[] {
  let before = steadyFrames;
  return seen.map((one) => {
    before = framesStanding(before, madePreview(one), thresholds);
    return before;
  });
}

describe('dropped frames', () => {
  it.each([
    ['warn from 1 %, and until under half of it', [0.9, 1, 0.9, 0.5, 0.4, 0.9], 'gwwwgg'],
    ['fail from 5 %, and until under half of it', [4.9, 5, 4, 2.5, 2.4, 4.9], 'wfffww'],
    ['are good at once when they are few', [20, 0.4], 'fg'],
    ['stay one thing while they go up and down', [5.1, 4.8, 5.2, 4.7, 5.3, 4.5], 'ffffff'],
  ])('%s', (_title, percents, expected) => {
    const found = standings(percents.map((percent) => ({ droppedShare: percent / 100 })));
    expect(found.map(({ dropped }) => dropped.charAt(0)).join('')).toBe(expected);
  });
});

describe('the frame rate', () => {
  it.each([
    ['warns under 90 % of what is declared, and until it is 95 %', [90, 89, 94, 95, 90], 'gwwgg'],
    ['fails under half of it, and until it is 60 %', [50, 49, 59, 60, 50], 'wffww'],
  ])('%s', (_title, rates, expected) => {
    const found = standings(
      rates.map((framesPerSecond) => ({ framesPerSecond, declaredFrameRate: 100 })),
    );
    expect(found.map(({ rate }) => rate.charAt(0)).join('')).toBe(expected);
  });

  it('fails where no frame comes', () => {
    expect(standings([{ framesPerSecond: 0, droppedShare: 0 }])).toEqual([
      { dropped: 'good', rate: 'failing' },
    ]);
  });

  it('is judged by what Settings say', () => {
    const thresholds = {
      ...usualThresholds,
      frameRateWarningPercent: 60,
      frameRateFailingPercent: 20,
    };
    const rates = [61, 59, 79, 81, 19, 35, 36];
    const found = standings(
      rates.map((framesPerSecond) => ({ framesPerSecond, declaredFrameRate: 100 })),
      thresholds,
    );
    expect(found.map(({ rate }) => rate.charAt(0)).join('')).toBe('gwwgffw');
  });

  it.each<[string, Partial<PreviewFacts>]>([
    ['of a picture out of sight', { picture: null }],
    ['that nobody declared', { declaredFrameRate: null }],
    ['of a picture that began less than 10 s ago', { droppedShare: null }],
  ])('says nothing %s', (_title, other) => {
    expect(standings([{ framesPerSecond: 1, ...other }])).toEqual([steadyFrames]);
  });
});

it('keeps what was through a stall, and begins anew when it is played anew', () => {
  const found = standings([
    { droppedShare: 0.08 },
    { state: 'stalled', droppedShare: null },
    { droppedShare: 0.03 },
    { state: 'loading', droppedShare: null },
    { droppedShare: 0.03 },
  ]);
  expect(found.map(({ dropped }) => dropped)).toEqual([
    'failing',
    'failing',
    'failing',
    'good',
    'warning',
  ]);
  expect(framesStanding(found[0] ?? steadyFrames, null, usualThresholds)).toEqual(steadyFrames);
});
