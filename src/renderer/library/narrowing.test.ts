import { expect, test } from 'vitest';
import { type Entry, entriesOf, matching } from './entries.ts';
import { Narrowing } from './narrowing.ts';

const entriesNamed = (...names: string[]): readonly Entry[] =>
  entriesOf(
    names.map((name, index) => ({
      kind: 'live',
      id: `id_${index}`,
      name,
      status: null,
      relayTrouble: false,
      state: 'known',
      readAt: null,
    })),
  );

const entries = entriesNamed('Evening show', 'Morning show', 'Showcase', 'News', 'ΟΔΟΣ', 'ΟΔΟΣΑ');

test.each([
  ['typed on', ['s', 'sh', 'sho', 'show', 'show ', 'show m', 'show mo']],
  ['taken back', ['show', 'sho', 'sh', 's', '']],
  ['taken back and typed otherwise', ['show', 'sh', '', 'n', 'ne', 'even', 'SHOW e']],
  ['begun in the middle', ['show', 'now', 'show', 'eshow', 'e show']],
  ['with a letter that is another at the end of a word', ['ΟΔΟ', 'ΟΔΟΣ', 'ΟΔΟΣΑ', 'ΟΔΟΣ']],
])('finds what a search from the beginning finds: %s', (_, queries) => {
  const narrowing = new Narrowing();
  for (const query of queries)
    expect(narrowing.of(entries, query), query).toEqual(matching(entries, query));
});

test('looks only through what was found, and not again for what is known', () => {
  const narrowing = new Narrowing();
  const found = narrowing.of(entries, 'show');
  expect(narrowing.of(entries, 'show ')).toBe(found);
  const fewer = narrowing.of(entries, 'show m');
  expect(fewer).toHaveLength(1);
  expect(narrowing.of(entries, 'show')).toBe(found);
});

test('searches anew when the library changed', () => {
  const narrowing = new Narrowing();
  expect(narrowing.of(entries, 'new')).toHaveLength(1);
  expect(narrowing.of(entriesNamed('News', 'New year'), 'new')).toHaveLength(2);
});

test('finds the same list after a change of what isn’t found, and while a query is taken back', () => {
  const narrowing = new Narrowing();
  const found = narrowing.of(entries, 'show');
  const without = entries.filter(({ title }) => title !== 'News');
  expect(narrowing.of(without, 'show')).toBe(found);
  expect(narrowing.of(without, 'sho')).toBe(found);
});
