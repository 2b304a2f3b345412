import { expect, test } from 'vitest';
import type { WaitingChange } from '../../shared/edit-views.ts';
import type { EntityKind } from '../../shared/entities.ts';
import type { Failure } from '../../shared/failure.ts';
import { standingOf } from './standing.ts';

const now = 1_000_000;
const unreachable: Failure = { kind: 'unreachable', detail: 'connection reset' };
const refused: Failure = { kind: 'refused', status: 400, message: 'relay url is not valid' };

const change = (state: WaitingChange['state'], kind: EntityKind = 'live'): WaitingChange => ({
  entry: 'entry',
  ref: { kind, id: 'a' },
  name: 'Morning show',
  createdAt: 0,
  changes: [],
  state,
});

/** What can be done, in order; what is off in brackets. */
const offersOf = (state: WaitingChange['state'], kind?: EntityKind): string =>
  standingOf(change(state, kind), null, now)
    .offers.map(({ act, off }) => (off ? `(${act})` : act))
    .join(' ');

type Unknown = Extract<WaitingChange['state'], { readonly kind: 'unknown' }>['compared'];
const unknown = (compared: Unknown, failure: Failure | null = null): WaitingChange['state'] => ({
  kind: 'unknown',
  compared,
  failure,
});

test.each<[WaitingChange['state'], string, string]>([
  [{ kind: 'waiting', failure: null, nextAt: null }, 'idle', 'Goes out by itself.'],
  [{ kind: 'held' }, 'pending', 'Waits for your click.'],
  [{ kind: 'behind' }, 'pending', 'Waits for older changes of this entity.'],
  [{ kind: 'checking' }, 'pending', 'Reading the live entity first…'],
  [{ kind: 'sending' }, 'pending', 'Sending…'],
  [{ kind: 'comparing' }, 'pending', 'Reading the live entity again, to compare…'],
  [{ kind: 'conflict' }, 'warn', 'The service’s copy changed: review it again.'],
  [
    { kind: 'refused', failure: refused },
    'bad',
    'The service refused (400): relay url is not valid. Change what it names and try again.',
  ],
  [unknown('did-not'), 'warn', 'The service doesn’t hold it: send it again.'],
  [
    unknown('did-not', unreachable),
    'warn',
    'The service can’t be reached (connection reset). The service doesn’t hold it: send it again.',
  ],
  [unknown('not-yet'), 'pending', 'It may have been saved. Tally reads the entity again to see.'],
])('says of %j', (state, tone, words) => {
  expect(standingOf(change(state), null, now)).toMatchObject({ tone, words });
});

test.each<[WaitingChange['state'], string]>([
  [{ kind: 'waiting', failure: null, nextAt: null }, 'send-now edit-again discard'],
  [{ kind: 'held' }, 'send-now edit-again discard'],
  [{ kind: 'behind' }, '(send-now) edit-again discard'],
  [{ kind: 'checking' }, '(send-now) (edit-again) discard'],
  [{ kind: 'sending' }, '(send-now) (edit-again) (discard)'],
  [{ kind: 'comparing' }, '(send-now) (edit-again) (discard)'],
  [{ kind: 'conflict' }, 'review edit-again discard'],
  [{ kind: 'refused', failure: refused }, 'send-now edit-again discard'],
  [unknown('not-yet'), '(send-again) (mark-as-saved) (edit-again) discard'],
  [unknown('did-not'), 'send-again mark-as-saved edit-again discard'],
  [unknown('partly'), 'send-again mark-as-saved edit-again discard'],
  [unknown('unclear'), 'send-again mark-as-saved edit-again discard'],
  [unknown('impossible'), 'send-again mark-as-saved edit-again discard'],
])('offers for %j', (state, offers) => {
  expect(offersOf(state)).toBe(offers);
});

test.each([
  ['offline', 'Goes out by itself when the network is back.'],
  ['needs-token', 'Goes out by itself once the token is replaced.'],
  ['throttled', 'Goes out by itself when the service lets it.'],
] as const)('says what a waiting change waits for: %s', (stopped, words) => {
  const fresh = change({ kind: 'waiting', failure: null, nextAt: null });
  expect(standingOf(fresh, stopped, now).words).toBe(words);
  const failed = change({ kind: 'waiting', failure: unreachable, nextAt: now + 5_000 });
  expect(standingOf(failed, stopped, now)).toEqual({
    ...standingOf(fresh, stopped, now),
    tone: 'warn',
    words: `The service can’t be reached (connection reset). ${words}`,
  });
});

test.each([
  [now + 20_000, 'Next try in 20 s.'],
  [now + 1, 'Next try in 1 s.'],
  [now, 'Trying again.'],
  [null, 'Trying again.'],
])('counts down to the next try at %s, apart from what is read out', (nextAt, next) => {
  const failed = change({ kind: 'waiting', failure: unreachable, nextAt });
  expect(standingOf(failed, null, now)).toMatchObject({
    words: 'The service can’t be reached (connection reset). It was not sent.',
    next,
  });
});

test('says of what can’t be read whether sending again does harm', () => {
  const words = (kind: EntityKind): string =>
    standingOf(change(unknown('impossible'), kind), null, now).words;
  expect(words('video')).toContain('does no harm');
  expect(words('preset')).toContain('may refuse profiles that were removed already');
});
