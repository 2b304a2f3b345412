import type { Failure } from '../../../shared/failure.ts';
import type { Thresholds } from '../../../shared/thresholds.ts';
import type { ServiceTrouble } from '../service-trouble.ts';
import { type Judge, type Judged, failing, good, unknown, warning } from './judged.ts';
import { clockText, lasting, shortened, withinText } from './words.ts';

const name = 'service';

/** Whether the service is reachable and lets Tally read, how long it took, and how old its last answer is. */
export const service: Judge = (facts, thresholds) => {
  const { now, offline } = facts;
  const { failure, lastGoodAt, tookMs, intervalMs } = facts.service;
  const ageMs = lastGoodAt === null ? null : now - lastGoodAt;
  const isSilent =
    ageMs === null || ageMs > Math.max(0, thresholds.serviceSilentSeconds * 1000) + intervalMs;
  if (failure !== null) return failed(failure, now, offline, ageMs, isSilent);
  if (ageMs === null)
    return unknown(name, offline ? 'This computer has no network.' : 'Not answered yet.');
  if (isSilent && offline)
    return unknown(name, `This computer has no network; last answer ${lasting(ageMs)} ago.`);
  // Who isn't asked gives no answer: that is Tally's turn, and no fault of the service.
  if (isSilent) return unknown(name, `Not asked lately; last answer ${lasting(ageMs)} ago.`);
  if (tookMs !== null && tookMs >= thresholds.serviceSlowMs)
    return warning(name, `Slow: its last answer took ${withinText(tookMs)}.`, withinText(tookMs));
  const every = `asked every ${lasting(intervalMs)}`;
  return tookMs === null
    ? good(name, `Answers, ${every}.`)
    : good(name, `Answers within ${withinText(tookMs)}, ${every}.`, withinText(tookMs));
};

/** Why the service answers for no entity, as the one alarm of all; null while that may pass. */
export function serviceReason(
  { failure, since }: ServiceTrouble,
  { serviceSilentSeconds }: Thresholds,
  now: number,
): string | null {
  const { verdict, reason } = troubleOf(failure, now);
  const isLasting = now - since > serviceSilentSeconds * 1000;
  if (verdict === 'unknown' || (verdict !== 'failing' && !isLasting)) return null;
  return `${reason.replace(/\.$/, '')}: no live entity can be read. What viewers get is watched all the same.`;
}

function failed(
  failure: Failure,
  now: number,
  offline: boolean,
  ageMs: number | null,
  isSilent: boolean,
): Judged {
  const trouble = troubleOf(failure, now);
  const { verdict } = trouble;
  if (verdict !== 'silence') return { name, verdict, reason: trouble.reason, figure: '' };
  if (offline) return unknown(name, 'This computer has no network.');
  const last = ageMs === null ? 'no answer so far' : `last answer ${lasting(ageMs)} ago`;
  const reason = `${trouble.reason}; ${last}.`;
  return (isSilent ? failing : warning)(name, reason, ageMs === null ? '' : lasting(ageMs));
}

interface Trouble {
  /** `silence`: it depends on for how long. */
  readonly verdict: 'failing' | 'warning' | 'unknown' | 'silence';
  readonly reason: string;
}

function troubleOf(failure: Failure, now: number): Trouble {
  switch (failure.kind) {
    case 'not-authorised':
      return { verdict: 'failing', reason: 'The service refuses the API token.' };
    case 'not-found':
      return {
        verdict: 'failing',
        reason: 'The service knows no live entity with this identifier.',
      };
    case 'throttled':
      return {
        verdict: 'warning',
        reason: `The service asks to wait until ${clockText(failure.until, now)}.`,
      };
    case 'refused':
      return {
        verdict: 'silence',
        reason: `The service refuses${failure.status === 0 ? '' : ` with status ${failure.status}`}`,
      };
    case 'unreachable':
      return {
        verdict: 'silence',
        reason: `The service can’t be reached (${shortened(failure.detail, 80)})`,
      };
    case 'timed-out':
      return {
        verdict: 'silence',
        reason: `The service didn’t answer within ${lasting(failure.afterMs)}`,
      };
    case 'not-understood':
      return {
        verdict: 'silence',
        reason: `The service’s answer wasn’t understood (status ${failure.status})`,
      };
    case 'too-large':
      return { verdict: 'silence', reason: 'The service’s answer was too large' };
    case 'keychain':
      return {
        verdict: 'unknown',
        reason: 'The keychain gave no token, so the service can’t be asked.',
      };
    case 'storage':
    case 'invalid':
    case 'no-connection':
    case 'nothing-known':
    case 'unexpected':
      return { verdict: 'unknown', reason: 'The service hasn’t been asked.' };
  }
}
