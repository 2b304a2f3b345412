import { type Alarm, type AlarmsView, checkTitles } from '../../shared/health.ts';
import { alarmsHref, hrefOf } from '../state/route.ts';
import { counted, shortened } from '../ui/text.ts';
import { localMoment } from '../ui/time.ts';
import type { Tone } from '../ui/tone.ts';

/** Raised alarms that ask for a look: neither acknowledged nor of a muted stream. */
export function asking({ raised, muted }: Pick<AlarmsView, 'raised' | 'muted'>): readonly Alarm[] {
  const quiet = new Set(muted.map(({ id }) => id));
  return raised.filter(
    ({ acknowledgedAt, entityId }) =>
      acknowledgedAt === null && (entityId === null || !quiet.has(entityId)),
  );
}

const wholeTitles = {
  network: 'Network of this computer',
  sleep: 'This computer slept',
  overload: 'This computer is overloaded',
  service: 'The service doesn’t answer',
} as const;

/** Whom an alarm is about. */
export function subjectOf({ kind, entityId, name }: Alarm): string {
  if (kind === 'overload') return 'Streams played here';
  return entityId === null ? 'All streams' : name.trim() || entityId;
}

/** What went wrong, in the words of the list of checks. */
export function titleOf({ kind, check }: Alarm): string {
  if (kind !== 'check') return wholeTitles[kind];
  return check === null ? 'Check' : checkTitles[check];
}

/** Where an alarm is looked into: the page of its stream, or the list of alarms. */
export const placeOf = ({ entityId }: Alarm): string =>
  entityId === null ? alarmsHref : hrefOf({ kind: 'live', id: entityId });

export const severityStandings = {
  high: { tone: 'bad', word: 'High' },
  low: { tone: 'warn', word: 'Low' },
} as const satisfies Record<Alarm['severity'], { readonly tone: Tone; readonly word: string }>;

/** Alarms that were raised at about the same time, in one sentence. */
export function raisedWords(alarms: readonly Alarm[]): string {
  const [only] = alarms;
  if (only === undefined || alarms.length > 1)
    return `${counted(alarms.length, 'alarm was', 'alarms were')} raised.`;
  return `${shortened(subjectOf(only), 80)}: ${only.reason}`;
}

/** For how long a stream is muted. */
export const mutedWords = (until: number | null): string =>
  until === null ? 'until you unmute it' : `until ${localMoment(until)}`;
