import { expect, test } from 'vitest';
import type { LibraryRow } from '../../shared/contract.ts';
import { changed, entriesOf, groupsOf, matching } from './entries.ts';

const row = (id: string, change: Partial<LibraryRow> = {}): LibraryRow => ({
  kind: 'live',
  id,
  name: '',
  status: 'ready',
  relayTrouble: false,
  state: 'known',
  readAt: 1,
  ...change,
});

const ids = (entries: readonly { row: LibraryRow }[]): string[] => entries.map(({ row }) => row.id);

test('sorts by kind, what is on air first, then by name as people count', () => {
  const entries = entriesOf([
    row('p', { kind: 'preset', name: 'A' }),
    row('10', { name: 'Stage 10' }),
    row('v', { kind: 'video', name: 'A' }),
    row('9', { name: 'stage 9' }),
    row('air', { name: 'Zulu', status: 'broadcasting' }),
    row('lost', { name: 'Alpha', status: 'broadcasting', state: 'not-found' }),
  ]);
  expect(ids(entries)).toEqual(['air', 'lost', '9', '10', 'v', 'p']);
});

test('places changed, new and removed rows', () => {
  const before = entriesOf([row('a', { name: 'A' }), row('b', { name: 'B' }), row('c')]);
  const after = changed(
    before,
    [row('b', { name: 'B', status: 'broadcasting' }), row('d', { name: 'AA' })],
    [{ kind: 'live', id: 'c' }],
  );
  expect(ids(after)).toEqual(['b', 'a', 'd']);
});

test('tells a live entity and a video of the same identifier apart', () => {
  const before = entriesOf([row('x'), row('x', { kind: 'video' })]);
  expect(changed(before, [], [{ kind: 'live', id: 'x' }]).map(({ key }) => key)).toEqual([
    'video/x',
  ]);
});

test('has the order of a library read anew after any change', () => {
  const rows = Array.from({ length: 60 }, (_, index) =>
    row(`id_${index}`, {
      kind: (['live', 'video', 'preset'] as const)[index % 3]!,
      name: `Stage ${(index * 37) % 60}`,
    }),
  );
  for (let step = 0; step < 60; step += 7) {
    const after = rows.map((one, index) =>
      index % 5 === step % 5
        ? { ...one, name: `Stage ${(index * 11 + step) % 80}`, status: 'broadcasting' }
        : one,
    );
    const gone = after.slice(step, step + 2);
    const come = row('id_new', { name: `Stage ${step}` });
    const expected = entriesOf([...after.filter((one) => !gone.includes(one)), come]);
    const given = after.filter((one, index) => one !== rows[index] && !gone.includes(one));
    expect(changed(entriesOf(rows), [...given, come], gone)).toEqual(expected);
  }
});

test('puts each kind into a group of its own, also when there is none of it', () => {
  const entries = entriesOf([
    row('p', { kind: 'preset' }),
    row('b'),
    row('air', { status: 'broadcasting' }),
    row('q', { kind: 'preset', status: 'broadcasting' }),
  ]);
  expect(groupsOf(entries).map(({ kind, entries }) => [kind, ids(entries)])).toEqual([
    ['live', ['air', 'b']],
    ['video', []],
    ['preset', ['q', 'p']],
  ]);
});

test.each([
  ['', ['l1', 'l2', 'rtl']],
  ['   ', ['l1', 'l2', 'rtl']],
  ['MORN', ['l1']],
  ['show morning', ['l1']],
  ['l2', ['l2']],
  ['مباشر', ['rtl']],
  ['nothing like it', []],
])('finds by name and identifier: “%s”', (query, found) => {
  const entries = entriesOf([
    row('l1', { name: 'Morning show' }),
    row('l2', { name: 'Studio B' }),
    row('rtl', { name: 'البث المباشر' }),
  ]);
  expect(ids(matching(entries, query))).toEqual(found);
});

test('has the identifier as title when there is no name', () => {
  expect(entriesOf([row('abc', { name: ' ' })])[0]?.title).toBe('abc');
});
