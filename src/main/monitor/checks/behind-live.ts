import type { Thresholds } from '../../../shared/thresholds.ts';
import type { Facts, StreamFacts } from '../facts.ts';
import { readLately, streamOnAir, targetOf } from './circumstances.ts';
import { type Judge, type Judged, failing, good, unknown, warning } from './judged.ts';
import { secondsText } from './words.ts';

const name = 'behind-live';
/** The edge moves in steps of a segment: the least of so many seconds is what it costs to get here. What is older says nothing of now. */
export const steadyMs = 20_000;
/** Clocks may differ by so much without being called wrong. */
const clockToleranceSeconds = 1;
const trendSpanMs = 120_000;
const trendPoints = 15;

/**
 * How far behind live the newest segment is, from EXT-X-PROGRAM-DATE-TIME (RFC 8216, 4.3.2.6) by the
 * media server's clock, else what a preview measures, and whether it grows.
 */
export const behindLive: Judge = (facts, thresholds) => {
  const stream = streamOnAir(facts);
  if (typeof stream === 'string') return unknown(name, stream);
  const edge = edgeSeconds(stream, facts.now);
  if (edge === null) return byPreview(facts, thresholds);
  if (edge < -clockToleranceSeconds)
    return unknown(
      name,
      `The programme time is ${secondsText(-edge)} ahead of the ${stream.serverAheadMs === null ? 'clock of this computer' : 'media server’s clock'}: the clocks differ.`,
    );
  const seconds = Math.max(0, edge);
  const found = judged(seconds, 'The newest segment ends', thresholds);
  if (found.verdict === 'failing') return found;
  const drift = driftOf(stream.behind);
  if (drift === null) return found;
  // Less than a segment is no trend.
  if (drift.seconds < Math.max(thresholds.behindDriftSeconds, targetOf(stream))) return found;
  const minutes = Math.max(1, Math.round(drift.spanMs / 60_000));
  return warning(
    name,
    `Falling behind: ${secondsText(drift.seconds)} in ${minutes} minutes, now ${secondsText(seconds)}.`,
    secondsText(seconds),
  );
};

function edgeSeconds(stream: StreamFacts, now: number): number | null {
  let least: number | null = null;
  for (const { at, seconds } of stream.behind)
    if (now - at <= steadyMs && (least === null || seconds < least)) least = seconds;
  if (least !== null) return least;
  for (const { playlist } of readLately(stream, now)) {
    if (playlist.edgeAt === null) continue;
    const seconds = (playlist.readAt + (stream.serverAheadMs ?? 0) - playlist.edgeAt) / 1000;
    if (least === null || seconds < least) least = seconds;
  }
  return least;
}

function byPreview({ preview }: Facts, thresholds: Thresholds): Judged {
  return preview?.state === 'playing' && preview.behindSeconds !== null
    ? judged(preview.behindSeconds, 'The preview is', thresholds)
    : unknown(name, 'The playlists hold no programme time.');
}

function judged(seconds: number, what: string, thresholds: Thresholds): Judged {
  const figure = secondsText(seconds);
  const reason = `${what} ${figure} behind live.`;
  if (seconds >= thresholds.behindFailingSeconds) return failing(name, reason, figure);
  if (seconds >= thresholds.behindWarningSeconds) return warning(name, reason, figure);
  return good(name, reason, figure);
}

/** How much the distance grew over what was watched of the last 5 minutes, by least squares. */
function driftOf(behind: StreamFacts['behind']): { seconds: number; spanMs: number } | null {
  const [first, last] = [behind[0], behind.at(-1)];
  if (first === undefined || last === undefined || behind.length < trendPoints) return null;
  const spanMs = last.at - first.at;
  if (spanMs < trendSpanMs) return null;
  let sumAt = 0;
  let sumSeconds = 0;
  for (const { at, seconds } of behind) {
    sumAt += at - first.at;
    sumSeconds += seconds;
  }
  const meanAt = sumAt / behind.length;
  const meanSeconds = sumSeconds / behind.length;
  let together = 0;
  let alone = 0;
  for (const { at, seconds } of behind) {
    const off = at - first.at - meanAt;
    together += off * (seconds - meanSeconds);
    alone += off * off;
  }
  return { seconds: (together / alone) * spanMs, spanMs };
}
