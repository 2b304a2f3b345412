import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HistoryRow, LiveDraftView, Review, Sent } from '../../shared/edit-views.ts';
import type { Conflict } from '../../shared/edits.ts';
import { type Failure, type Result, fail, ok } from '../../shared/failure.ts';
import { FakeBridge } from '../state/fake-bridge.ts';
import { Notices } from '../state/notices.svelte.ts';
import { type ReviewListener, type ReviewOfChanges, Reviewing } from './reviewing.svelte.ts';

const live = { kind: 'live', id: 'a' } as const;
const ofDraft = { of: 'draft', ref: live } as const;
const draft: LiveDraftView = {
  ...live,
  fields: { name: 'New', description: '', relays: [] },
  base: { name: 'Old', description: '', relays: [] },
  baseId: 'base',
  baseAt: 1,
  changedAt: 2,
  waiting: 0,
};
const head = {
  review: '7f6f0a4e-9f1b-4f1e-8e49-0d8c9a2b4a11',
  ref: live,
  name: 'Morning show',
  readAt: 1,
  unread: null,
  draft: null,
};
const change = { field: 'name', label: 'Name', now: 'Old', after: 'New', kind: 'changed' } as const;
const changes: ReviewOfChanges = {
  ...head,
  kind: 'changes',
  changes: [change],
  warnings: [],
  notes: [],
  request: { line: 'PUT /v1/live_entities/a', body: '{}' },
  how: 'send',
};
const conflict = (field: string): Conflict => ({
  field,
  label: field,
  base: 'Old',
  theirs: 'Theirs',
  mine: 'Mine',
});
const conflicts: Review = {
  ...head,
  kind: 'conflicts',
  conflicts: [conflict('name'), conflict('description')],
};
const row = (outcome: HistoryRow['outcome']): HistoryRow => ({
  row: 'r',
  at: 1,
  ref: live,
  name: 'Morning show',
  changes: [change],
  outcome,
  failure: null,
  differences: outcome === 'partly' ? [change] : [],
  tookMs: 20,
  noRevert: null,
});
const unreachable: Failure = { kind: 'unreachable', detail: 'ECONNREFUSED' };

let bridge: FakeBridge;
let notices: Notices;
let reviewing: Reviewing;
const listener = { draftChanged: vi.fn(), gone: vi.fn(), kept: vi.fn() } satisfies ReviewListener;
const said = (): string[] => notices.list.map(({ text }) => text);
const asked = (): string[] => bridge.asked.map(({ name }) => name);

/** Answers the last call and lets what waits for it go on. */
async function answer(result: Result<unknown>): Promise<void> {
  bridge.asked.at(-1)?.answer(result);
  await vi.advanceTimersByTimeAsync(0);
}

async function show(review: Review): Promise<void> {
  reviewing.open(ofDraft, listener);
  await answer(ok(review));
  vi.advanceTimersByTime(250);
}

async function send(sent: Result<Sent>, how: 'send' | 'queue' = 'send'): Promise<void> {
  void reviewing.send(how);
  await answer(sent);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  bridge = new FakeBridge();
  notices = new Notices();
  reviewing = new Reviewing(bridge, notices);
});

afterEach(() => {
  vi.useRealTimers();
});

test('opens at once, and shows what main answers', async () => {
  reviewing.open(ofDraft, listener);
  expect(reviewing.of).toEqual(ofDraft);
  expect(reviewing.step.kind).toBe('reading');
  expect(bridge.asked).toMatchObject([{ name: 'review.start', args: ofDraft }]);
  await answer(ok(changes));
  expect(reviewing.step).toEqual(changes);
});

test('stays with the review that is open', async () => {
  await show(changes);
  reviewing.open({ of: 'entry', entry: 'e' });
  expect(reviewing.of).toEqual(ofDraft);
  expect(asked()).toEqual(['review.start']);
});

test.each<Review>([
  conflicts,
  { ...head, kind: 'nothing', notes: [] },
  { ...head, kind: 'problems', problems: [] },
])('shows a review of the kind $kind', async (review) => {
  await show(review);
  expect(reviewing.step).toEqual(review);
  await reviewing.send('send');
  expect(asked()).toEqual(['review.start']);
});

