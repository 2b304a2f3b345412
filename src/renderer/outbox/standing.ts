import type { OutboxView, WaitingChange } from '../../shared/edit-views.ts';
import type { EntityKind } from '../../shared/entities.ts';
import type { Failure } from '../../shared/failure.ts';
import { sentence } from '../../shared/sentences.ts';
import { withStop } from '../ui/text.ts';
import { span } from '../ui/time.ts';
import type { Tone } from '../ui/tone.ts';

export type Act = 'send-now' | 'send-again' | 'review' | 'mark-as-saved' | 'edit-again' | 'discard';

/** What its button is called. */
export const actNames: Record<Act, string> = {
  'send-now': 'Send now',
  'send-again': 'Send again',
  review: 'Review changes',
  'mark-as-saved': 'Mark as saved',
  'edit-again': 'Edit again',
  discard: 'Discard',
};

/** Something to do with a waiting change; `off`: not just now, as its state says. */
export interface Offer {
  readonly act: Act;
  readonly off: boolean;
}

/** A waiting change as a producer reads it. */
export interface WaitingStanding {
  readonly tone: Tone;
  /** The state in a plain sentence or two. */
  readonly words: string;
  /** When it goes on; it counts down, so it isn't read out. */
  readonly next?: string;
  readonly offers: readonly Offer[];
}

type Stopped = OutboxView['stopped'];
type StateOf<K extends WaitingChange['state']['kind']> = Extract<
  WaitingChange['state'],
  { readonly kind: K }
>;

const on = (...acts: readonly Act[]): readonly Offer[] => acts.map((act) => ({ act, off: false }));
const off = (...acts: readonly Act[]): readonly Offer[] => acts.map((act) => ({ act, off: true }));

const waitingOffers = on('send-now', 'edit-again', 'discard');

const goesOut: Record<Stopped & string, string> = {
  offline: 'Goes out by itself when the network is back.',
  'needs-token': 'Goes out by itself once the token is replaced.',
  throttled: 'Goes out by itself when the service lets it.',
};

const isReadAgain: Record<Stopped & string, string> = {
  offline: 'Tally reads the entity again when the network is back, to see.',
  'needs-token': 'Tally reads the entity again once the token is replaced, to see.',
  throttled: 'Tally reads the entity again when the service lets it, to see.',
};

/** What the service holds of a live entity whose update's outcome was not known. */
const compared: Record<'did-not' | 'partly' | 'unclear', string> = {
  'did-not': 'The service doesn’t hold it: send it again.',
  partly: 'It was saved in part: the service, read since, doesn’t hold all of it.',
  unclear: 'It may have been saved: the service, read since, doesn’t tell all of it.',
};

/** What comes of sending again what may have been saved. */
export const sentAgain: Record<Exclude<EntityKind, 'live'>, string> = {
  video: 'Sending it again does no harm.',
  preset: 'Sent again, the service may refuse profiles that were removed already.',
};

const unreadable: Record<EntityKind, string> = {
  live: 'It may have been saved.',
  video: `It may have been saved: a video can’t be read to see. ${sentAgain.video}`,
  preset: `It may have been saved: a preset can’t be read to see. ${sentAgain.preset}`,
};

/** What a waiting change says and what can be done; `now` in milliseconds since 1970. */
export function standingOf(
  { state, ref }: WaitingChange,
  stopped: Stopped,
  now: number,
): WaitingStanding {
  switch (state.kind) {
    case 'waiting':
      return { ...waiting(state, stopped, now), offers: waitingOffers };
    case 'held':
      return { tone: 'pending', words: 'Waits for your click.', offers: waitingOffers };
    case 'behind':
      return {
        tone: 'pending',
        words: 'Waits for older changes of this entity.',
        offers: [...off('send-now'), ...on('edit-again', 'discard')],
      };
    case 'checking':
      return {
        tone: 'pending',
        words: 'Reading the live entity first…',
        offers: [...off('send-now', 'edit-again'), ...on('discard')],
      };
    case 'sending':
      return { tone: 'pending', words: 'Sending…', offers: underWay };
    case 'comparing':
      return {
        tone: 'pending',
        words: 'Reading the live entity again, to compare…',
        offers: underWay,
      };
    case 'conflict':
      return {
        tone: 'warn',
        words: 'The service’s copy changed: review it again.',
        offers: on('review', 'edit-again', 'discard'),
      };
    case 'refused': {
      const { what, next } = sentence(state.failure, now);
      return { tone: 'bad', words: `${withStop(what)} ${next}`, offers: waitingOffers };
    }
    case 'unknown':
      return unknown(state, ref.kind, stopped, now);
  }
}

const underWay = off('send-now', 'edit-again', 'discard');

function waiting(
  { failure, nextAt }: StateOf<'waiting'>,
  stopped: Stopped,
  now: number,
): Omit<WaitingStanding, 'offers'> {
  const tone = failure === null ? 'idle' : 'warn';
  if (stopped !== null) return { tone, words: after(failure, goesOut[stopped], now) };
  if (failure === null) return { tone, words: 'Goes out by itself.' };
  const isDue = nextAt === null || nextAt <= now;
  return {
    tone,
    words: after(failure, 'It was not sent.', now),
    next: isDue ? 'Trying again.' : `Next try in ${span(nextAt - now + 999)}.`,
  };
}

function unknown(
  { compared: is, failure }: StateOf<'unknown'>,
  kind: EntityKind,
  stopped: Stopped,
  now: number,
): WaitingStanding {
  if (is !== 'not-yet')
    return {
      tone: 'warn',
      words: after(failure, is === 'impossible' ? unreadable[kind] : compared[is], now),
      offers: on('send-again', 'mark-as-saved', 'edit-again', 'discard'),
    };
  const then = stopped === null ? 'Tally reads the entity again to see.' : isReadAgain[stopped];
  return {
    tone: 'pending',
    words: after(failure, `It may have been saved. ${then}`, now),
    offers: [...off('send-again', 'mark-as-saved', 'edit-again'), ...on('discard')],
  };
}

const after = (failure: Failure | null, words: string, now: number): string =>
  failure === null ? words : `${withStop(sentence(failure, now).what)} ${words}`;
