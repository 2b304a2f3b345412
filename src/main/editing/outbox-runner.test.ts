import { describe, expect, it } from 'vitest';
import type { EntityRef } from '../../shared/entities.ts';
import { type Failure, type StorageTrouble, fail } from '../../shared/failure.ts';
import { type EditChanges, MemoryEdits } from '../library/edit-store.ts';
import { Desk, clip, relay, show } from './testing/desk.ts';

const other: EntityRef = { kind: 'live', id: 'other' };
const unreachable: Failure = { kind: 'unreachable', detail: 'no route' };
const never = (): Promise<never> => new Promise(() => undefined);

/** A disk that refuses from some moment on. */
class FailingEdits extends MemoryEdits {
  trouble: StorageTrouble | null = null;

  override save(changes: EditChanges): null {
    return this.trouble === null ? super.save(changes) : (this.trouble as unknown as null);
  }
}

const states = (desk: Desk): unknown[] =>
  desk.editing.view.outbox.entries.map(({ ref, state }) => [ref.id, state.kind]);

const bodies = (desk: Desk): unknown[] => desk.sent.map(({ body }) => body);

describe('the outbox', () => {
  it('sends in order when the network is back, each live entity read first', async () => {
    const desk = new Desk();
    desk.goOffline(true);
    for (const [ref, name] of [
      [show, 'One'],
      [other, 'Two'],
      [show, 'Three'],
    ] as const) {
      desk.edit({ name }, ref);
      await desk.send(ref, 'queue');
    }
    await desk.settle(600_000);
    expect(desk.sent).toEqual([]);
    expect(states(desk)).toEqual([
      ['show', 'waiting'],
      ['other', 'waiting'],
      ['show', 'behind'],
    ]);
    desk.goOffline(false);
    await desk.settle();
    expect(desk.sent).toEqual([
      { ref: 'live/show', body: { name: 'One' } },
      { ref: 'live/other', body: { name: 'Two' } },
      { ref: 'live/show', body: { name: 'Three' } },
    ]);
    expect(desk.noted.map(({ outcome }) => outcome)).toEqual(['took', 'took', 'took']);
    expect(desk.store.entries()).toEqual([]);
  });

  it('stops the entity that has a conflict, and lets the others go on', async () => {
    const desk = new Desk();
    desk.goOffline(true);
    desk.edit({ name: 'Mine' });
    await desk.send(show, 'queue');
    desk.edit({ description: 'More' });
    await desk.send(show, 'queue');
    desk.edit({ name: 'Two' }, other);
    await desk.send(other, 'queue');
    desk.change(show, { name: 'Theirs' });
    desk.goOffline(false);
    await desk.settle();
    expect(desk.sent).toEqual([{ ref: 'live/other', body: { name: 'Two' } }]);
    expect(states(desk)).toEqual([
      ['show', 'conflict'],
      ['show', 'behind'],
    ]);

    const entry = desk.editing.view.outbox.entries[0]?.entry ?? '';
    const review = await desk.editing.reviews.start({ of: 'entry', entry });
    expect(review).toMatchObject({ value: { kind: 'conflicts' } });
    const id = review.ok ? review.value.review : '';
    const chosen = desk.editing.reviews.choose(id, { name: 'mine' });
    const sending = desk.editing.reviews.send(chosen.ok ? chosen.value.review : '', 'send');
    await desk.settle();
    expect(await sending).toMatchObject({ value: { kind: 'sent' } });
    expect(bodies(desk).slice(1)).toEqual([{ name: 'Mine' }, { description: 'More' }]);
  });

  it('sends nothing that a review didn’t show: other relays ask for a new one', async () => {
    const desk = new Desk();
    desk.goOffline(true);
    desk.edit({ relays: desk.fieldsOf().relays.slice(1) });
    await desk.send(show, 'queue');
    desk.change(show, { relay: [relay('a'), relay('b'), relay('c')] });
    desk.goOffline(false);
    await desk.settle();
    expect(desk.sent).toEqual([]);
    expect(states(desk)).toEqual([['show', 'conflict']]);
  });

  it('waits for a click when the setting says so', async () => {
    const desk = new Desk();
    desk.editing.waitForClick(true);
    desk.edit({ name: 'Mine' });
    await desk.send(show, 'queue');
    await desk.settle(600_000);
    expect(states(desk)).toEqual([['show', 'held']]);
    desk.editing.acts.sendNow(desk.editing.view.outbox.entries[0]?.entry ?? '');
    await desk.settle();
    expect(bodies(desk)).toEqual([{ name: 'Mine' }]);
  });

  it('asks for the token at 401 and goes on with the new one', async () => {
    const desk = new Desk();
    desk.goOffline(true);
    desk.edit({ name: 'Mine' });
    await desk.send(show, 'queue');
    desk.failReads.push({ kind: 'not-authorised', message: 'No' });
    desk.goOffline(false);
    await desk.settle(600_000);
    expect(desk.editing.view.outbox.stopped).toBe('needs-token');
    expect(desk.sent).toEqual([]);
    desk.editing.tokenReplaced();
    await desk.settle();
    expect(bodies(desk)).toEqual([{ name: 'Mine' }]);
  });

  it('compares what was on its way when the program ended, and sends nothing twice', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    desk.acts.push(() => {
      desk.change(show, { name: 'Mine' });
      return never();
    });
    void desk.send();
    await desk.settle();
    await desk.settle();
    expect(states(desk)).toEqual([['show', 'sending']]);
    desk.restart();
    await desk.settle();
    expect(desk.sent).toHaveLength(1);
    expect(desk.noted).toMatchObject([{ outcome: 'took' }]);
  });

  it('waits a moment for the answer before the program ends', async () => {
    const desk = new Desk();
    desk.editVideo({ name: 'Mine' });
    const answer = Promise.withResolvers<never>();
    desk.acts.push(() => answer.promise);
    void desk.send(clip);
    await desk.settle();
    await desk.settle();
    let isFinished = false;
    const finished = desk.editing.finish().then(() => (isFinished = true));
    await desk.settle(1_000);
    expect(isFinished).toBe(false);
    answer.resolve(fail({ kind: 'refused', status: 409, message: 'Busy' }) as never);
    await finished;
    desk.restart();
    expect(desk.editing.view).toMatchObject({ drafts: [clip], outbox: { entries: [] } });
    expect(desk.noted).toMatchObject([{ outcome: 'refused' }]);
  });

  it('asks about a video that was on its way when the program ended', async () => {
    const desk = new Desk();
    desk.editVideo({ name: 'Mine' });
    desk.acts.push(never);
    void desk.send(clip);
    await desk.settle();
    await desk.settle();
    desk.restart();
    await desk.settle(600_000);
    expect(desk.sent).toHaveLength(1);
    expect(states(desk)).toEqual([['clip', 'unknown']]);
    desk.editing.acts.sendNow(desk.editing.view.outbox.entries[0]?.entry ?? '');
    await desk.settle();
    expect(desk.sent).toHaveLength(2);
    expect(states(desk)).toEqual([]);
  });

  it('takes an answer about another entity for no answer', async () => {
    const desk = new Desk();
    desk.editVideo({ name: 'Mine' });
    desk.change(clip, { id: 'another' });
    await desk.send(clip);
    expect(states(desk)).toEqual([['clip', 'unknown']]);
    expect(desk.records.get('video/clip')?.text).not.toContain('another');
  });

  it('keeps the answer to a video’s change for the next form', async () => {
    const desk = new Desk();
    desk.editVideo({ name: 'Mine' });
    await desk.send(clip);
    expect(desk.editing.drafts.open(clip)).toMatchObject({ value: { base: { name: 'Mine' } } });
    expect(desk.noted).toMatchObject([{ outcome: 'took', tookMs: 5 }]);
  });

  it('doesn’t queue what the disk refuses, and keeps the draft', async () => {
    const store = new FailingEdits();
    const desk = new Desk(store);
    desk.edit({ name: 'Mine' });
    store.trouble = 'full';
    expect(await desk.send(show, 'queue')).toEqual(fail({ kind: 'storage', trouble: 'full' }));
    expect(states(desk)).toEqual([]);
    expect(desk.fieldsOf().name).toBe('Mine');
    expect(store.drafts()).toHaveLength(1);
  });

  it('sends what the producer waits for also with a full disk', async () => {
    const store = new FailingEdits();
    const desk = new Desk(store);
    desk.edit({ name: 'Mine' });
    store.trouble = 'full';
    expect(await desk.send()).toMatchObject({ value: { kind: 'sent', row: { outcome: 'took' } } });
    store.trouble = null;
    desk.editing.saveAgain();
    expect(store.entries()).toEqual([]);
    expect(store.drafts()).toEqual([]);
    expect(store.history(null, 9)).toHaveLength(1);
  });

  it('sends nothing of what the disk holds while that can’t be noted there', async () => {
    const store = new FailingEdits();
    const desk = new Desk(store);
    desk.goOffline(true);
    desk.edit({ name: 'Mine' });
    await desk.send(show, 'queue');
    store.trouble = 'full';
    desk.goOffline(false);
    await desk.settle(60_000);
    expect(desk.sent).toEqual([]);
    store.trouble = null;
    await desk.settle(600_000);
    expect(bodies(desk)).toEqual([{ name: 'Mine' }]);
  });

  it('gives a waiting change back as a draft, unless there is a newer one', async () => {
    const desk = new Desk();
    desk.goOffline(true);
    const [first, second] = desk.fieldsOf().relays;
    desk.edit({ relays: [{ ...first!, key: { kind: 'typed', key: 'new-key' } }, second!] });
    await desk.send(show, 'queue');
    const entry = desk.editing.view.outbox.entries[0]?.entry ?? '';
    desk.edit({ description: 'Newer' });
    expect(desk.editing.acts.takeBack(entry)).toMatchObject({ ok: false });
    desk.editing.drafts.discard(show);
    expect(desk.editing.acts.takeBack(entry)).toMatchObject({
      value: { fields: { relays: [{ key: { kind: 'held' } }, {}] } },
    });
    expect(states(desk)).toEqual([]);
    desk.goOffline(false);
    await desk.send();
    expect(desk.sent[0]?.body).toMatchObject({ relay: [{ key: 'new-key' }, { key: 'key-of-b' }] });
  });

  it('takes a discarding back as it was: what may have been saved isn’t sent by that', async () => {
    const desk = new Desk();
    desk.editVideo({ name: 'Mine' });
    desk.acts.push(() => 'takes effect');
    await desk.send(clip);
    const entry = desk.editing.view.outbox.entries[0]?.entry ?? '';
    desk.editing.acts.discard(entry);
    expect(states(desk)).toEqual([]);
    desk.editing.acts.restore(entry);
    await desk.settle(600_000);
    expect(states(desk)).toEqual([['clip', 'unknown']]);
    expect(desk.sent).toHaveLength(1);
  });

  it('takes a discarding back as a draft when newer changes wait', async () => {
    const desk = new Desk();
    desk.goOffline(true);
    desk.editVideo({ name: 'One' });
    await desk.send(clip, 'queue');
    await desk.settle(1);
    desk.editVideo({ name: 'Two' });
    await desk.send(clip, 'queue');
    const entry = desk.editing.view.outbox.entries[0]?.entry ?? '';
    desk.editing.acts.discard(entry);
    expect(desk.editing.acts.restore(entry)).toMatchObject({ ok: false });
    expect(desk.editing.view).toMatchObject({ drafts: [clip], outbox: { entries: [{}] } });
    desk.goOffline(false);
    await desk.settle();
    expect(bodies(desk)).toEqual([{ name: 'Two' }]);
  });

  it('tries on after a while, and at once when the way is open again', async () => {
    const desk = new Desk();
    desk.goOffline(true);
    desk.edit({ name: 'Mine' });
    await desk.send(show, 'queue');
    desk.failReads.push(unreachable, unreachable);
    desk.goOffline(false);
    await desk.settle(4_000);
    expect(desk.reads).toBe(1);
    await desk.settle(2_000);
    expect(desk.reads).toBe(2);
    desk.editing.hurry();
    await desk.settle();
    expect(bodies(desk)).toEqual([{ name: 'Mine' }]);
  });
});

