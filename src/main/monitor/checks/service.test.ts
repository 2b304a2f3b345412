import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../shared/failure.ts';
import type { ServiceFacts } from '../facts.ts';
import { madeFacts, madeNow } from '../testing/made-facts.ts';
import { told } from '../testing/told.ts';
import { service } from './service.ts';

const answered = (other: Partial<ServiceFacts>, offline = false) =>
  madeFacts({ offline, service: { ...madeFacts().service, ...other } });
const failed = (failure: Failure, agoMs: number | null = 8_000, offline = false) =>
  answered({ failure, lastGoodAt: agoMs === null ? null : madeNow - agoMs }, offline);
const unreachable: Failure = { kind: 'unreachable', detail: 'connection refused' };

describe('the service', () => {
  it.each([
    ['answers', answered({}), 'good: Answers within 150 ms, asked every 5 s.'],
    ['answers slowly', answered({ tookMs: 3_210 }), 'warning: Slow: its last answer took 3.5 s.'],
    [
      'was not asked for long',
      answered({ lastGoodAt: madeNow - 66_000 }),
      'unknown: Not asked lately; last answer 1 min ago.',
    ],
    [
      'is asked once a minute and no later than that',
      answered({ lastGoodAt: madeNow - 66_000, intervalMs: 60_000 }),
      'good: Answers within 150 ms, asked every 1 min.',
    ],
    ['has not answered yet', answered({ lastGoodAt: null }), 'unknown: Not answered yet.'],
    [
      'can’t be reached for a moment',
      failed(unreachable),
      'warning: The service can’t be reached (connection refused); last answer 8 s ago.',
    ],
    [
      'can’t be reached for long',
      failed(unreachable, 300_000),
      'failing: The service can’t be reached (connection refused); last answer 5 min ago.',
    ],
    [
      'never answered',
      failed({ kind: 'timed-out', afterMs: 10_000 }, null),
      'failing: The service didn’t answer within 10 s; no answer so far.',
    ],
    [
      'can’t be reached because this computer has no network',
      failed(unreachable, 300_000, true),
      'unknown: This computer has no network.',
    ],
    [
      'refuses the token',
      failed({ kind: 'not-authorised', message: 'no' }),
      'failing: The service refuses the API token.',
    ],
    [
      'doesn’t know it',
      failed({ kind: 'not-found', message: 'no' }),
      'failing: The service knows no live entity with this identifier.',
    ],
    [
      'asks to wait',
      failed({ kind: 'throttled', until: madeNow + 30_000 }),
      'warning: The service asks to wait until TIME.',
    ],
    [
      'has an error of its own, without its words, which may be anything',
      failed({ kind: 'refused', status: 503, message: 'x'.repeat(500) }, 90_000),
      'failing: The service refuses with status 503; last answer 1 min ago.',
    ],
    [
      'sends what is no answer',
      failed({ kind: 'not-understood', status: 200, contentType: 'text/html', excerpt: '' }),
      'warning: The service’s answer wasn’t understood (status 200); last answer 8 s ago.',
    ],
    [
      'isn’t asked while the keychain is locked',
      failed({ kind: 'keychain', trouble: 'locked' }),
      'unknown: The keychain gave no token, so the service can’t be asked.',
    ],
  ])('%s', (_title, facts, expected) => {
    expect(told(service, facts)).toBe(expected);
  });
});
