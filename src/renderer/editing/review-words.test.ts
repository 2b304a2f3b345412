import { expect, test } from 'vitest';
import type { Failure } from '../../shared/failure.ts';
import { ageOf, failedWords, mayWait, notSentWords, queueWords } from './review-words.ts';
import { saidOf, unknownWords } from './sent-words.ts';

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
  [
    { kind: 'not-found', message: '', serviceMessage: 'No live entity x.' },
    false,
    'The service no longer has this live entity. It says: “No live entity x.”',
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

test.each<[Failure | null, boolean, boolean, RegExp]>([
  [null, true, false, /^It waits in the outbox and goes out by itself when the network is back\.$/],
  [unreachable, false, false, /by itself once the service answers\.$/],
  [null, false, false, /goes out by itself\.$/],
  [null, true, true, /waits for your click there\.$/],
])('says when what is queued goes out: %j', (unread, isOffline, waitsForClick, words) => {
  expect(queueWords(unread, { isOffline, waitsForClick })).toMatch(words);
});

test.each([
  [null, 'The connection broke after the change was sent.'],
  [unreachable, 'The connection broke after the change was sent.'],
  [{ kind: 'timed-out', afterMs: 10_000 }, 'The service didn’t answer in time.'],
] as const)('says why a change may have been saved: %j', (failure, why) => {
  const live = unknownWords('live', { compared: 'not-yet', failure });
  expect(live.what).toBe(why);
  expect(saidOf(live)).toBe(`It may have been saved. ${why}`);
  expect(live.next).toBe('Tally reads it again and compares.');
  const video = unknownWords('video', { compared: 'impossible', failure });
  expect(video.what).toBe(live.what);
  expect(video.next).toBe(
    'A video can’t be read, so Tally can’t find out. Sending it again does no harm.',
  );
});

test.each([
  ['did-not', 'Not saved', /connection broke.*doesn’t hold it/, /^Send it again/],
  ['partly', 'Saved in part', /connection broke.*doesn’t hold all/, /Look at what/],
  ['unclear', 'It may have been saved', /^The connection broke/, /mark it as saved/],
] as const)('says what a comparison found: %s', (compared, title, what, next) => {
  const words = unknownWords('live', { compared, failure: unreachable });
  expect(words.title).toBe(title);
  expect(words.what).toMatch(what);
  expect(words.next).toMatch(next);
});
