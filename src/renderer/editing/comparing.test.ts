import { expect, test } from 'vitest';
import {
  type Piece,
  excerptsOf,
  excerptsOfConflict,
  isCut,
  blocksOf,
  edgesOf,
  piecesOf,
} from './comparing.ts';

const marked = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isMark }) => (isMark ? `[${text}]` : text)).join('');
const shown = (text: string, isEdge = true): string =>
  marked(piecesOf(text, { start: isEdge, end: isEdge }));

test.each([
  ['a\u200bb', 'a[U+200B]b'],
  ['a\u200b\u200b\u200bb', 'a[U+200B × 3]b'],
  ['\u202eabc', '[U+202E]abc'],
  ['no\u00a0break', 'no[U+00A0]break'],
  ['one\ntwo', 'one[↵]\ntwo'],
  ['one\r\ntwo', 'one[U+000D ↵]\ntwo'],
  ['a\tb', 'a[⇥]\tb'],
  [' a  b ', '[␣]a  b[␣]'],
  ['a \nb', 'a[␣][↵]\nb'],
  ['lone \ud83d half', 'lone [U+D83D] half'],
  ['👨‍👩‍👧 ❤️ 🏳️‍🌈 👍🏿 1️⃣ 🇸🇬', '👨‍👩‍👧 ❤️ 🏳️‍🌈 👍🏿 1️⃣ 🇸🇬'],
  ['😀\u200d', '😀[U+200D]'],
  ['🏴\u{e0067}\u{e0062}\u{e007f}', '🏴\u{e0067}\u{e0062}\u{e007f}'],
  ['مرحبا', 'مرحبا'],
])('shows what can’t be seen in %j', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test('leaves the spaces of what is the same alone', () => {
  expect(shown(' a ', false)).toBe(' a ');
});

test.each([
  ['Weekday programme with guests', 'Weekday programme  with guests', '[␣]'],
  ['Weekday programme with all guests', 'Weekday programme with all guests ', '[␣]'],
  ['Weekday programme of the city', 'Weekday programme of the whole city', 'whole '],
])('marks a space only where it would go unseen: %j, %j', (now, after, differing) => {
  const same = 'Always the same words before it: ';
  const excerpt = excerptsOf([same + now, same + after], 500)[1];
  expect(excerpt && marked(piecesOf(excerpt.differing, edgesOf(excerpt)))).toBe(differing);
});

test('finds the part that differs', () => {
  const [now, after] = excerptsOf(
    ['Weekday programme, week 46, with guests', 'Weekday programme, week 47, with guests'],
    500,
  );
  expect(now).toMatchObject({ lead: 'Weekday programme, week 4', differing: '6' });
  expect(after).toMatchObject({ differing: '7', trail: ', with guests' });
});

test('takes short texts as a whole', () => {
  expect(excerptsOf(['Morning show', 'Morning shows'], 500)[0]?.differing).toBe('Morning show');
});

test('never parts a character', () => {
  const around = 'A long enough text before it, ';
  const [now, after] = excerptsOf([`${around}😀👍🏻`, `${around}😁👍🏿`], 500);
  expect(now?.differing).toBe('😀👍🏻');
  expect(after?.differing).toBe('😁👍🏿');
});

test('gives nothing for what isn’t there', () => {
  expect(excerptsOf([null, 'New'], 500)).toEqual([
    null,
    { before: 0, after: 0, lead: '', differing: 'New', trail: '' },
  ]);
});

test('cuts a text of a million characters to where it differs', () => {
  const same = 'word '.repeat(100_000);
  const excerpts = excerptsOf([`${same}old ${same}`, `${same}new ${same}`], 500);
  expect(excerpts[1]).toMatchObject({ differing: 'new', before: 499_940 });
  expect(excerpts.every(isCut)).toBe(true);
});

test.each([
  'word '.repeat(5_000),
  'x'.repeat(20_000),
  '👍🏿'.repeat(3_000),
  `${'a'.repeat(9_000)}\nb`,
])('parts a long text in blocks and loses nothing (%#)', (text) => {
  const blocks = blocksOf(text);
  expect(blocks.join('')).toBe(text);
  expect(blocks.length).toBeGreaterThan(2);
  expect(blocks.every((block) => block.length <= 4_000 && block.isWellFormed())).toBe(true);
});

test('shows everything of a long text when asked to', () => {
  const text = 'x'.repeat(10_000);
  const [now, after] = excerptsOf([text, `${text}y`], Infinity);
  expect(now?.lead).toBe(text);
  expect(after?.differing).toBe('y');
});

test('shows in a conflict what each side changed', () => {
  const base = 'Weekday programme '.repeat(100);
  const [, theirs, mine] = excerptsOfConflict([base, `${base}and theirs`, `Mine: ${base}`], 300);
  expect(theirs).toMatchObject({ differing: 'and theirs', after: 0 });
  expect(mine).toMatchObject({ before: 0, differing: 'Mine: ' });
  expect(excerptsOfConflict([null, 'Theirs', 'Mine'], 300)[2]?.differing).toBe('Mine');
});