test('says why nothing could be compared, and tries again', async () => {
  reviewing.open(ofDraft, listener);
  await answer(fail({ kind: 'not-found', message: 'gone' }));
  expect(reviewing.step).toMatchObject({ kind: 'failed', failure: { kind: 'not-found' } });
  void reviewing.again();
  expect(reviewing.step.kind).toBe('reading');
  await answer(ok(changes));
  expect(reviewing.step.kind).toBe('changes');
});

test('shows nothing of an answer that comes after closing', async () => {
  reviewing.open(ofDraft, listener);
  reviewing.close();
  await answer(ok(changes));
  expect(reviewing.of).toBeNull();
  expect(listener.kept).toHaveBeenCalledOnce();
});

test('tells the form of a changed draft also after closing', async () => {
  reviewing.open(ofDraft, listener);
  reviewing.close();
  await answer(ok({ ...changes, draft }));
  expect(listener.draftChanged).toHaveBeenCalledExactlyOnceWith(draft);
});

test('ignores an answer to the review before', async () => {
  reviewing.open(ofDraft, listener);
  reviewing.close();
  reviewing.open({ of: 'entry', entry: 'e' });
  bridge.asked[0]?.answer(ok(changes));
  await vi.advanceTimersByTimeAsync(0);
  expect(reviewing.step.kind).toBe('reading');
});

test('tells the form of the draft that the service’s copy changed', async () => {
  await show({ ...changes, draft });
  expect(listener.draftChanged).toHaveBeenCalledExactlyOnceWith(draft);
});

test('goes on from conflicts once each is decided', async () => {
  await show(conflicts);
  expect(reviewing.undecided).toBe(2);
  reviewing.choose('name', 'mine');
  await reviewing.decide();
  expect(asked()).toEqual(['review.start']);
  reviewing.choose('description', 'theirs');
  expect(reviewing.undecided).toBe(0);
  void reviewing.decide();
  expect(reviewing.busy).toBe('choosing');
  expect(bridge.asked.at(-1)?.args).toEqual({
    review: head.review,
    choices: { name: 'mine', description: 'theirs' },
  });
  await answer(ok({ ...changes, draft }));
  expect(reviewing.step.kind).toBe('changes');
  expect(reviewing.busy).toBeNull();
  expect(listener.draftChanged).toHaveBeenCalledExactlyOnceWith(draft);
});

test('sends nothing by a key that was pressed before the changes were looked at', async () => {
  reviewing.open(ofDraft, listener);
  await answer(ok(changes));
  vi.advanceTimersByTime(249);
  await reviewing.send('send');
  expect(asked()).toEqual(['review.start']);
  vi.advanceTimersByTime(1);
  void reviewing.send('send');
  expect(asked()).toEqual(['review.start', 'review.send']);
});

test('sends once, however often it is asked to', async () => {
  await show(changes);
  void reviewing.send('send');
  await reviewing.send('send');
  expect(reviewing.busy).toBe('sending');
  expect(asked()).toEqual(['review.start', 'review.send']);
});

test.each([
  ['took', 'Saved: the service holds what you sent.'],
  ['already', 'Already there: the service held it, so nothing was sent.'],
  ['accepted', 'Accepted, not read since: it couldn’t be read again yet.'],
] as const)('closes when the outcome is “%s”', async (outcome, words) => {
  await show(changes);
  await send(ok({ kind: 'sent', row: row(outcome) }));
  expect(reviewing.of).toBeNull();
  expect(said()).toEqual([words]);
  expect(listener.gone).toHaveBeenCalledExactlyOnceWith(row(outcome));
  expect(listener.kept).not.toHaveBeenCalled();
});

test.each(['partly', 'did-not', 'unclear'] as const)(
  'stays to show what didn’t take when the outcome is “%s”',
  async (outcome) => {
    await show(changes);
    await send(ok({ kind: 'sent', row: row(outcome) }));
    expect(reviewing.step).toEqual({ kind: 'short', row: row(outcome) });
    expect(listener.gone).toHaveBeenCalledExactlyOnceWith(row(outcome));
    reviewing.close();
    expect(reviewing.of).toBeNull();
    expect(listener.kept).not.toHaveBeenCalled();
    expect(said()).toEqual([]);
  },
);

