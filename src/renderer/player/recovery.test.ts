import { describe, expect, it } from 'vitest';
import {
  type Stall,
  type StreamFailure,
  afterFailure,
  backOffMs,
  encoderRestarted,
  isFarBehind,
  stallCause,
  stallStep,
} from './recovery.ts';

const failure = (details: string, more: Partial<StreamFailure> = {}): StreamFailure => ({
  details,
  isMedia: false,
  status: null,
  codec: null,
  url: null,
  ...more,
});

describe('after a failure', () => {
  it.each([
    ['manifestLoadError', { status: 404 }, { kind: 'status', status: 404 }],
    ['levelLoadError', { status: 503 }, { kind: 'status', status: 503 }],
    ['fragLoadError', { status: 403 }, { kind: 'status', status: 403 }],
    ['manifestLoadTimeOut', {}, { kind: 'silent' }],
    ['levelLoadTimeOut', { status: 0 }, { kind: 'silent' }],
    ['fragLoadTimeOut', {}, { kind: 'silent' }],
    ['manifestParsingError', { status: 200 }, { kind: 'not-a-playlist' }],
    ['internalException', {}, { kind: 'interrupted' }],
    [
      'manifestIncompatibleCodecsError',
      { isMedia: true, codec: 'dvh1.05' },
      { kind: 'undecodable', codec: 'dvh1.05' },
    ],
    ['bufferAddCodecError', { isMedia: true }, { kind: 'undecodable', codec: null }],
  ])('%s %o reconnects and tells why', (details, more, trouble) => {
    expect(afterFailure(failure(details, more), 0)).toEqual({ kind: 'reconnect', trouble });
  });

  it.each([
    ['manifestLoadError', { status: 0 }],
    ['fragLoadError', { status: 0 }],
    ['levelParsingError', { status: 200 }],
  ])('%s %o is asked about, as a browser hides the reason', (details, more) => {
    expect(afterFailure(failure(details, more), 0)).toEqual({ kind: 'ask' });
  });

  it('waits for segments when the playlist is empty', () => {
    expect(afterFailure(failure('levelEmptyError'), 0)).toEqual({ kind: 'wait-for-segments' });
  });

  it('flushes the decoder twice in a short time, then builds the player anew', () => {
    const broken = failure('fragParsingError', { isMedia: true });
    expect([0, 1, 2].map((before) => afterFailure(broken, before))).toEqual([
      { kind: 'recover-media' },
      { kind: 'recover-media' },
      { kind: 'reconnect', trouble: { kind: 'damaged' } },
    ]);
  });
});

describe('the wait before a try', () => {
  it('doubles from 1 s and stays within 1 to 10 s, whatever the jitter', () => {
    expect([1, 2, 3, 4, 5, 50].map((attempt) => backOffMs(attempt, 0.5))).toEqual([
      1000, 2000, 4000, 8000, 10_000, 10_000,
    ]);
    for (let attempt = 1; attempt < 20; attempt += 1)
      for (const random of [0, 0.3, 0.999]) {
        const waitMs = backOffMs(attempt, random);
        expect(waitMs).toBeGreaterThanOrEqual(1000);
        expect(waitMs).toBeLessThanOrEqual(10_000);
      }
  });

  it('differs between viewers of the same outage', () => {
    expect(backOffMs(3, 0)).toBe(3000);
    expect(backOffMs(3, 1)).toBe(5000);
  });
});

describe('an encoder that starts again', () => {
  const segments = (startSN: number, dates: (number | null)[]) => ({
    startSN,
    endSN: startSN + dates.length - 1,
    fragments: dates.map((programDateTime) => ({ programDateTime })),
  });
  const none = (count: number) => Array<null>(count).fill(null);

  it.each([
    ['the window moves on', segments(10, none(6)), segments(12, none(6)), false],
    ['nothing is new', segments(10, none(6)), segments(10, none(6)), false],
    ['a cache lags by two', segments(10, none(6)), segments(8, none(6)), false],
    ['the sequence goes back', segments(100, none(6)), segments(0, none(3)), true],
    ['it goes back within the window', segments(0, none(6)), segments(0, none(3)), true],
    ['a gap', segments(10, none(6)), segments(40, none(6)), false],
    ['same dates', segments(0, [0, 2000, 4000]), segments(1, [2000, 4000, 6000]), false],
    ['dates drift', segments(0, [0, 2000]), segments(1, [2400, 4400]), false],
    ['other dates', segments(0, [0, 2000]), segments(0, [60_000, 62_000]), true],
    ['dates appear', segments(0, none(2)), segments(0, [0, 2000]), false],
  ])('%s', (_, before, after, restarted) => {
    expect(encoderRestarted(before, after)).toBe(restarted);
  });
});

describe('a stall', () => {
  const stall = (more: Partial<Stall>): Stall => ({
    stalledMs: 1000,
    bufferedSeconds: 0,
    unchangedMs: 0,
    unreadMs: 0,
    targetSeconds: 2,
    stepsTaken: 0,
    ...more,
  });

  it.each([
    ['media in the buffer', { bufferedSeconds: 3 }, 'player'],
    ['a playlist that is read but does not grow', { unchangedMs: 6000 }, 'encoder'],
    ['a playlist that grows', { unchangedMs: 1000 }, 'network'],
    ['a playlist that is not answered', { unchangedMs: 9000, unreadMs: 9000 }, 'network'],
  ])('with %s waits for the %s', (_, more, cause) => {
    expect(stallCause(stall(more))).toBe(cause);
  });

  it.each([
    ['is only waited for while the encoder is away', { stalledMs: 9e6, unchangedMs: 9e6 }, 'wait'],
    ['of the network gets time', { stalledMs: 7000 }, 'wait'],
    ['of the network ends in a new start', { stalledMs: 8001 }, 'restart'],
    ['with long segments gets more time', { stalledMs: 9000, targetSeconds: 6 }, 'wait'],
    ['with a player that reads no playlist ends in a new start', { unreadMs: 16_001 }, 'restart'],
    ['of the player gets time', { bufferedSeconds: 3, stalledMs: 2900 }, 'wait'],
    ['of the player jumps first', { bufferedSeconds: 3, stalledMs: 3001 }, 'seek-live'],
    [
      'of the player waits after the jump',
      { bufferedSeconds: 3, stalledMs: 5000, stepsTaken: 1 },
      'wait',
    ],
    [
      'of the player flushes next',
      { bufferedSeconds: 3, stalledMs: 6001, stepsTaken: 1 },
      'recover-media',
    ],
    [
      'of the player starts anew at last',
      { bufferedSeconds: 3, stalledMs: 10_001, stepsTaken: 2 },
      'restart',
    ],
  ])('%s', (_, more, step) => {
    expect(stallStep(stall(more))).toBe(step);
  });

  it('leads to a jump only from far behind', () => {
    expect(isFarBehind(9.9, 6, 2)).toBe(false);
    expect(isFarBehind(10.1, 6, 2)).toBe(true);
    expect(isFarBehind(29, 18, 6)).toBe(false);
    expect(isFarBehind(31, 18, 6)).toBe(true);
  });
});
