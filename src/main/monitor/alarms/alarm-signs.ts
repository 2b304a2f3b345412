import type { Alarm, Check, CheckName } from '../../../shared/health.ts';
import { isTrying } from '../checks/smooth.ts';
import type { Sign } from './alarm-step.ts';
import { notes } from './alarm-words.ts';
import { togetherMs } from './our-network.ts';

/**
 * What a judgement means to an alarm. What can't be judged stays as it is, with two
 * exceptions: a stream that the service says is off air has come to its end, whatever
 * failed before; and without a player here there is nothing that could stutter. One that
 * tries to play again is still one: a stall isn’t over while it starts anew.
 */
export function signOf({ name, verdict, reason }: Check, isOffAir: boolean): Sign {
  if (verdict === 'failing') return 'failing';
  const isPlayedNoMore = name === 'smooth' && !isTrying(reason);
  return verdict !== 'unknown' || isOffAir || isPlayedNoMore ? 'fine' : 'unknown';
}

/** Why it is fine, where the check itself can't say. */
export function noteOf({ verdict }: Check, isOffAir: boolean): string | null {
  if (verdict !== 'unknown') return null;
  return isOffAir ? notes.offAir : notes.notPlayed;
}

/**
 * Whether an alarm began at about the time when the network ended, and nobody took it on:
 * the one alarm of the network tells it. If it was the stream after all, it is raised again.
 */
export const isOfNetwork = (alarm: Alarm, since: number): boolean =>
  alarm.kind === 'check' &&
  alarm.acknowledgedAt === null &&
  alarm.failingSince >= since - togetherMs;

/** What one cause may do to many streams at once: this computer's overload, the service's trouble. */
export type SharedCheck = 'smooth' | 'service';
export const isShared = (name: CheckName | null): name is SharedCheck =>
  name === 'smooth' || name === 'service';

/**
 * Whether an alarm is what one of many streams says, too: a stream whose check failed since
 * about the time when that began, and nobody took it on.
 */
export const isOfMany = (alarm: Alarm, check: SharedCheck, since: number): boolean =>
  alarm.check === check && isOfNetwork(alarm, since);

/** Not acknowledged first, then the newest first. */
export const byUrgency = (one: Alarm, other: Alarm): number =>
  Number(one.acknowledgedAt !== null) - Number(other.acknowledgedAt !== null) ||
  other.raisedAt - one.raisedAt;
