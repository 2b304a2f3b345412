import { describe, expect, it } from 'vitest';
import type { EntityRef } from '../../shared/entities.ts';
import type { Failure } from '../../shared/failure.ts';
import { type OutboxEvent, isHeld } from './outbox.ts';
import { nextTickAt } from './outbox-step.ts';
import { Play } from './testing/outbox-play.ts';

const live: EntityRef = { kind: 'live', id: 'l' };
const other: EntityRef = { kind: 'live', id: 'm' };
const video: EntityRef = { kind: 'video', id: 'v' };
const preset: EntityRef = { kind: 'preset', id: 'p' };

const refused: Failure = { kind: 'refused', status: 409, message: 'Busy' };
const broken: Failure = { kind: 'refused', status: 502, message: 'Bad gateway' };
const unsent: Failure = { kind: 'unreachable', detail: 'refused' };
const lost: Failure = { kind: 'timed-out', afterMs: 15_000, sent: 'maybe' };
const unauthorised: Failure = { kind: 'not-authorised', message: 'No' };

const clear = (id: string): OutboxEvent => ({ kind: 'checked', id, outcome: { kind: 'clear' } });
const answered = (id: string, failure: Failure | null): OutboxEvent => ({
  kind: 'answered',
  id,
  failure,
});
const compared = (id: string, kind: 'took' | 'did-not' | 'partly' | 'unclear'): OutboxEvent => ({
  kind: 'compared',
  id,
  outcome: { kind },
});
const user = (
  kind: 'send-now' | 'discard' | 'mark-as-saved' | 'resolved',
  id: string,
): OutboxEvent => ({
  kind,
  id,
});

describe('a live entity’s change', () => {
  it('is checked, sent, and compared afterwards', () => {
    const play = new Play().enqueue('1', live);
    expect(play.told).toEqual(['check 1']);
    expect(play.on(clear('1')).told).toEqual(['send 1']);
    expect(play.on(answered('1', null)).told).toEqual(['compare 1']);
    play.on(compared('1', 'partly'));
    expect(play.notes).toEqual([{ id: '1', outcome: 'partly' }]);
    expect(play.outbox.entries).toEqual([]);
  });

  it('isn’t sent when the service holds all of it already', () => {
    const play = new Play()
      .enqueue('1', live)
      .on({ kind: 'checked', id: '1', outcome: { kind: 'already' } });
    expect(play.notes).toEqual([{ id: '1', outcome: 'already' }]);
    expect(play.outbox.entries).toEqual([]);
  });

  it.each([
    ['took', [{ id: '1', outcome: 'took' }], undefined],
    ['did-not', [], { kind: 'unknown', compared: 'did-not', failure: lost }],
    ['partly', [], { kind: 'unknown', compared: 'partly', failure: lost }],
    ['unclear', [], { kind: 'unknown', compared: 'unclear', failure: lost }],
  ] as const)('is read after an unknown outcome: %s', (kind, notes, state) => {
    const play = new Play().enqueue('1', live).on(clear('1'), answered('1', lost));
    expect(play.told).toEqual(['compare 1']);
    play.on(compared('1', kind));
    expect(play.notes).toEqual(notes);
    expect(play.state('1')).toEqual(state);
  });

  it('goes through all of it again when the producer says Send now', () => {
    const play = new Play()
      .enqueue('1', live)
      .on(clear('1'), answered('1', lost), compared('1', 'did-not'));
    expect(play.told).toEqual(['ask 1']);
    expect(play.on(user('send-now', '1')).told).toEqual(['check 1']);
  });

  it('keeps the words of a broken answer once the change is known not to have taken', () => {
    const play = new Play().enqueue('1', live).on(clear('1'), answered('1', broken));
    expect(play.told).toEqual(['compare 1']);
    play.on(compared('1', 'did-not'));
    expect(play.state('1')).toEqual({ kind: 'refused', failure: broken });
    expect(play.notes).toEqual([{ id: '1', outcome: 'refused', failure: broken }]);
  });

  it('is done when it was accepted but can’t be read afterwards', () => {
    const play = new Play().enqueue('1', live).on(clear('1'), answered('1', null));
    play.on({ kind: 'compared', id: '1', outcome: { kind: 'failed', failure: unsent } });
    expect(play.notes).toEqual([{ id: '1', outcome: 'accepted' }]);
  });

  it('is compared again later when that read failed after an unknown outcome', () => {
    const play = new Play().enqueue('1', live).on(clear('1'), answered('1', lost));
    play.on({ kind: 'compared', id: '1', outcome: { kind: 'failed', failure: unsent } });
    expect(play.told).toEqual([]);
    expect(nextTickAt(play.outbox, play.now)).toBe(6_000);
    expect(play.pass(5_000).told).toEqual(['compare 1']);
  });

  it('isn’t sent after the network, the token or the setting went while it was checked', () => {
    const events: OutboxEvent[] = [
      { kind: 'online', online: false },
      { kind: 'wait-for-click', waitForClick: true },
    ];
    for (const event of events) {
      const play = new Play().enqueue('1', live).on(event, clear('1'));
      expect(play.told).toEqual([]);
      expect(play.state('1')).toEqual({ kind: 'waiting' });
    }
  });
});

