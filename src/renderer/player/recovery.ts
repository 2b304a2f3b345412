import type { StallCause, Trouble } from './preview-state.ts';

/** What hls.js says of a failure that it can't mend by itself, without its objects. */
export interface StreamFailure {
  /** One of hls.js's ErrorDetails. */
  readonly details: string;
  readonly isMedia: boolean;
  /** The HTTP status, 0 when a browser tells none, null when no request failed. */
  readonly status: number | null;
  readonly codec: string | null;
  readonly url: string | null;
}

export type FailureStep =
  | { readonly kind: 'reconnect'; readonly trouble: Trouble }
  /** Flush the decoder and go on with the same playlists. */
  | { readonly kind: 'recover-media' }
  | { readonly kind: 'wait-for-segments' }
  /** Only a probe can tell what it was. */
  | { readonly kind: 'ask' };

const undecodable = new Set([
  'manifestIncompatibleCodecsError',
  'bufferAddCodecError',
  'bufferIncompatibleCodecsError',
]);

/** How many times the decoder is flushed before the player is built anew. */
export const MEDIA_RECOVERIES = 2;

/** What to do about a failure, after so many flushes of the decoder in the last half minute. */
export function afterFailure(failure: StreamFailure, recentRecoveries: number): FailureStep {
  const { details, status } = failure;
  if (undecodable.has(details)) return reconnect({ kind: 'undecodable', codec: failure.codec });
  if (details === 'levelEmptyError') return { kind: 'wait-for-segments' };
  if (details === 'manifestParsingError') return reconnect({ kind: 'not-a-playlist' });
  // HTML, or an encoder that started again with other segments under the same numbers.
  if (details === 'levelParsingError') return { kind: 'ask' };
  if (details.endsWith('TimeOut')) return reconnect({ kind: 'silent' });
  if (status !== null && status >= 400) return reconnect({ kind: 'status', status });
  if (status === 0) return { kind: 'ask' };
  if (failure.isMedia)
    return recentRecoveries < MEDIA_RECOVERIES
      ? { kind: 'recover-media' }
      : reconnect({ kind: 'damaged' });
  return reconnect({ kind: 'interrupted' });
}

const reconnect = (trouble: Trouble): FailureStep => ({ kind: 'reconnect', trouble });

/** Milliseconds to wait before a try: doubling, with jitter, always within 1 to 10 s. */
export function backOffMs(attempt: number, random: number): number {
  const base = Math.min(10_000, 1000 * 2 ** (attempt - 1));
  return Math.round(Math.min(10_000, Math.max(1000, base * (0.75 + 0.5 * random))));
}

/** A media playlist as far as a restart of the encoder shows in it. */
export interface SequenceWindow {
  readonly startSN: number;
  readonly endSN: number;
  readonly fragments: readonly { readonly programDateTime: number | null }[];
}

/** How many segments an answer of a lagging cache may be older than the one before. */
const CACHE_LAG_SEGMENTS = 2;

/**
 * Whether an encoder started again between two readings of one playlist: the media
 * sequence went back (RFC 8216, 4.3.3.2 lets it only grow), or the same number has
 * another programme time.
 */
export function encoderRestarted(before: SequenceWindow, after: SequenceWindow): boolean {
  if (after.endSN < before.endSN - CACHE_LAG_SEGMENTS) return true;
  const shared = Math.min(before.endSN, after.endSN);
  const then = before.fragments[shared - before.startSN]?.programDateTime ?? null;
  const now = after.fragments[shared - after.startSN]?.programDateTime ?? null;
  return then !== null && now !== null && Math.abs(now - then) > 1000;
}

/** A picture that doesn't move though it should. */
export interface Stall {
  readonly stalledMs: number;
  readonly bufferedSeconds: number;
  /** Since the playlist last brought a new segment, and since it was last read at all. */
  readonly unchangedMs: number;
  readonly unreadMs: number;
  readonly targetSeconds: number;
  /** How many steps were taken against this stall already. */
  readonly stepsTaken: number;
}

export type StallStep = 'wait' | 'seek-live' | 'recover-media' | 'restart';

const ENOUGH_TO_PLAY_SECONDS = 0.5;

/** What a stall waits for: the encoder only where the playlist is read and doesn't grow. */
export function stallCause(stall: Stall): StallCause {
  const { bufferedSeconds, unchangedMs, unreadMs, targetSeconds } = stall;
  if (bufferedSeconds > ENOUGH_TO_PLAY_SECONDS) return 'player';
  const isRead = unreadMs < 1000 + 2000 * targetSeconds;
  return isRead && unchangedMs > 2500 * targetSeconds ? 'encoder' : 'network';
}

/** The next step against a stall; a playlist that is read but doesn't grow is only waited for. */
export function stallStep(stall: Stall): StallStep {
  const { stalledMs, targetSeconds, stepsTaken } = stall;
  if (stall.unreadMs > 10_000 + 3000 * targetSeconds) return 'restart';
  switch (stallCause(stall)) {
    case 'encoder':
      return 'wait';
    case 'network':
      return stalledMs > Math.max(8000, 4000 * targetSeconds) ? 'restart' : 'wait';
    case 'player':
      if (stepsTaken === 0 && stalledMs > 3000) return 'seek-live';
      if (stepsTaken === 1 && stalledMs > 6000) return 'recover-media';
      return stepsTaken === 2 && stalledMs > 10_000 ? 'restart' : 'wait';
  }
}

/** Whether playback fell so far behind that it should jump to the live edge; in seconds. */
export function isFarBehind(latency: number, target: number, targetDuration: number): boolean {
  return latency > target + Math.max(4, 2 * targetDuration);
}
