import { describe, expect, it } from 'vitest';
import type { PreviewFacts } from '../../../shared/health-arguments.ts';
import {
  madeAnswer,
  madeEntity,
  madeFacts,
  madeNow,
  madePlaylist,
  madePreview,
  madeRendition,
  madeStream,
} from '../testing/made-facts.ts';
import { told } from '../testing/told.ts';
import { smooth } from './smooth.ts';

const preview = (other: Partial<PreviewFacts>) => madeFacts({ preview: madePreview(other) });
const plays = 'good: No stalls, hardly a dropped frame.';

describe('playing here', () => {
  it.each([
    ['is smooth', madeFacts(), plays],
    ['may drop a frame', preview({ droppedShare: 0.0099 }), plays],
    ['drops many frames', preview({ droppedShare: 0.01 }), 'warning: 1 % of frames dropped here.'],
    [
      'drops too many frames',
      preview({ droppedShare: 0.05 }),
      'failing: 5 % of frames dropped here.',
    ],
    [
      'isn’t judged by its first seconds',
      preview({ droppedShare: null, framesPerSecond: 5 }),
      plays,
    ],
    [
      'is better again only with clearly fewer dropped frames',
      madeFacts({
        preview: madePreview({ droppedShare: 0.03 }),
        frames: { dropped: 'failing', rate: 'good' },
      }),
      'failing: 3 % of frames dropped here.',
    ],
    ['stalled once', preview({ stallsInLastMinute: 1 }), 'warning: 1 stall in the last minute.'],
    ['stalled often', preview({ stallsInLastMinute: 2 }), 'failing: 2 stalls in the last minute.'],
    ['stands still', preview({ state: 'stalled' }), 'failing: Stalled, with nothing left to play.'],
    [
      'is not at fault when nothing new is published',
      madeFacts({
        preview: madePreview({ state: 'stalled' }),
        stream: madeStream({
          renditions: [
            madeRendition({}, { playlist: madePlaylist({ changedAt: madeNow - 4_000 }) }),
          ],
        }),
      }),
      'unknown: The preview waits for the stream’s next segment.',
    ],
    ['may lose a few frames', preview({ framesPerSecond: 27 }), plays],
    [
      'has too low a frame rate',
      preview({ framesPerSecond: 26 }),
      'warning: 26 fps here, 30 fps declared.',
    ],
    [
      'has half the frame rate',
      preview({ framesPerSecond: 14 }),
      'failing: 14 fps here, 30 fps declared.',
    ],
    ['isn’t judged by frames nobody sees', preview({ framesPerSecond: 1, picture: null }), plays],
    ['isn’t known without a preview', madeFacts({ preview: null }), 'unknown: No preview is open.'],
    [
      'isn’t known at first',
      preview({ state: 'loading' }),
      'unknown: The preview hasn’t begun to play.',
    ],
    ['isn’t known when paused', preview({ state: 'paused' }), 'unknown: The preview is paused.'],
    [
      'isn’t known when it can’t play',
      preview({ state: 'trouble' }),
      'unknown: The preview doesn’t play.',
    ],
    [
      'fails when it stalled and can’t play again, though all is well with the stream',
      preview({ state: 'trouble', stallsInLastMinute: 1 }),
      'failing: Stalled, and it doesn’t play again.',
    ],
    [
      'isn’t to blame when the stream can’t be read after a stall',
      madeFacts({
        preview: madePreview({ state: 'trouble', stallsInLastMinute: 1 }),
        stream: madeStream({
          renditions: [madeRendition({}, { answered: madeAnswer({ outcome: 'status' }) })],
        }),
      }),
      'unknown: The preview doesn’t play.',
    ],
    [
      'isn’t judged while not on air',
      madeFacts({ entity: madeEntity({ status: 'ready' }) }),
      'unknown: Not on air.',
    ],
  ])('%s', (_title, facts, expected) => {
    expect(told(smooth, facts)).toBe(expected);
  });
});