describe('a change of what can’t be read', () => {
  it.each([video, preset])('is asked about after an unknown outcome: $kind', (ref) => {
    const play = new Play().enqueue('1', ref);
    expect(play.told).toEqual(['send 1']);
    expect(play.on(answered('1', lost)).told).toEqual(['ask 1']);
    expect(play.state('1')).toEqual({ kind: 'unknown', compared: 'impossible', failure: lost });
    expect(play.pass(86_400_000).told).toEqual([]);
    const again = new Play().with({ entries: play.outbox.entries });
    expect(again.on(user('send-now', '1')).told).toEqual(['send 1']);
    expect(play.on(user('mark-as-saved', '1')).notes).toEqual([{ id: '1', outcome: 'marked' }]);
  });

  it('is done when the service answers', () => {
    const play = new Play().enqueue('1', video).on(answered('1', null));
    expect(play.notes).toEqual([{ id: '1', outcome: 'accepted' }]);
    expect(play.outbox.entries).toEqual([]);
  });
});

describe('the order', () => {
  it('sends one at a time, oldest first', () => {
    const play = new Play().enqueue('1', live).enqueue('2', video).enqueue('3', live);
    expect(play.on(clear('1')).told).toEqual(['send 1']);
    expect(play.on(answered('1', null), compared('1', 'took')).told).toEqual(['send 2']);
    expect(play.on(answered('2', null)).told).toEqual(['check 3']);
  });

  it.each([
    ['a conflict', { kind: 'checked', id: '1', outcome: { kind: 'conflict' } }, 'conflict'],
    [
      'a refusal',
      { kind: 'checked', id: '1', outcome: { kind: 'failed', failure: refused } },
      'refused',
    ],
  ] as const)('stops only that entity’s queue at %s', (_, event, state) => {
    const play = new Play().enqueue('1', live).enqueue('2', live).enqueue('3', other);
    expect(play.on(event).told).toEqual(['ask 1', 'check 3']);
    expect(play.state('1')).toMatchObject({ kind: state });
    play.on({ kind: 'checked', id: '3', outcome: { kind: 'already' } });
    expect(play.told).toEqual([]);
    expect(play.on(user('discard', '1')).told).toEqual(['check 2']);
  });

  it('checks a conflict again once it is resolved', () => {
    const play = new Play()
      .enqueue('1', live)
      .on({ kind: 'checked', id: '1', outcome: { kind: 'conflict' } });
    expect(play.on(user('send-now', '1')).told).toEqual([]);
    expect(play.on(user('resolved', '1')).told).toEqual(['check 1']);
  });
});

