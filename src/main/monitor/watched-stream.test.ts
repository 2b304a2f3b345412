import { expect, test } from 'vitest';
import type { TimelinePoint } from '../../shared/health.ts';
import { usualThresholds } from '../../shared/thresholds.ts';
import type { StreamFacts } from './facts.ts';
import {
  madeEntity,
  madeFacts,
  madeNow,
  madePreview,
  madeRendition,
  madeSample,
  madeStream,
} from './testing/made-facts.ts';
import { WatchedStream } from './watched-stream.ts';

/** What a stream’s timeline gets of a moment, with or without a preview. */
function pointOf(stream: StreamFacts | null, preview: ReturnType<typeof madePreview> | null) {
  const watched = new WatchedStream('live_1');
  watched.read(madeEntity(), madeNow);
  if (preview !== null) watched.see(preview, madeNow);
  const { service } = madeFacts();
  watched.judge({ now: madeNow, offline: false, service, stream, thresholds: usualThresholds });
  return watched.point;
}

const preview = madePreview({ behindSeconds: 9.2, bitsPerSecond: 700_000 });
const probed = madeStream({
  behind: [
    { at: madeNow - 5_000, seconds: 4.3 },
    { at: madeNow - 1_000, seconds: 4.1 },
  ],
  renditions: [madeRendition({}, { samples: [madeSample(1_800_000)] })],
});
const best = madeRendition({ name: '1080p', bandwidth: 9_000_000 }, { samples: [] });
const unprobed = madeStream({ behind: [], renditions: [madeRendition({}, { samples: [] })] });

test.each<[string, StreamFacts | null, typeof preview | null, Omit<TimelinePoint, 'at'> | null]>([
  [
    'what the probe reads, without a preview',
    probed,
    null,
    { behindSeconds: 4.1, bitsPerSecond: 1_800_000, loudness: null },
  ],
  [
    'the same with one, and its loudness',
    probed,
    preview,
    { behindSeconds: 4.1, bitsPerSecond: 1_800_000, loudness: -22.8 },
  ],
  [
    'a preview’s figures where the probe has none',
    unprobed,
    preview,
    { behindSeconds: 9.2, bitsPerSecond: 700_000, loudness: -22.8 },
  ],
  [
    'no bitrate of a rendition that isn’t the best',
    { ...probed, renditions: [best, ...probed.renditions] },
    preview,
    { behindSeconds: 4.1, bitsPerSecond: 700_000, loudness: -22.8 },
  ],
  [
    'no distance that was read long ago',
    { ...probed, behind: [{ at: madeNow - 20_001, seconds: 0.8 }] },
    null,
    { behindSeconds: null, bitsPerSecond: 1_800_000, loudness: null },
  ],
  ['nothing where nothing was measured', unprobed, null, null],
  ['nothing before anything was asked', null, null, null],
])('the timeline gets %s', (_title, stream, seen, expected) => {
  expect(pointOf(stream, seen)).toEqual(expected && { at: madeNow, ...expected });
});
