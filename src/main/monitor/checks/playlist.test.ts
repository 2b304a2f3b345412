import { describe, expect, it } from 'vitest';
import type { Facts, PlaylistFacts } from '../facts.ts';
import {
  madeEntity,
  madeFacts,
  madeNow,
  madePlaylist,
  madeRendition,
  madeStream,
} from '../testing/made-facts.ts';
import { told } from '../testing/told.ts';
import { playlist } from './playlist.ts';

const readAt = madeNow - 1_000;
const one = (facts: Partial<PlaylistFacts>, other: Partial<Facts> = {}) =>
  madeFacts({
    stream: madeStream({ renditions: [madeRendition({}, { playlist: madePlaylist(facts) })] }),
    ...other,
  });
const aged = (seconds: number, other: Partial<Facts> = {}) =>
  one({ changedAt: readAt - seconds * 1000 }, other);

describe('the playlist', () => {
  it.each([
    ['is fresh', madeFacts(), 'good: New segments come in time, target 2 s.'],
    ['is fresh up to 1.5 targets', aged(2.8), 'good: Newest segment 2.8 s old, target 2 s.'],
    ['is old from 1.5 targets', aged(3), 'warning: No new segment for 3 s, target 2 s.'],
    ['stands still from 3 targets', aged(6), 'failing: No new segment for 6 s, target 2 s.'],
    [
      'is judged by its target',
      one({ changedAt: readAt - 8_400, targetSeconds: 6 }),
      'good: Newest segment 8.4 s old, target 6 s.',
    ],
    [
      'isn’t judged by what was read before another rendition went on',
      madeFacts({
        stream: madeStream({
          renditions: [
            madeRendition({}, { playlist: madePlaylist({ changedAt: readAt, resumedAt: readAt }) }),
            madeRendition(
              { name: '144p' },
              {
                playlist: madePlaylist({ readAt: readAt - 2_000, changedAt: readAt - 26_000 }),
              },
            ),
          ],
        }),
      }),
      'good: New segments come in time, target 2 s.',
    ],
    [
      'isn’t called old by time in which it wasn’t read',
      one({ readAt: madeNow - 11_000, changedAt: madeNow - 11_500 }),
      'good: New segments come in time, target 2 s.',
    ],
    [
      'isn’t known when it wasn’t read lately',
      one({ readAt: madeNow - 30_000, changedAt: madeNow - 60_000 }),
      'unknown: The media playlists were last read at TIME.',
    ],
    [
      'is judged by its worst rendition',
      madeFacts({
        stream: madeStream({
          renditions: [
            madeRendition(),
            madeRendition(
              { name: '360p' },
              { playlist: madePlaylist({ changedAt: readAt - 4_000 }) },
            ),
            madeRendition(
              { name: '144p' },
              { playlist: madePlaylist({ changedAt: readAt - 15_000, edgeAt: readAt - 19_000 }) },
            ),
          ],
        }),
      }),
      'failing: No new segment for 15 s in 144p, target 2 s.',
    ],
    [
      'blames no rendition when all stand still',
      madeFacts({
        stream: madeStream({
          renditions: ['360p', '144p'].map((name) =>
            madeRendition({ name }, { playlist: madePlaylist({ changedAt: readAt - 15_000 }) }),
          ),
        }),
      }),
      'failing: No new segment for 15 s, target 2 s.',
    ],
    [
      'isn’t judged by what was read before it went on air',
      aged(15, { statusChangedAt: madeNow - 500 }),
      'unknown: The media playlists were last read at TIME.',
    ],
    [
      'fails when it says that no more will follow',
      one({ ended: true, changedAt: readAt - 60_000 }),
      'failing: The playlist says that no more will follow, though the service says on air.',
    ],
    [
      'fails without a segment',
      one({ segments: 0, newestSeconds: null, longestSeconds: null }),
      'failing: The playlist of 720p lists no segment.',
    ],
    [
      'warns when the media sequence went back',
      one({ jump: { at: madeNow - 20_000, from: 305, to: 4 } }),
      'warning: The media sequence went back, from 305 to 4 at TIME.',
    ],
    [
      'warns when the media sequence left some out',
      one({ jump: { at: madeNow - 20_000, from: 305, to: 340 } }),
      'warning: The media sequence jumped, from 305 to 340 at TIME.',
    ],
    [
      'takes a new sequence for no jump when it just went on air',
      one(
        { jump: { at: madeNow - 20_000, from: 305, to: 4 } },
        { statusChangedAt: madeNow - 35_000 },
      ),
      'good: New segments come in time, target 2 s.',
    ],
    [
      'forgets a jump after a minute',
      one({ jump: { at: madeNow - 61_000, from: 305, to: 4 } }),
      'good: New segments come in time, target 2 s.',
    ],
    [
      'takes segments that are at most the target when rounded',
      one({ longestSeconds: 2.49 }),
      'good: New segments come in time, target 2 s.',
    ],
    [
      'warns of segments longer than the target',
      one({ longestSeconds: 2.5 }),
      'warning: A segment lasts 2.5 s, longer than the target of 2 s.',
    ],
    [
      'warns of many discontinuities',
      one({ discontinuitiesInLastMinute: 3 }),
      'warning: 3 discontinuities in the last minute.',
    ],
    [
      'takes a few discontinuities',
      one({ discontinuitiesInLastMinute: 2 }),
      'good: New segments come in time, target 2 s.',
    ],
    [
      'gives a stream that just went on air some time',
      aged(90, { statusChangedAt: madeNow - 10_000 }),
      'unknown: On air since TIME; the first new segment is awaited.',
    ],
    [
      'isn’t judged while not on air',
      aged(90, { entity: madeEntity({ status: 'ready' }) }),
      'unknown: Not on air.',
    ],
    [
      'isn’t judged without a network',
      aged(90, { offline: true }),
      'unknown: This computer has no network.',
    ],
    [
      'isn’t known before it was read',
      madeFacts({ stream: madeStream({ renditions: [madeRendition({}, { playlist: null })] }) }),
      'unknown: No media playlist could be read so far.',
    ],
  ])('%s', (_title, facts, expected) => {
    expect(told(playlist, facts)).toBe(expected);
  });
});
