import { usualThresholds } from '../../../../shared/thresholds.ts';
import { FakeClock } from '../../../testing/fake-clock.ts';
import { judge } from '../../checks/judge.ts';
import { madeEntity, madeFacts } from '../../testing/made-facts.ts';
import { Prober } from '../prober.ts';
import { lastArrivalOf, type MadeStream, playlistOf } from './made-streams.ts';

const probeMs = 4_000;
const longestAnswerMs = 300;
const targets = [1, 2, 3, 4, 5, 6, 8, 10];
/** A segment comes so much later than it should, at most, in target durations. */
const jitter = 0.4;
const judgedBy = ['playlist', 'hls', 'on-air'];
const mulberry = 0x6d2b79f5;

interface Watched extends MadeStream {
  readonly id: string;
  noticedAt: number | null;
  accusedAt: number | null;
}

export interface StallOutcome {
  /** Of each stalled stream that was noticed: the time since its last segment, of two target durations and one probe. */
  readonly shares: readonly number[];
  readonly missed: number;
  /** Healthy streams that were told to be in trouble, and stalled ones before they stalled. */
  readonly accused: number;
  readonly requests: number;
}

/**
 * Watches made streams on a made clock, half of which stall at some time: with
 * segments that come late by chance, and answers that take 20 to 300 ms.
 */
export async function simulateStalls({
  stalled,
  healthy,
  minutes,
}: {
  readonly stalled: number;
  readonly healthy: number;
  readonly minutes: number;
}): Promise<StallOutcome> {
  const clock = new FakeClock(1_800_000_000_000);
  const startedAt = clock.now();
  const endsAt = startedAt + minutes * 60_000;
  const streams = new Map(
    Array.from({ length: stalled + healthy }, (_, n) => {
      const stream = streamOf(n, startedAt, n < stalled ? endsAt : Infinity);
      return [stream.url, stream] as const;
    }),
  );
  let requests = 0;
  const prober = new Prober({
    clock,
    pageOrigin: 'tally://app',
    fetch: (input, init) => {
      requests += 1;
      const url = input instanceof Request ? input.url : input.toString();
      return answered(streams, clock, url, init?.method ?? 'GET', requests);
    },
    changed: (url) => {
      const stream = streams.get(url);
      if (stream !== undefined) note(stream, prober, clock.now());
    },
  });
  prober.setTargets(
    [...streams.keys()].map((url) => ({ id: url, hls: url, dash: null, often: true })),
  );
  await clock.pass(endsAt - startedAt);
  prober.stop();
  const all = [...streams.values()];
  const stalls = all.filter(({ stallsAt }) => stallsAt < Infinity);
  return {
    shares: stalls.flatMap((stream) => shareOf(stream) ?? []),
    missed: stalls.filter(({ noticedAt }) => noticedAt === null).length,
    accused: all.filter(({ accusedAt }) => accusedAt !== null).length,
    requests,
  };
}

function streamOf(n: number, now: number, endsAt: number): Watched {
  const targetSeconds = targets[n % targets.length] ?? 2;
  const url = `https://${n}.example/live.m3u8`;
  const earliest = now + 60_000;
  const latest = endsAt - 60_000;
  return {
    id: url,
    url,
    targetSeconds,
    startedAt: now - 120_000 - Math.floor(chance(n, 1) * 10_000),
    lateMs: (segment) => Math.floor(chance(n, segment) * jitter * targetSeconds * 1000),
    stallsAt: endsAt === Infinity ? Infinity : earliest + chance(n, 2) * (latest - earliest),
    noticedAt: null,
    accusedAt: null,
  };
}

async function answered(
  streams: ReadonlyMap<string, Watched>,
  clock: FakeClock,
  url: string,
  method: string,
  request: number,
): Promise<Response> {
  const stream = streams.get(url);
  const headers = { 'access-control-allow-origin': '*', date: new Date(clock.now()).toUTCString() };
  const body = stream === undefined || method === 'HEAD' ? '' : playlistOf(stream, clock.now());
  await new Promise<void>((done) =>
    clock.after(20 + chance(request, 3) * (longestAnswerMs - 20), done),
  );
  return new Response(body, {
    headers: { ...headers, 'content-length': String(stream === undefined ? 1_000 : body.length) },
  });
}

function note(stream: Watched, prober: Prober, now: number): void {
  const facts = madeFacts({
    now,
    entity: madeEntity({ playback: { hls: stream.url } }),
    stream: prober.factsOf(stream.id),
    preview: null,
  });
  const isTrouble = judge(facts, usualThresholds).some(
    ({ name, verdict }) =>
      judgedBy.includes(name) && (verdict === 'warning' || verdict === 'failing'),
  );
  if (!isTrouble) return;
  const lastAt = lastArrivalOf(stream, now);
  if (lastAt === null) stream.accusedAt ??= now;
  else stream.noticedAt ??= now;
}

function shareOf(stream: Watched): number | null {
  const lastAt = lastArrivalOf(stream, Number.MAX_SAFE_INTEGER);
  if (stream.noticedAt === null || lastAt === null) return null;
  const limitMs = 2 * stream.targetSeconds * 1000 + probeMs + longestAnswerMs;
  return (stream.noticedAt - lastAt) / limitMs;
}

/** From 0 to 1, the same for the same numbers. */
function chance(one: number, other: number): number {
  let mixed = (one * 7_919 + other * 104_729 + mulberry) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
