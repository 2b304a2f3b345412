import type { Doubt, HistoryRow, Sent } from '../../shared/edit-views.ts';
import type { EntityKind } from '../../shared/entities.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import { briefly } from '../../shared/sentences.ts';
import { outcomeNames } from '../history/outcome-words.ts';
import { sentAgain } from '../outbox/standing.ts';
import { shortened, withStop } from '../ui/text.ts';

interface Of {
  readonly ref: { readonly kind: EntityKind };
  readonly name: string;
}

/** What became of a sending that leaves nothing to show; null when the dialog has to stay. */
export function sentWords({ ref }: Of, sent: Sent): string | null {
  if (sent.kind === 'queued') return queuedWords(sent.failure);
  if (sent.kind !== 'sent') return null;
  const { outcome } = sent.row;
  const named = (rest: string): string => `${outcomeNames[outcome]}: ${rest}`;
  switch (outcome) {
    case 'marked':
      return `${outcomeNames.marked}.`;
    case 'took':
      return named('the service holds what you sent.');
    case 'already':
      return named('the service held it, so nothing was sent.');
    case 'accepted':
      return ref.kind === 'live'
        ? named('it couldn’t be read again yet.')
        : named(`a ${ref.kind} can’t be read.`);
    case 'partly':
    case 'did-not':
    case 'unclear':
    case 'refused':
      return null;
  }
}

/** The same for a dialog that was closed while it was sent, as one notice for every outcome. */
export function closedWords(of: Of, sent: Result<Sent>): string {
  const name = shortened(of.name, 60);
  if (!sent.ok)
    return mayHaveGoneOut(sent.failure)
      ? `Whether “${name}” was changed isn’t known. ${whatOf(sent.failure)} Review it again.`
      : `“${name}” was not sent. ${whatOf(sent.failure)}`;
  const words = sentWords(of, sent.value);
  if (words !== null) return `“${name}”: ${words}`;
  switch (sent.value.kind) {
    case 'sent':
      return `“${name}”: ${saidOf(shortWords(sent.value.row))} The history shows which fields.`;
    case 'unknown':
      return `“${name}”: ${saidOf(unknownWords(of.ref.kind, sent.value))} It is in the outbox.`;
    case 'changed':
      return `“${name}” changed on the service in the meantime, so nothing was sent. Review it again.`;
    case 'not-sent':
      return `“${name}” was not sent. ${whatOf(sent.value.failure)}`;
    case 'queued':
      return queuedWords(sent.value.failure);
  }
}

interface Words {
  readonly title: string;
  readonly what: string;
  readonly next: string;
}

/** A dialog's title and first words, for where they are read without it. */
export const saidOf = ({ title, what }: Words): string => `${title}. ${what}`;

/** For what was sent and isn't all there. */
export function shortWords({ outcome, failure }: HistoryRow): Words {
  const title = outcomeNames[outcome];
  switch (outcome) {
    case 'partly':
      return {
        title,
        what: 'It was sent, but not all of it took.',
        next: 'Look at what the service holds now, then edit once more.',
      };
    case 'did-not':
      return {
        title,
        what: 'It was sent, but the service holds none of it.',
        next: 'Look at what the service holds now, then edit once more.',
      };
    case 'refused':
      return {
        title,
        what: failure === null ? 'The service refused the change.' : whatOf(failure),
        next: 'The history keeps what was sent.',
      };
    case 'unclear':
    case 'took':
    case 'already':
    case 'accepted':
    case 'marked':
      return {
        title: outcomeNames.unclear,
        what: 'It was sent, and what could be compared took. The answer didn’t say the rest.',
        next: 'Look at it again in a moment.',
      };
  }
}

/** For a change whose sending had no answer, or none that could be understood. */
export function unknownWords(kind: EntityKind, { compared, failure }: Doubt): Words {
  const why = {
    'timed-out': 'The service didn’t answer in time',
    'not-understood': 'The service’s answer was not understood',
    'too-large': 'The service’s answer was too large to read',
    refused: 'The service failed while it worked on it',
  };
  const reason =
    failure !== null && failure.kind in why
      ? why[failure.kind as keyof typeof why]
      : 'The connection broke after the change was sent';
  const maybe = { title: 'It may have been saved', what: `${reason}.` };
  switch (compared) {
    case 'did-not':
      return {
        title: outcomeNames['did-not'],
        what: `${reason}. Read since, the service doesn’t hold it.`,
        next: 'Send it again.',
      };
    case 'partly':
      return {
        title: outcomeNames.partly,
        what: `${reason}. Read since, the service doesn’t hold all of it.`,
        next: 'Look at what the service holds now, then send it again or mark it as saved.',
      };
    case 'not-yet':
      return { ...maybe, next: 'Tally reads it again and compares.' };
    case 'unclear':
      return {
        ...maybe,
        next: 'Read since, the service doesn’t tell all of it. Send it again, or mark it as saved.',
      };
    case 'impossible':
      return {
        ...maybe,
        next:
          kind === 'live'
            ? 'Tally can’t find out. Send it again, or mark it as saved.'
            : `A ${kind} can’t be read, so Tally can’t find out. ${sentAgain[kind]}`,
      };
  }
}

/** Of a call to send that failed as such: only a bug leaves open what it did. */
export const mayHaveGoneOut = ({ kind }: Failure): boolean => kind === 'unexpected';

const queuedWords = (failure: Failure | null): string =>
  ['The change waits in the outbox.', ...(failure === null ? [] : [whatOf(failure)])].join(' ');

const whatOf = (failure: Failure): string => withStop(briefly(failure, Date.now()));
