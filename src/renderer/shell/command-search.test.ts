import { expect, test } from 'vitest';
import { search } from './command-search.ts';

const thing = (name: string, rest = ''): { text: string } => ({
  text: `${name}\n${rest}`.toLowerCase(),
});
const names = (found: { best: readonly { text: string }[] }): string[] =>
  found.best.map(({ text }) => text.split('\n')[0] ?? '');

const all = [
  thing('Evening showcase', 'live_17'),
  thing('Show of the morning', 'live_18'),
  thing('Morning show', 'live_19'),
  thing('Late slideshow', 'live_20'),
  thing('Studio B', 'live_morning_b'),
  thing('Ankara', 'xmorning'),
  thing('البث المباشر', 'live_21'),
];

test.each([
  ['', all.length, 'evening showcase'],
  ['  ', all.length, 'evening showcase'],
  ['MORN', 4, 'morning show'],
  ['show morning', 2, 'show of the morning'],
  ['live_19', 1, 'morning show'],
  ['المباشر', 1, 'البث المباشر'],
  ['nothing like it', 0, undefined],
])('finds by every word of “%s”', (query, total, first) => {
  const found = search(all, query, 10);
  expect(found.total).toBe(total);
  expect(names(found)[0]).toBe(first);
});

test('takes the beginning of the name first, then of a word, its inside, the identifier', () => {
  expect(names(search(all, 'morning', 10))).toEqual([
    'morning show',
    'show of the morning',
    'studio b',
    'ankara',
  ]);
  expect(names(search(all, 'show', 10))).toEqual([
    'show of the morning',
    'evening showcase',
    'morning show',
    'late slideshow',
  ]);
});

test('takes a later word that begins with the query before an earlier one that has it inside', () => {
  const found = search([thing('Broadcast of casts'), thing('Broadcast')], 'cast', 10);
  expect(names(found)).toEqual(['broadcast of casts', 'broadcast']);
});

test('puts the recent first among those that match equally well, and no further', () => {
  const isRecent = ({ text }: { text: string }): boolean =>
    text.startsWith('morning') || text.startsWith('late');
  expect(names(search(all, 'show', 10, isRecent))).toEqual([
    'show of the morning',
    'morning show',
    'evening showcase',
    'late slideshow',
  ]);
});

test('gives no more than asked, and says how many there are', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => thing(`Stage ${n}`));
  const found = search(many, 'stage', 40);
  expect(found.best).toHaveLength(40);
  expect(found.total).toBe(10_000);
  expect(names(found)[39]).toBe('stage 39');
});

test('says how well the best matches, to compare lists', () => {
  expect(search(all, 'stud', 10).score).toBeLessThan(search(all, 'case', 10).score);
  expect(search(all, 'zzz', 10).score).toBe(Infinity);
});

test('takes the identifier of what has no name for its name', () => {
  const found = search([thing('Studio', 'entity_2'), thing('', 'entity_1')], 'entity', 10);
  expect(names(found)).toEqual(['', 'studio']);
});