test.each([
  [null, 'The change waits in the outbox.'],
  [unreachable, 'The change waits in the outbox. The service can’t be reached (ECONNREFUSED).'],
])('closes when the change was queued', async (failure, words) => {
  await show({ ...changes, how: 'queue' });
  await send(ok({ kind: 'queued', failure }), 'queue');
  expect(bridge.asked.at(-1)?.args).toEqual({ review: head.review, how: 'queue' });
  expect(reviewing.of).toBeNull();
  expect(said()).toEqual([words]);
  expect(listener.gone).toHaveBeenCalledExactlyOnceWith(null);
});

test('stays to say that it may have been saved', async () => {
  await show(changes);
  await send(ok({ kind: 'unknown', entry: 'e', compared: 'not-yet', failure: null }));
  expect(reviewing.step).toEqual({
    kind: 'unknown',
    entry: 'e',
    ref: live,
    name: 'Morning show',
    compared: 'not-yet',
    failure: null,
  });
  expect(listener.gone).toHaveBeenCalledExactlyOnceWith(null);
});

test('reviews again when the service’s copy changed in between', async () => {
  await show(changes);
  await send(ok({ kind: 'changed' }));
  expect(reviewing.step.kind).toBe('reading');
  expect(reviewing.isAgain).toBe(true);
  expect(asked()).toEqual(['review.start', 'review.send', 'review.start']);
  await answer(ok(changes));
  await reviewing.send('send');
  expect(asked()).toHaveLength(3);
  expect(listener.gone).not.toHaveBeenCalled();
});

test('keeps the review when nothing was sent, so that it can be sent again', async () => {
  await show(changes);
  await send(ok({ kind: 'not-sent', failure: unreachable }));
  expect(reviewing.step).toEqual(changes);
  expect(reviewing.notSent).toEqual(unreachable);
  await send(ok({ kind: 'queued', failure: null }), 'queue');
  expect(reviewing.of).toBeNull();
});

test('waits as long as the service asks to', async () => {
  await show(changes);
  await send(ok({ kind: 'not-sent', failure: { kind: 'throttled', until: Date.now() + 5_000 } }));
  vi.advanceTimersByTime(4_999);
  await reviewing.send('send');
  expect(asked()).toEqual(['review.start', 'review.send']);
  vi.advanceTimersByTime(1);
  void reviewing.send('send');
  expect(asked()).toEqual(['review.start', 'review.send', 'review.send']);
});

test('offers to review again when the sending itself failed', async () => {
  await show(changes);
  await send(fail({ kind: 'unexpected', message: 'boom' }));
  expect(reviewing.step).toMatchObject({ kind: 'failed', sending: true });
  expect(listener.gone).not.toHaveBeenCalled();
  reviewing.close();
  expect(listener.kept).toHaveBeenCalledOnce();
});

test.each<[Result<Sent>, RegExp, 'gone' | 'kept' | null]>([
  [ok({ kind: 'sent', row: row('took') }), /^“Morning show”: Saved/, 'gone'],
  [ok({ kind: 'sent', row: row('partly') }), /not all of it took.*history/, 'gone'],
  [ok({ kind: 'queued', failure: null }), /waits in the outbox/, 'gone'],
  [
    ok({ kind: 'unknown', entry: 'e', compared: 'not-yet', failure: null }),
    /may have been saved.*outbox/,
    'gone',
  ],
  [ok({ kind: 'changed' }), /changed on the service.*nothing was sent/, 'kept'],
  [ok({ kind: 'not-sent', failure: unreachable }), /was not sent. The service can’t/, 'kept'],
  [fail({ kind: 'unexpected', message: 'boom' }), /isn’t known/, 'kept'],
  [fail({ kind: 'invalid', message: 'It changed.' }), /was not sent. It changed./, 'kept'],
])('closed while sending, says later what became of it (%#)', async (sent, words, told) => {
  await show(changes);
  void reviewing.send('send');
  reviewing.close();
  expect(reviewing.of).toBeNull();
  expect(listener.kept).not.toHaveBeenCalled();
  await answer(sent);
  expect(said().at(-1)).toMatch(words);
  expect(listener.gone).toHaveBeenCalledTimes(told === 'gone' ? 1 : 0);
  expect(listener.kept).toHaveBeenCalledTimes(told === 'kept' ? 1 : 0);
});
