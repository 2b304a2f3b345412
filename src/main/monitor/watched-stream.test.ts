import { expect, test } from 'vitest';
import type { TimelinePoint } from '../../shared/health.ts';
import type { PreviewFacts } from '../../shared/health-arguments.ts';
import { usualThresholds as thresholds } from '../../shared/thresholds.ts';
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
  watched.judge({ now: madeNow, offline: false, service, stream, thresholds });
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

/** A stream that a sample found black, and what its picture is judged from then on. */
function sampledBlack() {
  const watched = new WatchedStream('live_1');
  watched.read(madeEntity(), madeNow);
  const { service } = madeFacts();
  let now = madeNow;
  const verdict = () => watched.checks.find(({ name }) => name === 'picture')?.verdict;
  const judge = (seconds: number, seen?: Partial<PreviewFacts>) => {
    now += seconds * 1000;
    if (seen !== undefined) watched.see(madePreview(seen), now);
    const stream = madeStream();
    const events = watched.judge({ now, offline: false, service, stream, thresholds });
    return { verdict: verdict(), events: events.filter(({ check }) => check === 'picture') };
  };
  const dark = (seconds: number) => ({
    picture: {
      meanLuma: 2,
      darkMs: seconds * 1000,
      stillMs: seconds * 1000,
      seenMs: seconds * 1000,
    },
  });
  judge(0, { from: 'sample', ...dark(9) });
  return { watched, judge, dark };
}

test('a preview that opens on a black picture records no recovery', () => {
  const { judge, dark } = sampledBlack();
  const seen: Partial<PreviewFacts>[] = [
    { state: 'loading', picture: null },
    { picture: null },
    ...[0, 1, 2, 3, 4, 5, 6].map(dark),
  ];
  for (const one of seen) expect(judge(1, one)).toEqual({ verdict: 'failing', events: [] });
});

test('a picture that a preview saw black stays so when the preview begins to look anew, and when it closes', () => {
  const { judge, dark } = sampledBlack();
  const moving = { meanLuma: 90, darkMs: 0, stillMs: 0, seenMs: 6_000 };
  expect(judge(1, { from: 'sample', picture: moving }).verdict).toBe('good');
  expect(judge(60, dark(40)).verdict).toBe('failing');
  expect(judge(2, dark(0)).verdict).toBe('failing');
  expect(judge(60).verdict).toBe('failing');
  expect(judge(300).verdict).toBe('unknown');
});

test('what was measured at another address is forgotten', () => {
  const { watched, judge } = sampledBlack();
  expect(judge(1).verdict).toBe('failing');
  watched.read(madeEntity({ playback: { hls: 'https://cdn.example.com/new.m3u8' } }), madeNow);
  expect(judge(1).verdict).toBe('unknown');
});
