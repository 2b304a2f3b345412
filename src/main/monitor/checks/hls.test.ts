import { describe, expect, it } from 'vitest';
import type { Answered, Facts, Variant } from '../facts.ts';
import {
  madeAnswer,
  madeEntity,
  madeFacts,
  madeNow,
  madeRendition,
  madeSound,
  madeStream,
} from '../testing/made-facts.ts';
import { told } from '../testing/told.ts';
import { hls } from './hls.ts';

const master = (answer: Partial<Answered>, other: Partial<Facts> = {}) =>
  madeFacts({ stream: madeStream({ master: madeAnswer(answer) }), ...other });
const rendition = (variant: Partial<Variant>, answer: Partial<Answered> = {}) =>
  madeRendition(variant, { answered: madeAnswer(answer) });
const renditions = (...all: ReturnType<typeof rendition>[]) =>
  madeFacts({ stream: madeStream({ renditions: all }) });
const notFound = { outcome: 'status', status: 404 } as const;

describe('HLS', () => {
  it.each([
    ['is reachable', madeFacts(), 'good: Master and 4 renditions answer over HTTPS within 50 ms.'],
    [
      'fails when the master isn’t there',
      master(notFound),
      'failing: The master playlist gives status 404.',
    ],
    [
      'fails when nothing answers',
      master({ outcome: 'unreachable', status: null }),
      'failing: The master playlist can’t be reached.',
    ],
    [
      'fails when a page comes instead',
      master({ outcome: 'not-understood', contentType: 'text/html' }),
      'failing: The master playlist isn’t one: “text/html” came.',
    ],
    [
      'fails when a playlist without anything in it comes',
      master({ outcome: 'not-understood', contentType: 'application/vnd.apple.mpegurl' }),
      'failing: The master playlist is empty or lists nothing.',
    ],
    [
      'warns when one of the renditions isn’t there',
      renditions(rendition({}), rendition({ name: '360p' }, notFound)),
      'warning: The playlist of 360p gives status 404; 1 of 2 can’t be read.',
    ],
    [
      'fails when no rendition is there',
      renditions(rendition({}, notFound), rendition({ name: '360p' }, notFound)),
      'failing: The playlist of 720p gives status 404; none of 2 can be read.',
    ],
    [
      'fails when the only sound doesn’t answer',
      renditions(rendition({}), rendition(madeSound, { outcome: 'timed-out', status: null })),
      'failing: The playlist of Tone doesn’t answer in time.',
    ],
    [
      'warns of slow answers',
      renditions(rendition({}, { firstByteMs: 2_100 })),
      'warning: Slow: the first byte of a playlist took 2.5 s.',
    ],
    [
      'warns of a content type that hides the playlist',
      master({ url: 'https://cdn.example.com/play?id=1', contentType: 'text/plain' }),
      'warning: The content type of a playlist is “text/plain”; players expect application/vnd.apple.mpegurl.',
    ],
    [
      'knows a playlist by the end of its path, too',
      master({ url: 'https://cdn.example.com/a.m3u8?x=1', contentType: 'text/plain' }),
      'good: Master and 4 renditions answer over HTTPS within 50 ms.',
    ],
    [
      'says when it isn’t HTTPS',
      master({ url: 'http://cdn.example.com/a.m3u8' }),
      'good: Master and 4 renditions answer over plain HTTP within 50 ms.',
    ],
    [
      'fails in a loop of redirects',
      master({ outcome: 'redirects', status: 302 }),
      'failing: The master playlist redirects more than 5 times.',
    ],
    [
      'isn’t expected while not on air',
      master(notFound, { entity: madeEntity({ status: 'ready' }) }),
      'unknown: Not on air. The master playlist gives status 404.',
    ],
    [
      'isn’t expected right after the start',
      master(notFound, { statusChangedAt: madeNow - 5_000 }),
      'unknown: On air since TIME. The master playlist gives status 404.',
    ],
    ['isn’t known before it was asked', madeFacts({ stream: null }), 'unknown: Not asked yet.'],
    [
      'isn’t known without a network',
      master({ outcome: 'unreachable', status: null }, { offline: true }),
      'unknown: This computer has no network.',
    ],
    [
      'warns without an address on air',
      madeFacts({ entity: madeEntity({ playback: {} }) }),
      'warning: On air, but the service gives no HLS address.',
    ],
  ])('%s', (_title, facts, expected) => {
    expect(told(hls, facts)).toBe(expected);
  });
});
