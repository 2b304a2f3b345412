import type { Alarm, Ring } from '../../shared/health.ts';
import { alarmsHref } from '../state/route.ts';
import { shortened } from '../ui/text.ts';
import { placeOf, raisedWords, subjectOf } from './alarm-words.ts';

/** A notification of the operating system. */
export interface Notified {
  /** One with the same tag replaces it. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** What a click shows, as a location’s hash. */
  readonly place: string;
}

/** Of the one that tells of many alarms. */
export const tagOfMany = 'alarms';

const mostAtOnce = 3;

const notified = (alarm: Alarm): Notified => ({
  tag: alarm.id,
  title: shortened(subjectOf(alarm), 80),
  body: alarm.reason,
  place: placeOf(alarm),
});

/** One for each alarm that wants one; many at once are told together. */
export function notificationsOf(rings: readonly Ring[]): readonly Notified[] {
  const alarms = rings.filter(({ notification }) => notification).map(({ alarm }) => alarm);
  if (alarms.length <= mostAtOnce) return alarms.map(notified);
  const names = [...new Set(alarms.map(subjectOf))];
  const first = names.slice(0, mostAtOnce).map((name) => shortened(name, 40));
  const others = names.length - first.length;
  const body = others > 0 ? `${first.join(', ')} and ${others} more` : first.join(', ');
  return [{ tag: tagOfMany, title: raisedWords(alarms), body, place: alarmsHref }];
}
