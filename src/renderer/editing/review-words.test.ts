import { expect, test } from 'vitest';
import type { Failure } from '../../shared/failure.ts';
import { ageOf, failedWords, mayWait, notSentWords } from './review-words.ts';
import { unknownWords } from './sent-words.ts';

const live = { kind: 'live', id: 'a' } as const;
const video = { kind: 'video', id: 'v' } as const;
const draft = { of: 'draft', ref: live } as const;
const unreachable: Failure = { kind: 'unreachable', detail: 'ECONNREFUSED' };
const times = { askedAt: 100_000, since: 101_000, now: 102_500 };

test.each([
  [{ ref: live, readAt: 100_900, unread: null }, times, 'Read again 1 s ago.', false],
  [{ ref: live, readAt: 102_000, unread: null }, times, 'Read again just now.', false],
  [
    { ref: live, readAt: 100_900, unread: null },
    { ...times, now: 161_001 },
    'Read again 1 min ago.',
    true,
  ],
  [
    { ref: live, readAt: 40_000, unread: null },
    times,
    'Compared with the copy read 1 min ago.',
    false,
  ],
  [
    { ref: live, readAt: 40_000, unread: unreachable },
    times,
    'Couldn’t be read again: the service can’t be reached (ECONNREFUSED). Compared with the copy read 1 min ago.',
    true,
  ],
  [
    { ref: live, readAt: null, unread: unreachable },
    times,
    'Couldn’t be read again: the service can’t be reached (ECONNREFUSED). What it holds now isn’t known.',
    true,
  ],
  [
    { ref: video, readAt: 40_000, unread: null },
    times,
    'The service can’t be asked what it holds now. Compared with its answer of 1 min ago.',
    false,
  ],
  [
    { ref: video, readAt: null, unread: null },
    times,
    'The service can’t be asked what it holds now.',
    false,
  ],
])('says how old the comparison is: %j', (review, at, text, isOdd) => {
  expect(ageOf(review, at)).toEqual({ text, isOdd });
});

test.each<[Failure, boolean, string, RegExp]>([
  [
    { kind: 'not-found', message: '' },
    false,
    'The service no longer has this live entity.',
    /^Your draft is kept\.$/,
  ],
  [{ kind: 'not-authorised', message: 'Refused.' }, false, 'Refused.', /replace the token/],
  [{ kind: 'unexpected', message: 'boom' }, true, '', /isn’t known.*compares/],
  [{ kind: 'invalid', message: 'It changed.' }, true, 'It changed.', /^Nothing was sent\. Your/],
])('says what to do without a review: %j', (failure, sending, what, next) => {
  const words = failedWords(draft, failure, sending, 0);
  expect(words.what).toContain(what);
  expect(words.next).toMatch(next);
});

test('doesn’t speak of a draft where there is none', () => {
  const gone: Failure = { kind: 'not-found', message: '' };
  const words = (of: Parameters<typeof failedWords>[0]): string =>
    failedWords(of, gone, false, 0).next;
  expect(words({ of: 'entry', entry: 'e' })).toBe('The change stays in the outbox.');
  expect(words({ of: 'revert', row: 'r' })).toBe('Nothing was changed.');
});

test.each<[Failure, RegExp, boolean]>([
  [unreachable, /queue the change/, true],
  [{ kind: 'timed-out', afterMs: 10_000 }, /queue the change/, true],
  [{ kind: 'refused', status: 400, message: 'No.' }, /Your draft is kept/, false],
  [{ kind: 'refused', status: 502, message: 'Bad gateway' }, /Try again in a moment/, false],
  [{ kind: 'throttled', until: 5_000 }, /Then it can be sent/, false],
  [{ kind: 'storage', trouble: 'full' }, /Free some space/, false],
])('says what to do when nothing was sent: %j', (failure, next, waits) => {
  expect(notSentWords(draft, failure, 0).next).toMatch(next);
  expect(mayWait(failure)).toBe(waits);
});

test.each([
  [null, 'the connection broke after the change was sent'],
  [unreachable, 'the connection broke after the change was sent'],
  [{ kind: 'timed-out', afterMs: 10_000 }, 'the service didn’t answer in time'],
] as const)('says why a change may have been saved: %j', (failure, why) => {
  expect(unknownWords('live', failure)).toMatchObject({
    what: `It may have been saved: ${why}.`,
    next: 'Tally reads it again and compares by itself.',
  });
  expect(unknownWords('video', failure).next).toMatch(/send it again or mark it as saved/);
});
