import type { Reviewed } from '../../shared/edit-arguments.ts';
import type { Review } from '../../shared/edit-views.ts';
import type { Failure } from '../../shared/failure.ts';
import { type Sentence, sentence } from '../../shared/sentences.ts';
import { counted, withStop } from '../ui/text.ts';
import { span } from '../ui/time.ts';
import type { Step } from './reviewing.svelte.ts';
import { mayHaveGoneOut, saidOf, shortWords, unknownWords } from './sent-words.ts';

/** A review that is looked at for longer may be out of date. */
const oldAfterMs = 60_000;

export function titleOf(step: Step): string {
  if (step.kind === 'conflicts') return 'This changed on the service';
  if (step.kind === 'short') return shortWords(step.row).title;
  if (step.kind === 'unknown') return unknownWords(step.ref.kind, step).title;
  return 'Review changes';
}

export const readingWords = (of: Reviewed): string =>
  of.of !== 'draft'
    ? 'Reading the service’s copy again…'
    : of.ref.kind === 'live'
      ? 'Reading the live entity again…'
      : 'Comparing with what is known…';

/** What is read out when the dialog shows something else. */
export function announcementOf(step: Step): string {
  switch (step.kind) {
    case 'changes': {
      const { changes, warnings } = step;
      const warned = warnings.length === 0 ? '' : ` ${counted(warnings.length, 'warning')}.`;
      return `${counted(changes.length, 'change')} to look at.${warned}`;
    }
    case 'conflicts':
      return `${counted(step.conflicts.length, 'field')} changed on both sides. Choose for each.`;
    case 'nothing':
      return nothingWords(step.notes);
    case 'problems':
      return `${counted(step.problems.length, 'problem')} to mend first.`;
    case 'short':
      return saidOf(shortWords(step.row));
    case 'unknown':
      return saidOf(unknownWords(step.ref.kind, step));
    // A failure is an alert; the words of reading are what the dialog opens with.
    case 'failed':
    case 'reading':
      return '';
  }
}

export const againWords = 'The service’s copy changed in the meantime. Look again before you send.';

export const nothingWords = (notes: readonly string[]): string =>
  notes.length === 0
    ? 'The service already holds all of this. There is nothing to send.'
    : 'There is nothing to send.';

/** Where a change goes that isn't sent at once, and when it goes on from there. */
export function queueWords(
  unread: Failure | null,
  { isOffline, waitsForClick }: { readonly isOffline: boolean; readonly waitsForClick: boolean },
): string {
  if (waitsForClick) return 'It goes to the outbox and waits for your click there.';
  const when = isOffline
    ? 'when the network is back'
    : unread !== null
      ? 'once the service answers'
      : null;
  return `It waits in the outbox and goes out by itself${when === null ? '' : ` ${when}`}.`;
}

interface Times {
  /** When the comparison was asked for. */
  readonly askedAt: number;
  /** When it was first shown. */
  readonly since: number;
  readonly now: number;
}

/** How old the comparison is; `isOdd`: something to know before sending. */
export function ageOf(
  { readAt, unread, ref }: Pick<Review, 'readAt' | 'unread' | 'ref'>,
  { askedAt, since, now }: Times,
): { readonly text: string; readonly isOdd: boolean } {
  const age = readAt === null ? null : ago(now - readAt);
  const isOld = now - since > oldAfterMs;
  if (unread !== null) {
    const why = withStop(`Couldn’t be read again: ${lowered(sentence(unread, now).what)}`);
    const compared =
      age === null ? 'What it holds now isn’t known.' : `Compared with the copy read ${age}.`;
    return { text: `${why} ${compared}`, isOdd: true };
  }
  if (readAt === null || age === null)
    return { text: 'The service can’t be asked what it holds now.', isOdd: false };
  if (ref.kind !== 'live')
    return {
      text: `The service can’t be asked what it holds now. Compared with its answer of ${age}.`,
      isOdd: false,
    };
  return readAt < askedAt
    ? { text: `Compared with the copy read ${age}.`, isOdd: isOld }
    : { text: `Read again ${age}.`, isOdd: isOld };
}

/** Why there is no review, and what to do next. `sending`: the failure came while sending. */
export function failedWords(
  of: Reviewed,
  failure: Failure,
  sending: boolean,
  now: number,
): Sentence {
  const words = sentence(failure, now);
  if (sending)
    return {
      what: words.what,
      next: mayHaveGoneOut(failure)
        ? 'Whether the change went out isn’t known. Review it again: Tally compares before anything is sent.'
        : `Nothing was sent. ${standsWords[of.of]}`,
    };
  if (failure.kind === 'not-found')
    return { what: goneWords(of, failure), next: standsWords[of.of] };
  if (failure.kind === 'not-authorised') return { what: words.what, next: tokenWords(of) };
  if (failure.kind === 'throttled')
    return { what: words.what, next: 'Wait that long, then try again.' };
  return words;
}

/** Why nothing was sent, and what to do next. */
export function notSentWords(of: Reviewed, failure: Failure, now: number): Sentence {
  const { what, next } = sentence(failure, now);
  switch (failure.kind) {
    case 'not-authorised':
      return { what, next: tokenWords(of) };
    case 'not-found':
      return { what: goneWords(of, failure), next: standsWords[of.of] };
    case 'throttled':
      return { what, next: 'Then it can be sent.' };
    case 'unreachable':
    case 'timed-out':
      return {
        what,
        next: 'Try again, or queue the change: it goes out once the service answers.',
      };
    case 'refused':
      return failure.status >= 500 ? { what, next } : { what, next: mendWords[of.of] };
    case 'not-understood':
    case 'too-large':
    case 'keychain':
    case 'storage':
    case 'invalid':
    case 'no-connection':
    case 'nothing-known':
    case 'unexpected':
      return { what, next };
  }
}

/** Whether a change that couldn't be sent may wait in the outbox instead. */
export const mayWait = (failure: Failure | null): boolean =>
  failure?.kind === 'unreachable' || failure?.kind === 'timed-out';

const ago = (ms: number): string => (ms < 1_000 ? 'just now' : `${span(ms)} ago`);

/** In the service’s own words, too, where it gave any. */
const goneWords = (
  of: Reviewed,
  { serviceMessage }: Extract<Failure, { readonly kind: 'not-found' }>,
): string =>
  [
    `The service no longer has ${thingOf(of)}.`,
    ...(serviceMessage === undefined ? [] : [`It says: “${serviceMessage}”`]),
  ].join(' ');

const tokenWords = (of: Reviewed): string => `To go on, replace the token. ${standsWords[of.of]}`;

const thingOf = (of: Reviewed): string =>
  of.of !== 'draft'
    ? 'this entity'
    : { live: 'this live entity', video: 'this video', preset: 'this preset' }[of.ref.kind];

const standsWords = {
  draft: 'Your draft is kept.',
  entry: 'The change stays in the outbox.',
  revert: 'Nothing was changed.',
} as const;

const mendWords = {
  draft: 'Keep editing, and change what it names. Your draft is kept.',
  entry: 'Take the change back in the outbox to edit it.',
  revert: 'The service doesn’t take the earlier values any more. Nothing was changed.',
} as const;

const lowered = (text: string): string => (text.startsWith('The ') ? `t${text.slice(1)}` : text);
