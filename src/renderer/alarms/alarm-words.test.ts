import { expect, test } from 'vitest';
import type { Alarm } from '../../shared/health.ts';
import { asking, placeOf, raisedWords, subjectOf, titleOf } from './alarm-words.ts';
import { notificationsOf } from './notifying.ts';

const alarm = (id: string, change: Partial<Alarm> = {}): Alarm => ({
  id,
  kind: 'check',
  entityId: `live_${id}`,
  name: `Stream ${id}`,
  check: 'playlist',
  severity: 'high',
  reason: 'Newest segment 14 s old, target 2 s.',
  failingSince: 1,
  raisedAt: 2,
  acknowledgedAt: null,
  recoveredAt: null,
  ...change,
});

const network = alarm('n', {
  kind: 'network',
  entityId: null,
  name: '',
  check: null,
  reason: 'This computer has no network.',
});

test('asks for what is neither acknowledged nor of a muted stream', () => {
  const raised = [alarm('a'), alarm('b', { acknowledgedAt: 3 }), alarm('c'), network];
  const muted = [{ id: 'live_c', until: null }];
  expect(asking({ raised, muted }).map(({ id }) => id)).toEqual(['a', 'n']);
});

test.each([
  [alarm('a'), 'Stream a', 'Playlist is fresh', '#/live/live_a'],
  [alarm('a', { name: ' ' }), 'live_a', 'Playlist is fresh', '#/live/live_a'],
  [network, 'All streams', 'Network of this computer', '#/alarms'],
  [
    { ...network, kind: 'overload' as const, check: 'smooth' as const },
    'Streams played here',
    'This computer is overloaded',
    '#/alarms',
  ],
  [{ ...network, kind: 'sleep' as const }, 'All streams', 'This computer slept', '#/alarms'],
])('tells whom %o is about, what is wrong and where to look', (one, subject, title, place) => {
  expect([subjectOf(one), titleOf(one), placeOf(one)]).toEqual([subject, title, place]);
});

test('says what is wrong with one, and counts several', () => {
  expect(raisedWords([alarm('a')])).toBe('Stream a: Newest segment 14 s old, target 2 s.');
  expect(raisedWords([alarm('a'), alarm('b'), network])).toBe('3 alarms were raised.');
});

const ring = (one: Alarm, notification = true) => ({ alarm: one, sound: false, notification });

test('notifies of each alarm that wants it, with the way to its stream', () => {
  expect(notificationsOf([ring(alarm('a')), ring(alarm('b'), false)])).toEqual([
    {
      tag: 'a',
      title: 'Stream a',
      body: 'Newest segment 14 s old, target 2 s.',
      place: '#/live/live_a',
    },
  ]);
});

test('notifies once of many', () => {
  const rings = ['a', 'b', 'c', 'd', 'e'].map((id) => ring(alarm(id)));
  expect(notificationsOf(rings)).toEqual([
    {
      tag: 'alarms',
      title: '5 alarms were raised.',
      body: 'Stream a, Stream b, Stream c and 2 more',
      place: '#/alarms',
    },
  ]);
  const ofOne = ['a', 'b', 'c', 'd'].map((id) => ring(alarm(id, { name: 'Morning show' })));
  expect(notificationsOf(ofOne)[0]?.body).toBe('Morning show');
});
