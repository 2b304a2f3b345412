import { describe, expect, it } from 'vitest';
import type { Failure } from '../../shared/failure.ts';
import { fail } from '../../shared/failure.ts';
import { Desk, clip, ladder, relay, show, wanted } from './testing/desk.ts';

const unreachable: Failure = { kind: 'unreachable', detail: 'no route' };

describe('a review', () => {
  it('reads the live entity again and says what is sent', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    const review = await desk.review();
    expect(desk.reads).toBe(1);
    expect(review).toMatchObject({
      kind: 'changes',
      how: 'send',
      unread: null,
      changes: [{ field: 'name', now: 'Show', after: 'Mine' }],
      notes: ['Nothing else changed on the service since you started.'],
    });
    expect(desk.sent).toEqual([]);
  });

  it('takes over what only the service changed, in the draft too', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    desk.change(show, { description: 'Theirs' });
    const review = await desk.review();
    expect(review).toMatchObject({
      kind: 'changes',
      changes: [{ field: 'name' }],
      notes: ['Changed on the service since you started, and kept: Description.'],
      draft: { fields: { name: 'Mine', description: 'Theirs' } },
    });
    await desk.editing.reviews.send(review.review, 'queue');
    await desk.settle();
    expect(desk.sent).toEqual([{ ref: 'live/show', body: { name: 'Mine' } }]);
  });

  it('asks where both sides changed a field, and sends what was chosen', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine', description: 'My words' });
    desk.change(show, { name: 'Theirs', description: 'Their words' });
    const review = await desk.review();
    expect(review).toMatchObject({
      kind: 'conflicts',
      conflicts: [
        { field: 'name', base: 'Show', theirs: 'Theirs', mine: 'Mine' },
        { field: 'description', base: 'Daily', theirs: 'Their words', mine: 'My words' },
      ],
    });
    const some = wanted(desk.editing.reviews.choose(review.review, { name: 'mine' }));
    expect(some).toMatchObject({ kind: 'conflicts', conflicts: [{ field: 'description' }] });
    const all = wanted(
      desk.editing.reviews.choose(review.review, { name: 'mine', description: 'theirs' }),
    );
    expect(all).toMatchObject({
      kind: 'changes',
      changes: [{ field: 'name', now: 'Theirs', after: 'Mine' }],
      draft: { fields: { name: 'Mine', description: 'Their words' } },
    });
    const sending = desk.editing.reviews.send(all.review, 'send');
    await desk.settle();
    expect(wanted(await sending)).toMatchObject({ kind: 'sent', row: { outcome: 'took' } });
    expect(desk.sent).toEqual([{ ref: 'live/show', body: { name: 'Mine' } }]);
  });

  it('says that there is nothing to send, and lets the draft go', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    desk.change(show, { name: 'Mine' });
    expect(await desk.review()).toMatchObject({ kind: 'nothing', draft: { changedAt: null } });
    expect(desk.editing.view.drafts).toEqual([]);
    expect(await desk.review()).toMatchObject({ kind: 'nothing', draft: null });
  });

  it('says what is wrong before asking the service', async () => {
    const desk = new Desk();
    desk.edit({ name: ' ', description: '' });
    expect(await desk.review()).toMatchObject({
      kind: 'problems',
      problems: [{ field: 'name' }, { field: 'description' }],
    });
    expect(desk.reads).toBe(0);
  });

  it.each<[string, Failure]>([
    ['no way', unreachable],
    ['a time-out', { kind: 'timed-out', afterMs: 15_000 }],
    ['a broken service', { kind: 'refused', status: 502, message: 'Bad Gateway' }],
    ['a wait', { kind: 'throttled', until: 5 }],
  ])('compares with what was read before and offers to queue after %s', async (_, failure) => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    desk.failReads.push(failure);
    expect(await desk.review()).toMatchObject({ kind: 'changes', how: 'queue', unread: failure });
  });

  it('doesn’t even try while offline', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    desk.goOffline(true);
    expect(await desk.review()).toMatchObject({ how: 'queue', unread: { kind: 'unreachable' } });
    expect(desk.reads).toBe(0);
  });

  it.each<[string, Failure]>([
    ['gone', { kind: 'not-found', message: 'No live entity' }],
    ['refused token', { kind: 'not-authorised', message: 'No' }],
    [
      'not understood',
      { kind: 'not-understood', status: 200, contentType: 'text/html', excerpt: '' },
    ],
  ])('fails and keeps the draft: %s', async (_, failure) => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    desk.failReads.push(failure);
    expect(await desk.editing.reviews.start({ of: 'draft', ref: show })).toEqual(fail(failure));
    expect(desk.fieldsOf().name).toBe('Mine');
  });

  it('takes nothing over blindly from an answer without a relay list', async () => {
    const desk = new Desk();
    desk.edit({ relays: [] });
    desk.reshapes.push(({ relay: _, ...rest }) => ({ ...rest, relay: 'many' }));
    expect(await desk.editing.reviews.start({ of: 'draft', ref: show })).toMatchObject({
      ok: false,
      failure: { kind: 'not-understood' },
    });
    expect(desk.sent).toEqual([]);
  });

  it('warns in main of a key that stands in an address, too', async () => {
    const desk = new Desk();
    const [first, second] = desk.fieldsOf().relays;
    desk.edit({ relays: [{ ...first!, url: 'rtmp://a.example.com/live/key-of-a' }, second!] });
    expect(await desk.review()).toMatchObject({
      kind: 'changes',
      warnings: [{ field: 'relay/base-0/url', level: 'warning' }],
      request: { body: expect.not.stringContaining('key-of') },
    });
  });

  it('sends the whole relay list with its keys, and an empty object to clear it', async () => {
    const desk = new Desk();
    desk.edit({ relays: desk.fieldsOf().relays.toReversed() });
    await desk.send();
    desk.edit({ relays: [] });
    await desk.send();
    expect(desk.sent.map(({ body }) => body)).toEqual([
      {
        relay: ['b', 'a'].map((name) => ({
          url: `rtmp://${name}.example.com/live`,
          key: `key-of-${name}`,
          name,
        })),
      },
      { relay: [{}] },
    ]);
  });

  it('is not sent when the draft changed after it', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    const { review } = await desk.review();
    desk.edit({ name: 'Mine, changed' });
    expect(await desk.editing.reviews.send(review, 'send')).toMatchObject({ ok: false });
    await desk.settle();
    expect(desk.sent).toEqual([]);
  });

  it('is not sent while it asks for a choice or has a problem', async () => {
    const desk = new Desk();
    desk.edit({ name: '' });
    const bad = await desk.review();
    desk.edit({ name: 'Mine' });
    desk.change(show, { name: 'Theirs' });
    const open = await desk.review();
    for (const { review } of [bad, open])
      expect(await desk.editing.reviews.send(review, 'send')).toMatchObject({ ok: false });
    await desk.settle();
    expect(desk.sent).toEqual([]);
  });

  it('asks for another review when the relays changed before sending', async () => {
    const desk = new Desk();
    desk.edit({ relays: desk.fieldsOf().relays.slice(1) });
    const { review } = await desk.review();
    desk.change(show, { relay: [relay('a'), relay('b'), relay('c')] });
    const sending = desk.editing.reviews.send(review, 'send');
    await desk.settle();
    expect(wanted(await sending)).toEqual({ kind: 'changed' });
    expect(desk.sent).toEqual([]);
    expect(desk.editing.view).toMatchObject({ drafts: [show], outbox: { entries: [] } });
    await desk.send();
    expect(desk.sent[0]?.body).toMatchObject({ relay: [{ name: 'b' }, { name: 'c' }] });
  });

  it.each<[string, Failure]>([
    ['400', { kind: 'refused', status: 400, message: 'Bad name' }],
    ['401', { kind: 'not-authorised', message: 'No' }],
    ['403', { kind: 'refused', status: 403, message: 'Not yours' }],
    ['404', { kind: 'not-found', message: 'Gone' }],
    ['409', { kind: 'refused', status: 409, message: 'Busy' }],
    ['a broken way', unreachable],
  ])('is a draft again after %s, and can be sent again', async (_, failure) => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    const { review } = await desk.review();
    desk.acts.push(() => fail(failure));
    const first = desk.editing.reviews.send(review, 'send');
    await desk.settle();
    expect(wanted(await first)).toEqual({ kind: 'not-sent', failure });
    expect(desk.fieldsOf().name).toBe('Mine');
    expect(desk.store.entries()).toEqual([]);
    expect(desk.store.drafts()).toHaveLength(1);
    if (failure.kind === 'not-authorised') desk.editing.tokenReplaced();
    const second = desk.editing.reviews.send(review, 'send');
    await desk.settle();
    expect(wanted(await second)).toMatchObject({ kind: 'sent' });
  });

  it('waits in the outbox as long as the service asks', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    desk.acts.push(() => fail({ kind: 'throttled', until: desk.clock.now() + 30_000 }));
    expect(wanted(await desk.send())).toMatchObject({
      kind: 'queued',
      failure: { kind: 'throttled' },
    });
    await desk.settle(29_000);
    expect(desk.sent).toHaveLength(1);
    await desk.settle(2_000);
    expect(desk.sent).toHaveLength(2);
    expect(desk.editing.view.outbox.entries).toEqual([]);
  });

  it('points out what didn’t take', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine', description: 'My words' });
    desk.acts.push(() => {
      desk.change(show, { name: 'Mine' });
      return fail({ ...unreachable, sent: 'maybe' });
    });
    const sent = wanted(await desk.send());
    expect(sent).toMatchObject({ kind: 'unknown' });
    expect(desk.editing.view.outbox.entries).toMatchObject([
      { state: { kind: 'unknown', compared: 'partly' } },
    ]);
  });

  it('finds that a change took although its answer never came', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    desk.acts.push(() => 'takes effect');
    expect(wanted(await desk.send())).toMatchObject({ kind: 'sent', row: { outcome: 'took' } });
  });

  it('of a video that may have been saved asks the producer', async () => {
    const desk = new Desk();
    desk.editVideo({ description: 'New' });
    desk.acts.push(() => 'takes effect');
    expect(wanted(await desk.send(clip))).toMatchObject({ kind: 'unknown' });
    const [entry] = desk.editing.view.outbox.entries;
    expect(entry).toMatchObject({ state: { kind: 'unknown', compared: 'impossible' } });
    desk.editing.markAsSaved(entry?.entry ?? '');
    expect(desk.noted).toMatchObject([{ outcome: 'marked' }]);
  });

  it('of a change that waits behind another says so, and only queues', async () => {
    const desk = new Desk();
    desk.goOffline(true);
    desk.edit({ name: 'First' });
    await desk.send(show, 'queue');
    expect(wanted(desk.editing.drafts.open(show))).toMatchObject({
      waiting: 1,
      base: { name: 'First' },
    });
    desk.edit({ description: 'Second' });
    const review = await desk.review();
    expect(review).toMatchObject({
      kind: 'changes',
      how: 'queue',
      changes: [{ field: 'description' }],
    });
    await desk.editing.reviews.send(review.review, 'queue');
    desk.goOffline(false);
    await desk.settle();
    expect(desk.sent.map(({ body }) => body)).toEqual([
      { name: 'First' },
      { description: 'Second' },
    ]);
  });

  it('leads back to the earlier values, and says where that can’t be', async () => {
    const desk = new Desk();
    desk.change(show, { description: '' });
    desk.know(show);
    desk.edit({ name: 'Mine', description: 'Words' });
    await desk.send();
    const row = desk.noted[0]?.row ?? '';
    const review = wanted(await desk.editing.reviews.start({ of: 'revert', row }));
    expect(review).toMatchObject({
      kind: 'changes',
      changes: [{ field: 'name', now: 'Mine', after: 'Show' }],
      notes: ['The description was empty before, and the service has no way to empty it.'],
    });
    const sending = desk.editing.reviews.send(review.review, 'send');
    await desk.settle();
    expect(wanted(await sending)).toMatchObject({ kind: 'sent' });
    expect(desk.held.get('live/show')).toMatchObject({ name: 'Show', description: 'Words' });
  });

  it('brings replaced relay keys back by a revert', async () => {
    const desk = new Desk();
    const [first, second] = desk.fieldsOf().relays;
    desk.edit({ relays: [{ ...first!, key: { kind: 'typed', key: 'new-key' } }, second!] });
    await desk.send();
    const row = desk.noted[0]?.row ?? '';
    const review = wanted(await desk.editing.reviews.start({ of: 'revert', row }));
    const sending = desk.editing.reviews.send(review.review, 'send');
    await desk.settle();
    await sending;
    expect(desk.sent[1]?.body).toMatchObject({ relay: [{ key: 'key-of-a' }, { key: 'key-of-b' }] });
  });

  it('compares a removal with the profiles that are known now', async () => {
    const desk = new Desk();
    desk.editing.drafts.open(ladder);
    const fields = { profileIds: ['p1', 'p2'] };
    desk.editing.drafts.keep({ kind: 'preset', id: 'ladder', fields });
    desk.change(ladder, { profiles: [{ id: 'p2' }, { id: 'p3' }] });
    desk.know(ladder);
    expect(await desk.review(ladder)).toMatchObject({
      kind: 'changes',
      changes: [{ field: 'profile/p2' }],
      draft: { fields: { profileIds: ['p2'] }, base: [{ id: 'p2' }, { id: 'p3' }] },
    });
    desk.change(ladder, { profiles: [{ id: 'p2' }] });
    desk.know(ladder);
    expect(await desk.review(ladder)).toMatchObject({ kind: 'problems' });
  });

  it('of a video shows what was answered since the draft began', async () => {
    const desk = new Desk();
    desk.editVideo({ description: 'Mine' });
    desk.change(clip, { name: 'Renamed', description: 'Answered since' });
    desk.know(clip);
    const review = await desk.review(clip);
    expect(review).toMatchObject({
      changes: [{ field: 'description', now: 'Answered since', after: 'Mine' }],
      draft: { fields: { name: 'Renamed', description: 'Mine' } },
    });
    await desk.editing.reviews.send(review.review, 'queue');
    await desk.settle();
    expect(desk.sent).toEqual([{ ref: 'video/clip', body: { description: 'Mine' } }]);
  });

  it('removes profiles in one request', async () => {
    const desk = new Desk();
    desk.editing.drafts.open(ladder);
    const fields = { profileIds: ['p1', 'p3'] };
    desk.editing.drafts.keep({ kind: 'preset', id: 'ladder', fields });
    expect(wanted(await desk.send(ladder))).toMatchObject({
      kind: 'sent',
      row: { outcome: 'took', noRevert: expect.stringContaining('no call') },
    });
    expect(desk.sent).toEqual([{ ref: 'preset/ladder', body: { profile_ids: 'p1,p3' } }]);
  });
});
