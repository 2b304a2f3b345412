import { describe, expect, it } from 'vitest';
import type { StreamFacts } from '../facts.ts';
import {
  madeFacts,
  madeNow,
  madePlaylist,
  madePreview,
  madeRendition,
  madeStream,
} from '../testing/made-facts.ts';
import { told } from '../testing/told.ts';
import { behindLive } from './behind-live.ts';

/** Measured every 4 s for `minutes`, `at` giving the seconds by the share of the time that has passed. */
const measured = (minutes: number, at: (share: number, index: number) => number) => {
  const count = Math.floor((minutes * 60) / 4);
  return Array.from({ length: count + 1 }, (_, index) => ({
    at: madeNow - (count - index) * 4_000,
    seconds: at(index / count, index),
  }));
};
const behind = (points: StreamFacts['behind'], other: Partial<StreamFacts> = {}) =>
  madeFacts({ stream: madeStream({ behind: points, ...other }) });
const steady = (seconds: number) => behind(measured(5, () => seconds));
const edge = (edgeAt: number | null, serverAheadMs: number | null) =>
  behind([], {
    serverAheadMs,
    renditions: [madeRendition({}, { playlist: madePlaylist({ edgeAt }) })],
  });

describe('behind live', () => {
  it.each([
    ['is good when near', steady(4.12), 'good: The newest segment ends 4.1 s behind live.'],
    ['warns when far', steady(30), 'warning: The newest segment ends 30 s behind live.'],
    ['fails when too far', steady(125), 'failing: The newest segment ends 2 min 5 s behind live.'],
    [
      'counts from the newest segment as it came, not as it grows old',
      behind(measured(5, (_share, index) => 4 + (index % 3) * 4)),
      'good: The newest segment ends 4 s behind live.',
    ],
    [
      'warns when it grows',
      behind(measured(5, (share) => 4 + share * 5.2)),
      'warning: Falling behind: 5.2 s in 5 minutes, now 8.9 s.',
    ],
    [
      'takes less than a segment for no trend',
      behind(
        measured(5, (share) => 4 + share * 5.2),
        {
          renditions: [madeRendition({}, { playlist: madePlaylist({ targetSeconds: 6 }) })],
        },
      ),
      'good: The newest segment ends 8.9 s behind live.',
    ],
    [
      'sees no trend in a minute',
      behind(measured(1, (share) => 4 + share * 20)),
      'good: The newest segment ends 17.3 s behind live.',
    ],
    [
      'is corrected by the server’s clock',
      edge(madeNow + 55_000, 60_000),
      'good: The newest segment ends 4 s behind live.',
    ],
    [
      'isn’t known when the clocks differ',
      edge(madeNow + 55_000, 0),
      'unknown: The programme time is 56 s ahead of the media server’s clock: the clocks differ.',
    ],
    [
      'isn’t known when this computer’s clock differs',
      edge(madeNow + 55_000, null),
      'unknown: The programme time is 56 s ahead of the clock of this computer: the clocks differ.',
    ],
    [
      'comes from the preview where there is no programme time',
      edge(null, 0),
      'good: The preview is 9.2 s behind live.',
    ],
    [
      'isn’t known without programme time and preview',
      { ...edge(null, 0), preview: madePreview({ state: 'paused' }) },
      'unknown: The playlists hold no programme time.',
    ],
  ])('%s', (_title, facts, expected) => {
    expect(told(behindLive, facts)).toBe(expected);
  });

  it.each([2, 4, 6, 10])('sees no trend in a steady stream of segments of %i s', (target) => {
    for (let phase = 0; phase < 40; phase += 1) {
      const facts = behind(
        measured(
          5,
          (_share, index) => 3 + ((index * 4 + phase / 4 + ((index * 7) % 11) / 10) % target),
        ),
        { renditions: [madeRendition({}, { playlist: madePlaylist({ targetSeconds: target }) })] },
      );
      expect(told(behindLive, facts)).toMatch(/^good/);
    }
  });
});
