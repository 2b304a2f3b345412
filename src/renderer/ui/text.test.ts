import { expect, test } from 'vitest';
import { counted, middleEllipsis, shortened, withStop } from './text.ts';

test.each([
  ['short', 15, 'short'],
  ['0f5cbb6e-2c1d-4e0b-9f4c-51f3d2a1b9e8', 15, '0f5cbb6e-2…b9e8'],
  ['🎥'.repeat(40), 9, '🎥🎥🎥🎥🎥🎥…🎥🎥'],
])('keeps the start and the end of %s', (text, max, short) => {
  expect(middleEllipsis(text, max)).toBe(short);
});

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['🎥🎥', 2, '🎥🎥'],
  ['🎥🎥🎥', 2, '🎥…'],
])('shortens %s to %i characters', (text, max, short) => {
  expect(shortened(text, max)).toBe(short);
});

test.each([
  ['Gone', 'Gone.'],
  ['Gone.', 'Gone.'],
  ['Gone?', 'Gone?'],
  ['It is “gone.”', 'It is “gone.”'],
  ['“gone”', '“gone”.'],
])('ends %s like a sentence', (text, sentence) => {
  expect(withStop(text)).toBe(sentence);
});

test('counts in words', () => {
  expect(counted(1, 'relay')).toBe('1 relay');
  expect(counted(0, 'relay')).toBe('0 relays');
  expect(counted(2, 'live entity', 'live entities')).toBe('2 live entities');
});
