import { describe, expect, test } from 'vitest';
import type { LiveFields, RelayFields } from '../../../shared/edits.ts';
import {
  added,
  calledRelay,
  changed,
  difference,
  isReordered,
  listed,
  moved,
  removed,
  restored,
  withRelays,
} from './relay-rows.ts';

const relay = (row: string, change: Partial<RelayFields> = {}): RelayFields => ({
  row,
  origin: row,
  name: row.toUpperCase(),
  url: `rtmp://${row}.example/live`,
  key: { kind: 'unchanged' },
  ...change,
});
const base: LiveFields = {
  name: 'Show',
  description: '',
  relays: [relay('a'), relay('b'), relay('c')],
};
const rows = ({ relays }: LiveFields): string => relays.map(({ row }) => row).join('');
const shown = (fields: LiveFields): string =>
  listed(fields, base)
    .map((one) => (fields.relays.includes(one) ? one.row : `(${one.row})`))
    .join('');

test('a new relay comes last and has no origin', () => {
  const fields = added(base, 'n');
  expect(rows(fields)).toBe('abcn');
  expect(fields.relays[3]).toMatchObject({
    origin: null,
    url: '',
    key: { kind: 'typed', key: '' },
  });
});

test('a change makes one row another object and leaves the others as they are', () => {
  const fields = changed(base, 'b', { url: 'rtmps://new.example/app' });
  expect(fields.relays[1]).toEqual(relay('b', { url: 'rtmps://new.example/app' }));
  expect(fields.relays[0]).toBe(base.relays[0]);
  expect(fields.relays[2]).toBe(base.relays[2]);
});

test.each([
  ['b', -1, 'bac'],
  ['b', 1, 'acb'],
  ['a', 1, 'bac'],
] as const)('moving %s by %i gives %s', (row, by, after) => {
  expect(rows(moved(base, row, by))).toBe(after);
});

test.each([
  ['a', -1],
  ['c', 1],
  ['nowhere', 1],
  ['nowhere', -1],
] as const)('moving %s by %i changes nothing', (row, by) => {
  expect(moved(base, row, by)).toBe(base);
});

test.each<[string, LiveFields, boolean]>([
  ['as they were', base, false],
  ['with one moved', moved(base, 'a', 1), true],
  ['with one removed', removed(base, 'b'), false],
  ['with one added in between', moved(added(base, 'n'), 'n', -1), false],
  ['moved and moved back', moved(moved(base, 'a', 1), 'a', -1), false],
])('relays %s', (_title, fields, is) => {
  const order = fields.relays.map(({ row }) => row);
  expect(isReordered(order, base)).toBe(is);
});

describe('removed relays', () => {
  test.each([
    ['', 'abc'],
    ['b', 'a(b)c'],
    ['a', '(a)bc'],
    ['ab', '(a)(b)c'],
    ['bc', 'a(b)(c)'],
    ['abc', '(a)(b)(c)'],
  ])('without %j the list shows %s', (gone, list) => {
    expect(shown([...gone].reduce(removed, base))).toBe(list);
  });

  test('follow the relay that was before them when that one moves', () => {
    expect(shown(moved(removed(base, 'b'), 'a', 1))).toBe('ca(b)');
  });

  test('stay where they were among new relays', () => {
    expect(shown(moved(added(removed(base, 'c'), 'n'), 'n', -1))).toBe('anb(c)');
  });

  test('nothing is listed anew while none is removed', () => {
    expect(listed(base, base)).toBe(base.relays);
  });

  test.each([
    ['b', 'b', 'abc'],
    ['ab', 'b', 'bc'],
    ['abc', 'c', 'c'],
  ])('without %j, keeping %s gives %s', (gone, row, after) => {
    expect(rows(restored([...gone].reduce(removed, base), base, row))).toBe(after);
  });

  test('come back as the service has them, also after a change', () => {
    const edited = changed(base, 'b', { name: 'Other', key: { kind: 'held' } });
    expect(restored(removed(edited, 'b'), base, 'b').relays).toEqual(base.relays);
  });

  test('keeping one that is there, or none, changes nothing', () => {
    expect(restored(base, base, 'a')).toBe(base);
    expect(restored(withRelays(base, []), base, 'x').relays).toEqual([]);
  });
});

test.each<[Partial<RelayFields>, string]>([
  [{}, ''],
  [{ key: { kind: 'typed', key: '' } }, ''],
  [{ name: 'Other' }, 'Changed: name'],
  [{ url: 'rtmp://x.example/a', key: { kind: 'typed', key: 'k' } }, 'Changed: address, key'],
  [{ key: { kind: 'held' } }, 'Changed: key'],
])('a relay with %j is marked %j', (change, mark) => {
  expect(difference(relay('a', change), relay('a'))).toBe(mark);
});

test('a relay without an origin is new', () => {
  expect(difference(relay('n', { origin: null }), undefined)).toBe('New');
});

test.each([
  [{ name: ' City ' }, 'City'],
  [{ name: ' ' }, 'rtmp://a.example/live'],
  [{ name: '', url: '' }, 'without a name'],
])('a relay with %j is called %s', (change, name) => {
  expect(calledRelay(relay('a', change))).toBe(name);
});
