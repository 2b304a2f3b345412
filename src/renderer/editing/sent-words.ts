import type { HistoryRow, Sent } from '../../shared/edit-views.ts';
import type { EntityKind } from '../../shared/entities.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import { sentence } from '../../shared/sentences.ts';
import { shortened, withStop } from '../ui/text.ts';

interface Of {
  readonly ref: { readonly kind: EntityKind };
  readonly name: string;
}

/** What became of a sending that leaves nothing to show; null when the dialog has to stay. */
export function sentWords({ ref }: Of, sent: Sent): string | null {
  if (sent.kind === 'queued') return queuedWords(sent.failure);
  if (sent.kind !== 'sent') return null;
  switch (sent.row.outcome) {
    case 'took':
    case 'marked':
      return 'Saved: the service holds what you sent.';
    case 'already':
      return 'Nothing had to be sent: the service already holds it.';
    case 'accepted':
      return ref.kind === 'live'
        ? 'The service accepted the change. It couldn’t be read again yet.'
        : 'The service accepted the change.';
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
      return `“${name}”: ${shortWords(sent.value.row).what} The history shows which fields.`;
    case 'unknown':
      return `“${name}”: ${unknownWords(of.ref.kind, sent.value.failure).what} It is in the outbox.`;
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

/** For what was sent and isn't all there. */
export function shortWords({ outcome, failure }: HistoryRow): Words {
  switch (outcome) {
    case 'partly':
      return {
        title: 'Not all of it took',
        what: 'It was sent, but not all of it took.',
        next: 'Look at what the service holds now, then edit once more.',
      };
    case 'did-not':
      return {
        title: 'It didn’t take',
        what: 'It was sent, but the service holds none of it.',
        next: 'Look at what the service holds now, then edit once more.',
      };
    case 'refused':
      return {
        title: 'The service refused it',
        what: failure === null ? 'The service refused the change.' : whatOf(failure),
        next: 'The history keeps what was sent.',
      };
    case 'unclear':
    case 'took':
    case 'already':
    case 'accepted':
    case 'marked':
      return {
        title: 'Not all of it could be compared',
        what: 'It was sent, and what could be compared took. The answer didn’t say the rest.',
        next: 'Look at it again in a moment.',
      };
  }
}

/** For a change whose sending had no answer, or none that could be understood. */
export function unknownWords(kind: EntityKind, failure: Failure | null): Words {
  const why = {
    'timed-out': 'the service didn’t answer in time',
    'not-understood': 'the service’s answer was not understood',
    'too-large': 'the service’s answer was too large to read',
    refused: 'the service failed while it worked on it',
  };
  const reason =
    failure !== null && failure.kind in why
      ? why[failure.kind as keyof typeof why]
      : 'the connection broke after the change was sent';
  return {
    title: 'It may have been saved',
    what: `It may have been saved: ${reason}.`,
    next:
      kind === 'live'
        ? 'Tally reads it again and compares by itself.'
        : `A ${kind} can’t be read, so Tally can’t find out. In the outbox you can send it again or mark it as saved.`,
  };
}

/** Of a call to send that failed as such: only a bug leaves open what it did. */
export const mayHaveGoneOut = ({ kind }: Failure): boolean => kind === 'unexpected';

const queuedWords = (failure: Failure | null): string =>
  ['The change waits in the outbox.', ...(failure === null ? [] : [whatOf(failure)])].join(' ');

const whatOf = (failure: Failure): string => withStop(sentence(failure, Date.now()).what);
