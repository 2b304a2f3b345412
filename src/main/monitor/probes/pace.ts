import { retryAfterMs } from '../../service/retry.ts';
import type { PlaylistFacts } from '../facts.ts';
import type { Answer } from './asker.ts';
import type { Errand } from './errand.ts';

/** How often what is asked of a stream, in milliseconds. */
export interface Pace {
  readonly playlist: number;
  readonly master: number;
  readonly weighing: number;
  readonly manifest: number;
}

const often: Pace = { playlist: 4_000, master: 30_000, weighing: 30_000, manifest: 30_000 };
const seldom: Pace = { playlist: 60_000, master: 60_000, weighing: 300_000, manifest: 300_000 };

/** Streams on air are asked often, the others now and then. */
export const paceOf = (isOften: boolean): Pace => (isOften ? often : seldom);

const longestRetryAfterMs = 60_000;

/** When to ask again after a failure: on air soon, as it matters to see a stream come back. */
export function afterFailure(
  errand: Errand,
  { headers }: Pick<Answer, 'headers'>,
  isOften: boolean,
  now: number,
): number {
  errand.failuresInARow += 1;
  const failures = errand.failuresInARow;
  const times = !isOften || failures <= 3 ? 1 : failures <= 5 ? 2 : 3;
  const toldMs = headers === null ? 0 : (retryAfterMs(headers, now) ?? 0);
  const next = errand.nextOn(times * paceOf(isOften).playlist);
  return Math.max(next, now + Math.min(toldMs, longestRetryAfterMs));
}

/** A newest segment of this age, in target durations, is worth a warning. */
const staleFrom = 1.5;
/** A stream that has stood still for so many target durations isn't asked faster any more. */
const settledFrom = 10;
const aLittleMs = 50;
const leastMs = 1_000;

/**
 * When to read the playlist again by which a stream is judged, so that one that
 * stalls is noticed within two target durations and one probe of its last segment:
 * by the usual grid, and once more when the newest segment becomes too old.
 */
export function nextReadAt(
  errand: Errand,
  playlist: PlaylistFacts | null,
  isOften: boolean,
  now: number,
): number {
  errand.failuresInARow = 0;
  const usual = paceOf(isOften).playlist;
  if (playlist === null || !isOften || playlist.ended) return errand.nextOn(usual);
  const { readAt, changedAt, targetSeconds } = playlist;
  const targetMs = targetSeconds * 1000;
  // Just under two targets, so that the second probe after the last segment is soon enough.
  const next = errand.nextOn(Math.max(leastMs, Math.min(usual, 1.9 * targetMs)));
  const age = readAt - changedAt;
  if (age === 0 || age >= settledFrom * targetMs) return next;
  const isStale = age >= staleFrom * targetMs;
  const wanted = isStale
    ? now + Math.max(leastMs, targetMs)
    : changedAt + staleFrom * targetMs + aLittleMs;
  return Math.min(next, Math.max(wanted, now + aLittleMs));
}
