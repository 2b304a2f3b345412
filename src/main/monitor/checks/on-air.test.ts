import { describe, expect, it } from 'vitest';
import type { Facts, PlaylistFacts } from '../facts.ts';
import {
  madeAnswer,
  madeEntity,
  madeFacts,
  madeNow,
  madePlaylist,
  madeRendition,
  madeStream,
} from '../testing/made-facts.ts';
import { told } from '../testing/told.ts';
import { onAir } from './on-air.ts';

const playing = (playlist: Partial<PlaylistFacts>, other: Partial<Facts> = {}) =>
  madeFacts({
    stream: madeStream({ renditions: [madeRendition({}, { playlist: madePlaylist(playlist) })] }),
    ...other,
  });
const off = { entity: madeEntity({ status: 'ready' }) };
const still = { changedAt: madeNow - 31_000, edgeAt: madeNow - 35_000 };
/** Read for the first time just now, with the newest segment's programme time. */
const found = (edgeAt: number) =>
  madeFacts({
    ...off,
    stream: madeStream({
      watchedSince: madeNow - 2_000,
      renditions: [madeRendition({}, { playlist: madePlaylist({ edgeAt }) })],
    }),
  });
const gone = madeStream({
  master: madeAnswer({ outcome: 'status', status: 404 }),
  renditions: [],
});

describe('on air', () => {
  it.each([
    ['is good while new segments come', madeFacts(), 'good: On air, and new segments come.'],
    [
      'is good for a stream whose segment is a little late',
      playing({ changedAt: madeNow - 9_000 }),
      'good: On air; the next segment is late.',
    ],
    [
      'fails when nothing new comes',
      playing(still),
      'failing: Nothing new for 30 s, though the service says on air.',
    ],
    [
      'fails once the playlist has ended',
      playing({ ended: true }),
      'failing: The playlist has ended, though the service says on air.',
    ],
    [
      'fails without a segment',
      playing({ segments: 0 }),
      'failing: No playlist lists a segment, though the service says on air.',
    ],
    [
      'fails when there is nothing to play',
      madeFacts({ stream: gone }),
      'failing: There is nothing to play, though the service says on air.',
    ],
    [
      'gives a stream that was only just found some time',
      madeFacts({ stream: { ...gone, watchedSince: madeNow - 3_000 } }),
      'unknown: On air; the stream hasn’t been read lately.',
    ],
    [
      'gives a stream that just went on air some time',
      playing(still, { statusChangedAt: madeNow - 14_000 }),
      'unknown: On air since TIME; new segments are awaited.',
    ],
    [
      'gives no more than that',
      playing(still, { statusChangedAt: madeNow - 15_000 }),
      'failing: Nothing new for 30 s, though the service says on air.',
    ],
    [
      'doesn’t judge by a playlist that wasn’t read',
      playing({ readAt: madeNow - 60_000, changedAt: madeNow - 90_000 }),
      'unknown: On air; the stream hasn’t been read lately.',
    ],
    [
      'warns when segments flow though the service says ready',
      playing({}, off),
      'warning: Segments flow, though the service says “ready”.',
    ],
    [
      'is no matter when the last segment came before the encoder left, or just after',
      playing({ changedAt: madeNow - 25_000 }, { ...off, statusChangedAt: madeNow - 35_000 }),
      'unknown: Not on air: the service says “ready”.',
    ],
    [
      'warns when segments still come some time after the service said ready',
      playing({}, { ...off, statusChangedAt: madeNow - 35_000 }),
      'warning: Segments flow, though the service says “ready”.',
    ],
    [
      'is no matter once the addresses are gone',
      madeFacts({
        ...off,
        stream: madeStream({ master: madeAnswer({ outcome: 'status', status: 404 }) }),
      }),
      'unknown: Not on air: the service says “ready”.',
    ],
    [
      'tells an encoder that runs by its programme time, too',
      found(madeNow - 5_000),
      'warning: Segments flow, though the service says “ready”.',
    ],
    [
      'is no matter when what was found never moved',
      playing({ changedAt: madeNow - 600_000, edgeAt: madeNow - 900_000 }, off),
      'unknown: Not on air: the service says “ready”.',
    ],
    [
      'is no matter when what was first found is of yesterday',
      found(madeNow - 86_400_000),
      'unknown: Not on air: the service says “ready”.',
    ],
    [
      'is no matter for a recording',
      playing({ ended: true }, off),
      'unknown: Not on air: the service says “ready”.',
    ],
    [
      'warns without an address to play',
      madeFacts({ entity: madeEntity({ playback: {} }) }),
      'warning: On air, but the service gives no HLS address.',
    ],
    [
      'isn’t known before the first answer',
      madeFacts({ entity: null }),
      'unknown: The service has not answered yet.',
    ],
    [
      'isn’t known without a network',
      madeFacts({ offline: true }),
      'unknown: This computer has no network.',
    ],
    [
      'isn’t known before the stream was asked',
      madeFacts({ stream: null }),
      'unknown: On air; the stream hasn’t been asked yet.',
    ],
  ])('%s', (_title, facts, expected) => {
    expect(told(onAir, facts)).toBe(expected);
  });
});
