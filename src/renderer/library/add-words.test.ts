import { expect, test } from 'vitest';
import { addedWords, refusedWords, toAddWords } from './add-words.ts';

const found = (ids: string[], duplicates = 0, empty = 0) =>
  ({ kind: 'live', ids, duplicates, empty }) as const;

test.each([
  [found([]), ''],
  [found([], 0, 3), ''],
  [found(['a']), '1 live entity to add'],
  [found(['a', 'b'], 1), '2 live entities to add, 1 duplicate skipped'],
  [found(['a'], 2, 1), '1 live entity to add, 2 duplicates and 1 empty line skipped'],
])('says what will be added', (given, words) => {
  expect(toAddWords(given)).toBe(words);
});

test('says what was added, also when that is nothing', () => {
  expect(addedWords(found([], 2))).toBe('Nothing added, 2 duplicates skipped');
  expect(addedWords({ ...found(['a', 'b']), kind: 'preset' })).toBe('2 presets added');
});

test('names the first five refused lines and counts the rest', () => {
  const words = refusedWords(
    Array.from({ length: 8 }, (_, n) => ({ line: `l${n}`, reason: 'no.' })),
  );
  expect(words).toHaveLength(6);
  expect(words[0]).toBe('“l0” is refused: no.');
  expect(words.at(-1)).toBe('3 more lines refused');
});
