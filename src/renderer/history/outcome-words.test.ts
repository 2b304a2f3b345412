import { expect, test } from 'vitest';
import type { HistoryRow } from '../../shared/edit-views.ts';
import type { Change } from '../../shared/edits.ts';
import { outcomeWords, tookWords } from './outcome-words.ts';

const name: Change = { field: 'name', label: 'Name', now: 'A', after: 'B', kind: 'changed' };

const row = (
  outcome: HistoryRow['outcome'],
  rest: Partial<Pick<HistoryRow, 'failure' | 'differences'>> = {},
): HistoryRow => ({
  row: 'row',
  at: 0,
  ref: { kind: 'live', id: 'a' },
  name: 'Morning show',
  changes: [name],
  outcome,
  failure: null,
  differences: [],
  tookMs: null,
  noRevert: null,
  ...rest,
});

test.each([
  ['took', 'ok', 'Saved', undefined],
  ['already', 'ok', 'Already there', 'The service held it already, so nothing was sent.'],
  ['accepted', 'ok', 'Accepted, not read since', undefined],
  ['unclear', 'unknown', 'Not clear', 'The answer didn’t say all of it.'],
  ['marked', 'neutral', 'Marked as saved by you', undefined],
  ['partly', 'warn', 'Saved in part', undefined],
] as const)('says of %s', (outcome, tone, words, more) => {
  expect(outcomeWords(row(outcome))).toEqual({ tone, words, ...(more !== undefined && { more }) });
});

test('announces the differences only where there are some', () => {
  expect(outcomeWords(row('did-not', { differences: [name] })).more).toContain('didn’t take:');
  expect(outcomeWords(row('did-not')).more).toBeUndefined();
});

test('gives the service’s words for what it refused', () => {
  const failure = { kind: 'refused', status: 409, message: 'preset is in use' } as const;
  expect(outcomeWords(row('refused', { failure }))).toEqual({
    tone: 'bad',
    words: 'Refused',
    more: 'The service refused (409): preset is in use.',
  });
});

test('says that sending had failed where it was there all the same', () => {
  const failure = { kind: 'timed-out', afterMs: 15_000, sent: 'maybe' } as const;
  expect(outcomeWords(row('took', { failure }))).toMatchObject({
    words: 'Saved',
    more: 'Sending failed first. The service didn’t answer within 15 s.',
  });
});

test.each([
  [0, '0 ms'],
  [214.4, '214 ms'],
  [999.7, '1.0 s'],
  [1_449, '1.4 s'],
])('tells that it took %s ms', (ms, words) => {
  expect(tookWords(ms)).toBe(words);
});