describe('the history', () => {
  it('is exported without keys, as CSV and JSON', async () => {
    const desk = new Desk();
    const [first, second] = desk.fieldsOf().relays;
    desk.edit({
      name: '=Mine, "new"',
      relays: [{ ...first!, url: 'rtmp://a.example.com/live/key-of-a' }, second!],
    });
    await desk.send();
    const csv = desk.editing.exportHistory('csv');
    expect(csv.split('\r\n')).toHaveLength(4);
    expect(csv).toContain(`Name,Show,"'=Mine, ""new""",took`);
    const json = JSON.parse(desk.editing.exportHistory('json')) as unknown;
    expect(json).toMatchObject([
      { id: 'show', outcome: 'took', changes: [{ after: '=Mine, "new"' }, {}] },
    ]);
    for (const text of [csv, JSON.stringify(json)]) expect(text).not.toContain('key-of');
  });

  it('is kept as long as the setting says', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    await desk.send();
    await desk.settle(2 * 86_400_000);
    desk.edit({ name: 'Newer' });
    await desk.send();
    desk.editing.keepHistoryFor(1);
    expect(desk.editing.history(null, 10)).toMatchObject({
      rows: [{ changes: [{ after: 'Newer' }] }],
      more: false,
    });
  });

  it('lists of a long text the beginning, and exports it whole', async () => {
    const desk = new Desk();
    const long = 'x'.repeat(50_000);
    desk.edit({ description: long });
    await desk.send();
    expect(JSON.stringify(desk.editing.history(null, 10)).length).toBeLessThan(3_000);
    expect(desk.editing.exportHistory('json')).toContain(long);
  });

  it('keeps what the service refused, with its words', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    desk.acts.push(() => fail({ kind: 'refused', status: 409, message: 'Busy' }));
    await desk.send();
    expect(desk.editing.history(null, 10).rows).toMatchObject([
      {
        outcome: 'refused',
        failure: { message: 'Busy' },
        noRevert: 'It wasn’t saved, so there is nothing to take back.',
      },
    ]);
  });
});
