import type { Thresholds } from '../../shared/thresholds.ts';
import { HlsRun } from './hls-run.ts';
import { Instruments, type Reading } from './instruments.ts';
import { type LoadedHls, loadHls } from './load-hls.ts';

export type SampledFrames = Pick<Reading, 'picture' | 'sound'>;

export interface SampleOptions {
  readonly thresholds: () => Thresholds;
  /** Ends it early. */
  readonly signal: AbortSignal;
}

/** The buffer of a few seconds: nobody watches, so a stall costs nothing. */
const config = { maxBufferLength: 4, maxMaxBufferLength: 6, backBufferLength: 0 };
const LOOK_EVERY_MS = 500;
const PLAYS_WITHIN_MS = 12_000;
const SAMPLE_MS = 6_000;
/** Black, still or silent for so long deserves a longer look. */
const SUSPICIOUS_MS = 2_000;
const LONGEST_SAMPLE_MS = 25_000;

/**
 * Plays a stream for some seconds at its lowest rendition, out of sight and without a sound, and
 * measures it; longer when it may be black, frozen or silent. null when it doesn't play.
 */
export async function sampleFrames(
  url: string,
  { thresholds, signal }: SampleOptions,
): Promise<SampledFrames | null> {
  const hls = await loadHls().catch(() => null);
  if (hls === null || signal.aborted || !hls.Hls.isSupported()) return null;
  const video = smallVideo();
  const failing = new AbortController();
  const instruments = new Instruments(video, { thresholds, loudness: 'full' });
  const run = play(hls, video, url, () => failing.abort());
  const until = AbortSignal.any([signal, failing.signal]);
  try {
    return await watch(instruments, thresholds, until);
  } finally {
    instruments.destroy();
    run.destroy();
    video.removeAttribute('src');
    video.load();
  }
}

/** hls.js holds the rendition to the size of the element, which is never on the page. */
function smallVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  video.muted = true;
  video.width = 16;
  video.height = 9;
  return video;
}

function play(hls: LoadedHls, video: HTMLVideoElement, url: string, failed: () => void): HlsRun {
  const run = new HlsRun(
    hls,
    video,
    url,
    ({ kind }) => {
      if (kind === 'failed') failed();
    },
    config,
  );
  video.play().catch(() => undefined);
  return run;
}

async function watch(
  instruments: Instruments,
  thresholds: () => Thresholds,
  until: AbortSignal,
): Promise<SampledFrames | null> {
  const openedAt = performance.now();
  let startedAt: number | null = null;
  while (await passed(LOOK_EVERY_MS, until)) {
    const now = performance.now();
    const { picture, sound } = instruments.read(now);
    if (picture !== null || sound !== null) startedAt ??= now;
    if (startedAt === null && now - openedAt > PLAYS_WITHIN_MS) return null;
    if (startedAt === null) continue;
    const sampledMs = now - startedAt;
    const enoughMs = isSuspicious({ picture, sound }) ? longSampleMs(thresholds()) : SAMPLE_MS;
    if (sampledMs >= enoughMs)
      return picture === null && sound === null ? null : { picture, sound };
  }
  return null;
}

function isSuspicious({ picture, sound }: SampledFrames): boolean {
  const lasting = [picture?.darkMs, picture?.stillMs, sound?.silentMs];
  return lasting.some((ms = 0) => ms >= SUSPICIOUS_MS);
}

/** Long enough to be sure by the thresholds, as far as a sample goes. */
function longSampleMs({ blackSeconds, frozenSeconds, silenceSeconds }: Thresholds): number {
  const seconds = Math.max(blackSeconds, frozenSeconds, silenceSeconds);
  return Math.min(LONGEST_SAMPLE_MS, Math.max(SAMPLE_MS, 1_000 * seconds + 2_000));
}

/** Waits; false as soon as `until` is aborted. */
function passed(ms: number, until: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (until.aborted) {
      resolve(false);
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      until.removeEventListener('abort', end);
      resolve(true);
    }, ms);
    until.addEventListener('abort', end, { once: true });
  });
}
