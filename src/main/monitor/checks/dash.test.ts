import { describe, expect, it } from 'vitest';
import type { DashFacts } from '../facts.ts';
import {
  madeAnswer,
  madeDash,
  madeEntity,
  madeFacts,
  madeNow,
  madeStream,
  madeVariant,
} from '../testing/made-facts.ts';
import { told } from '../testing/told.ts';
import { dash } from './dash.ts';

const having = (other: Partial<DashFacts>) =>
  madeFacts({ stream: madeStream({ dash: madeDash(other) }) });
const edge = (behindHlsMs: number) => having({ edgeAt: madeNow - 5_100 - behindHlsMs });
const agrees = 'good: 3 sizes as in HLS; live edges agree.';

describe('DASH', () => {
  it.each([
    ['agrees with HLS', madeFacts(), agrees],
    ['may be a segment behind', edge(2_000), agrees],
    ['may be a segment ahead', edge(-2_000), agrees],
    ['is behind', edge(4_000), 'warning: DASH is 2 segments behind HLS.'],
    ['is ahead', edge(-5_000), 'warning: DASH is 2.5 segments ahead of HLS.'],
    [
      'isn’t there',
      having({ answered: madeAnswer({ outcome: 'status', status: 404 }), dynamic: null }),
      'failing: The manifest gives status 404.',
    ],
    [
      'wasn’t asked since it went on air',
      {
        ...having({
          answered: madeAnswer({ at: madeNow - 25_000, outcome: 'status', status: 404 }),
        }),
        statusChangedAt: madeNow - 20_000,
      },
      'unknown: On air since TIME; the manifest is awaited.',
    ],
    [
      'may come a little later than the stream',
      {
        ...having({ answered: madeAnswer({ outcome: 'status', status: 404 }) }),
        statusChangedAt: madeNow - 10_000,
      },
      'unknown: On air since TIME; the manifest is awaited.',
    ],
    [
      'still isn’t there',
      {
        ...having({ answered: madeAnswer({ outcome: 'status', status: 404 }) }),
        statusChangedAt: madeNow - 20_000,
      },
      'failing: The manifest gives status 404.',
    ],
    [
      'is a page instead',
      having({
        answered: madeAnswer({ outcome: 'not-understood', contentType: 'text/html' }),
        dynamic: null,
      }),
      'failing: The manifest isn’t one: “text/html” came.',
    ],
    [
      'is empty',
      having({
        answered: madeAnswer({ outcome: 'not-understood', contentType: 'application/dash+xml' }),
        dynamic: null,
      }),
      'failing: The manifest is empty or not understood.',
    ],
    [
      'is static',
      having({ dynamic: false }),
      'failing: The manifest is static, as of a recording, though on air.',
    ],
    [
      'lacks a size',
      having({ variants: [madeVariant(), madeVariant({ width: 256, height: 144 })] }),
      'warning: DASH lacks 640×360, which HLS has.',
    ],
    [
      'has a size that HLS lacks',
      having({ variants: [...madeDash().variants, madeVariant({ width: 1920, height: 1080 })] }),
      'warning: HLS lacks 1920×1080, which DASH has.',
    ],
    [
      'isn’t compared with what was read at another time',
      having({ answered: madeAnswer({ at: madeNow - 25_000 }), edgeAt: madeNow - 60_000 }),
      'good: 3 sizes as in HLS; live edges can’t be compared.',
    ],
    [
      'isn’t given',
      madeFacts({ entity: madeEntity({ playback: { hls: 'x' } }) }),
      'unknown: The service gives no DASH address.',
    ],
    [
      'wasn’t asked yet',
      madeFacts({ stream: madeStream({ dash: null }) }),
      'unknown: Not asked yet.',
    ],
    [
      'isn’t judged while not on air',
      madeFacts({ entity: madeEntity({ status: 'ready' }) }),
      'unknown: Not on air.',
    ],
  ])('%s', (_title, facts, expected) => {
    expect(told(dash, facts)).toBe(expected);
  });
});
