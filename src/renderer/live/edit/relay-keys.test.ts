import { describe, expect, test } from 'vitest';
import type { KeyField, LiveFields, RelayFields } from '../../../shared/edits.ts';
import { hasOldKey, relayKeyRules, typedKey } from './relay-keys.ts';

const typed = (key: string): KeyField => ({ kind: 'typed', key });
const unchanged: KeyField = { kind: 'unchanged' };
const held: KeyField = { kind: 'held' };
const relay = (row: string, key: KeyField): RelayFields => ({
  row,
  origin: row,
  name: '',
  url: `rtmp://${row}.example/live`,
  key,
});
const fields = (...keys: KeyField[]): LiveFields => ({
  name: 'Show',
  description: '',
  relays: keys.map((key, index) => relay(`r${index}`, key)),
});
const keysOf = ({ relays }: LiveFields): KeyField[] => relays.map(({ key }) => key);
const rules = relayKeyRules(() => false);

test.each<[string, KeyField | undefined, KeyField]>([
  ['new', unchanged, typed('new')],
  ['', unchanged, unchanged],
  ['', typed(''), typed('')],
  ['', undefined, typed('')],
])('typing %j where the service has %j gives %j', (key, before, after) => {
  expect(typedKey(key, before && relay('a', before))).toEqual(after);
});

test.each<[KeyField, KeyField | undefined, boolean]>([
  [held, unchanged, true],
  [typed('new'), unchanged, true],
  [unchanged, unchanged, false],
  [typed(''), unchanged, false],
  [held, typed(''), false],
  [held, undefined, false],
])('a key %j where the service has %j can be given up: %j', (key, before, can) => {
  expect(hasOldKey(relay('a', key), before && relay('a', before))).toBe(can);
});

describe('once main has what was sent', () => {
  test('the keys in it are held, later ones and empty ones stay', () => {
    const now = fields(typed('one'), typed('two, longer'), typed(''), unchanged);
    const sent = fields(typed('one'), typed('two'), typed(''), unchanged);
    expect(keysOf(rules.settled(now, sent))).toEqual([
      held,
      typed('two, longer'),
      typed(''),
      unchanged,
    ]);
  });

  test('the key that holds the caret stays', () => {
    const now = fields(typed('one'), typed('two'));
    const inFirst = relayKeyRules((row) => row === 'r0');
    expect(keysOf(inFirst.settled(now, now))).toEqual([typed('one'), held]);
  });

  test('a row that main never saw stays', () => {
    const now = fields(typed('one'));
    expect(rules.settled(now, fields())).toBe(now);
  });

  test('nothing becomes another object when no key is typed', () => {
    const now = fields(unchanged, held, typed(''));
    expect(rules.settled(now, now)).toBe(now);
  });
});

test('a step of undo forgets the keys that the form forgot', () => {
  const step = fields(typed('part'), typed('other'));
  expect(keysOf(rules.forgotten(step, fields(held, typed('other'))))).toEqual([
    held,
    typed('other'),
  ]);
});

describe('a step that is gone back to', () => {
  test.each<[string, KeyField, KeyField, KeyField]>([
    ['the key of the service comes back', unchanged, held, unchanged],
    ['no key comes back', typed(''), typed('new'), typed('')],
    ['a key that is typed over can’t come back', held, typed('newer'), typed('newer')],
    ['a key that main still has comes back', held, unchanged, held],
    ['a key that wasn’t given away comes back', typed('one'), unchanged, typed('one')],
  ])('%s', (_title, step, now, after) => {
    expect(keysOf(rules.revived(fields(step), fields(now)))).toEqual([after]);
  });

  test('a row that was removed comes back with the key that main has', () => {
    expect(keysOf(rules.revived(fields(held), fields()))).toEqual([held]);
  });
});