describe('what holds the outbox up', () => {
  it('waits while offline, and goes on at once when back', () => {
    const play = new Play().on({ kind: 'online', online: false }).enqueue('1', live);
    expect(play.told).toEqual([]);
    expect(nextTickAt(play.outbox, play.now)).toBeNull();
    expect(play.on({ kind: 'online', online: true }).told).toEqual(['check 1']);
  });

  it('lets the oldest go first when another one finds the service back', () => {
    const failed = (id: string): OutboxEvent => ({
      kind: 'checked',
      id,
      outcome: { kind: 'failed', failure: unsent },
    });
    const play = new Play().enqueue('1', live).on(failed('1')).pass(2_000);
    play.enqueue('2', other).on(failed('2')).pass(3_000).on(failed('1')).pass(2_000);
    expect(play.told).toEqual(['check 2']);
    play.on({ kind: 'online', online: false }, { kind: 'online', online: true });
    expect(play.on(clear('2')).told).toEqual(['check 1']);
    expect(play.on(clear('1')).told).toEqual(['send 1']);
  });

  it('backs off while the service can’t be reached, up to five minutes', () => {
    const play = new Play().enqueue('1', video);
    const waits = Array.from({ length: 8 }, () => {
      play.on(answered('1', unsent));
      const waitMs = (nextTickAt(play.outbox, play.now) ?? 0) - play.now;
      expect(play.pass(waitMs - 1).told).toEqual([]);
      expect(play.pass(1).told).toEqual(['send 1']);
      return waitMs / 1_000;
    });
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  });

  it('waits as long as the service told it to', () => {
    const until = 61_000;
    const play = new Play().enqueue('1', video).enqueue('2', live);
    play.on(answered('1', { kind: 'throttled', until }));
    expect(play.told).toEqual([]);
    expect(nextTickAt(play.outbox, play.now)).toBe(until);
    expect(play.pass(60_000).told).toEqual(['send 1']);
  });

  it('stops all at a 401 until a token comes, losing nothing', () => {
    const play = new Play().enqueue('1', video).enqueue('2', live);
    expect(play.on(answered('1', unauthorised)).told).toEqual(['ask-for-token']);
    expect(play.pass(1_000_000).told).toEqual([]);
    expect(play.on({ kind: 'token-replaced' }).told).toEqual(['send 1']);
    expect(play.outbox.entries).toHaveLength(2);
  });

  it('tries once more after a 401 when the producer asks for it: it may have passed', () => {
    const play = new Play().enqueue('1', video).on(answered('1', unauthorised));
    expect(play.on(user('send-now', '1')).told).toEqual(['send 1']);
    expect(play.on(answered('1', unauthorised)).told).toEqual(['ask-for-token']);
    expect(play.enqueue('2', live).told).toEqual([]);
    expect(play.enqueue('3', live, true).told).toEqual(['send 1']);
  });

  it('waits for a click where the setting says so', () => {
    const play = new Play()
      .with({ waitForClick: true })
      .enqueue('1', live)
      .enqueue('2', video, true);
    expect(play.told).toEqual(['send 2']);
    expect(play.outbox.entries.map((entry) => isHeld(play.outbox, entry))).toEqual([true, false]);
    expect(play.on(answered('2', null)).told).toEqual([]);
    expect(play.on(user('send-now', '1')).told).toEqual(['check 1']);
  });

  it('goes on by itself when the setting is taken back', () => {
    const play = new Play().with({ waitForClick: true }).enqueue('1', live);
    expect(play.on({ kind: 'wait-for-click', waitForClick: false }).told).toEqual(['check 1']);
  });

  it('tries again by itself when a full disk kept it from being noted', () => {
    const play = new Play().enqueue('1', video);
    play.on(answered('1', { kind: 'storage', trouble: 'full' }));
    expect(play.pass(5_000).told).toEqual(['send 1']);
  });
});

describe('opening again after a crash', () => {
  it('compares a live entity’s change that was being sent', () => {
    expect(new Play().enqueue('1', live).on(clear('1')).reopen().told).toEqual(['compare 1']);
  });

  it('asks about a video’s or a preset’s', () => {
    const play = new Play().enqueue('1', video).reopen();
    expect(play.told).toEqual(['ask 1']);
    expect(play.state('1')).toEqual({ kind: 'unknown', compared: 'impossible' });
  });

  it('starts over with one that was only being checked', () => {
    expect(new Play().enqueue('1', live).reopen().told).toEqual(['check 1']);
  });

  it('goes on comparing one whose outcome was unknown, and notes one that was accepted', () => {
    const sent = new Play().enqueue('1', live).on(clear('1'));
    const accepted = new Play()
      .with({ entries: sent.outbox.entries })
      .on(answered('1', null))
      .reopen();
    expect(accepted.notes).toEqual([{ id: '1', outcome: 'accepted' }]);
    expect(sent.on(answered('1', lost)).reopen().told).toEqual(['compare 1']);
  });
});

describe('an event that doesn’t fit', () => {
  it.each([
    clear('1'),
    answered('1', null),
    compared('1', 'took'),
    user('mark-as-saved', '1'),
    user('resolved', '1'),
    answered('gone', null),
    user('discard', 'gone'),
    { kind: 'enqueued', id: '1', ref: video, clicked: true },
  ] as const)('does nothing to a waiting entry: $kind', (event) => {
    const play = new Play().on({ kind: 'online', online: false }).enqueue('1', live);
    const before = play.outbox;
    expect(play.on(event).outbox).toEqual(before);
    expect(play.told).toEqual([]);
  });

  it('can’t discard or resend what is being sent', () => {
    const play = new Play().enqueue('1', video);
    expect(play.on(user('discard', '1'), user('send-now', '1')).state('1')).toEqual({
      kind: 'sending',
    });
    expect(play.told).toEqual([]);
  });
});
