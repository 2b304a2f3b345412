import type { HistoryRow } from '../../shared/edit-views.ts';
import { sentence } from '../../shared/sentences.ts';
import { withStop } from '../ui/text.ts';
import type { Tone } from '../ui/tone.ts';

export interface OutcomeWords {
  readonly tone: Tone;
  readonly words: string;
  /** What more there is to say, as a sentence. */
  readonly more?: string;
}

/** What each outcome is called wherever it is told. */
export const outcomeNames = {
  took: 'Saved',
  already: 'Already there',
  accepted: 'Accepted, not read since',
  partly: 'Saved in part',
  'did-not': 'Not saved',
  unclear: 'Not clear',
  marked: 'Marked as saved by you',
  refused: 'Refused',
} as const satisfies Record<HistoryRow['outcome'], string>;

const outcomes: Record<HistoryRow['outcome'], Omit<OutcomeWords, 'words'>> = {
  took: { tone: 'ok' },
  already: { tone: 'ok', more: 'The service held it already, so nothing was sent.' },
  accepted: { tone: 'ok' },
  partly: { tone: 'warn', more: 'These didn’t take:' },
  'did-not': { tone: 'bad', more: 'The service said yes, but these didn’t take:' },
  unclear: { tone: 'unknown', more: 'The answer didn’t say all of it.' },
  marked: { tone: 'neutral' },
  refused: { tone: 'bad' },
};

/** What became of a change, in words. */
export function outcomeWords({ outcome, failure, differences }: HistoryRow): OutcomeWords {
  const known = { ...outcomes[outcome], words: outcomeNames[outcome] };
  if (failure !== null) {
    const what = withStop(sentence(failure, 0).what);
    return { ...known, more: outcome === 'refused' ? what : `Sending failed first. ${what}` };
  }
  const { more, ...head } = known;
  const needsDifferences = outcome === 'partly' || outcome === 'did-not';
  return more === undefined || (needsDifferences && differences.length === 0) ? head : known;
}

/** From sending to the answer: “214 ms”, “1.4 s”. */
export const tookWords = (ms: number): string =>
  ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
