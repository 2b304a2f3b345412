import { describe, expect, it } from 'vitest';
import type { Failure } from '../../shared/failure.ts';
import { fail, ok } from '../../shared/failure.ts';
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
      notes: ['Changed on the service since you started, and kept: Description.'],
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

  it.each([{ name: 42 }, { description: ['x'] }, { relay: 'many' }])(
    'compares with no answer whose fields are of another type: %j',
    async (odd) => {
      const desk = new Desk();
      desk.edit({ description: 'Mine' });
      desk.reshapes.push((json) => ({ ...json, ...odd }));
      expect(await desk.editing.reviews.start({ of: 'draft', ref: show })).toMatchObject({
        failure: { kind: 'not-understood' },
      });
      expect(await desk.review()).toMatchObject({ kind: 'changes' });
    },
  );

  it('keeps no answer to a video’s change whose fields are of another type', async () => {
    const desk = new Desk();
    desk.editVideo({ shortDescription: 'New' });
    desk.change(clip, { name: 7 });
    expect(wanted(await desk.send(clip))).toMatchObject({ kind: 'unknown' });
    expect(desk.records.get('video/clip')?.text).toContain('"Clip"');
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

  it('doesn’t say that it keeps what it replaces', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    desk.change(show, { name: 'Theirs' });
    const { review } = await desk.review();
    expect(wanted(desk.editing.reviews.choose(review, { name: 'mine' }))).toMatchObject({
      notes: ['What changed on the service since you started is replaced by this.'],
    });
  });

  it('is not sent twice', async () => {
    const desk = new Desk();
    desk.editVideo({ description: 'Mine' });
    await desk.send(clip);
    const row = desk.noted[0]?.row ?? '';
    const { review } = wanted(await desk.editing.reviews.start({ of: 'revert', row }));
    const both = ['send', 'send'].map(() => desk.editing.reviews.send(review, 'send'));
    await desk.settle();
    expect((await Promise.all(both)).map(({ ok }) => ok)).toEqual([true, false]);
    expect(desk.sent).toHaveLength(2);
  });

  it('takes no choice for a draft that went on', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    desk.change(show, { name: 'Theirs' });
    const { review } = await desk.review();
    desk.edit({ name: 'Mine, longer' });
    expect(desk.editing.reviews.choose(review, { name: 'mine' })).toMatchObject({ ok: false });
    expect(desk.fieldsOf().name).toBe('Mine, longer');
  });

  it('leaves a form that went on with what it was made from', async () => {
    const desk = new Desk();
    const form = desk.open({ kind: 'live', id: 'show' });
    desk.keep(form, { name: 'Mine' });
    desk.change(show, { description: 'Theirs', relay: [relay('c'), relay('b')] });
    const carried = await desk.review();
    expect(carried.draft?.baseId).not.toBe(form.baseId);
    const [first, second] = form.fields.relays;
    desk.keep(form, { name: 'Mine, longer', relays: [second!, { ...first!, name: 'A' }] });
    const next = await desk.review();
    expect(next).toMatchObject({ kind: 'conflicts', conflicts: [{ label: 'Relay 1 “a”' }] });
  });

  it('leaves each relay its key when another one came above it', async () => {
    const desk = new Desk();
    const form = desk.open({ kind: 'live', id: 'show' });
    const typed = form.fields.relays.map((one) => ({
      ...one,
      key: { kind: 'typed' as const, key: `new-${one.name}` },
    }));
    desk.keep(form, { relays: typed });
    desk.change(show, { relay: [relay('c'), relay('a'), relay('b')] });
    await desk.review();
    const held = form.fields.relays.map((one) => ({ ...one, key: { kind: 'held' as const } }));
    desk.keep(form, { name: 'Mine', relays: held });
    await desk.send();
    expect(desk.sent[0]?.body).toMatchObject({
      relay: [{ key: 'key-of-c' }, { key: 'new-a' }, { key: 'new-b' }],
    });
  });

  it('leaves each relay its key when one types on while it is being sent', async () => {
    const desk = new Desk();
    const form = desk.open({ kind: 'live', id: 'show' });
    const relays = form.fields.relays.toReversed();
    desk.keep(form, { relays });
    const { review } = await desk.review();
    const sending = desk.editing.reviews.send(review, 'send');
    desk.keep(form, { relays, description: 'Typed on' });
    await desk.settle();
    expect(wanted(await sending)).toMatchObject({ kind: 'sent', row: { outcome: 'took' } });
    const next = await desk.review();
    expect(next).toMatchObject({ kind: 'changes', changes: [{ field: 'description' }] });
    await desk.send();
    expect(desk.sent[1]?.body).toEqual({ description: 'Typed on' });
  });

  it('loses nothing when it is refused after one typed on', async () => {
    const desk = new Desk();
    const form = desk.open({ kind: 'live', id: 'show' });
    desk.keep(form, { name: 'Mine' });
    const { review } = await desk.review();
    desk.acts.push(() => fail({ kind: 'refused', status: 400, message: 'No' }));
    const sending = desk.editing.reviews.send(review, 'send');
    desk.keep(form, { name: 'Mine', description: 'Typed on' });
    await desk.settle();
    expect(wanted(await sending)).toMatchObject({ kind: 'not-sent' });
    expect(desk.fieldsOf()).toMatchObject({ name: 'Mine', description: 'Typed on' });
    expect(desk.editing.view.outbox.entries).toEqual([]);
  });

  it('stays in the outbox when it is refused and another draft was begun', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    const { review } = await desk.review();
    desk.acts.push(() => fail({ kind: 'refused', status: 400, message: 'No' }));
    const sending = desk.editing.reviews.send(review, 'send');
    desk.edit({ description: 'Begun anew' });
    await desk.settle();
    expect(wanted(await sending)).toMatchObject({ kind: 'queued', failure: { status: 400 } });
    expect(desk.editing.view.outbox.entries).toMatchObject([{ state: { kind: 'refused' } }]);
  });

  it('tells what is known when the connection is left while sending', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine' });
    const { review } = await desk.review();
    desk.acts.push(() => new Promise<never>(() => undefined));
    const sending = desk.editing.reviews.send(review, 'send');
    await desk.settle();
    desk.editing.stop();
    expect(wanted(await sending)).toMatchObject({ kind: 'unknown' });
  });

  it('makes what didn’t take the draft again', async () => {
    const desk = new Desk();
    desk.edit({ name: 'Mine', description: 'My words' });
    desk.acts.push(() => {
      desk.change(show, { name: 'Mine' });
      return ok({
        json: { id: 'show' },
        text: '{}',
        status: 200,
        receivedAt: 0,
        tookMs: 1,
        date: null,
      });
    });
    expect(wanted(await desk.send())).toMatchObject({ kind: 'sent', row: { outcome: 'partly' } });
    expect(await desk.review()).toMatchObject({ changes: [{ field: 'description' }] });
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
    expect(sent).toMatchObject({ kind: 'unknown', compared: 'partly' });
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
    desk.editing.acts.markAsSaved(entry?.entry ?? '');
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
      notes: [
        expect.stringContaining('takes back what was sent on'),
        'The description was empty before, and the service has no way to empty it.',
        'Nothing else changed on the service since then.',
      ],
    });
    const sending = desk.editing.reviews.send(review.review, 'send');
    await desk.settle();
    expect(wanted(await sending)).toMatchObject({ kind: 'sent' });
    expect(desk.held.get('live/show')).toMatchObject({ name: 'Show', description: 'Words' });
  });

  it('keeps what others changed since by a revert, and asks where both did', async () => {
    const desk = new Desk();
    const [first, second] = desk.fieldsOf().relays;
    desk.edit({
      name: 'Mine',
      relays: [{ ...first!, key: { kind: 'typed', key: 'new-key' } }, second!],
    });
    await desk.send();
    const row = desk.noted[0]?.row ?? '';
    const { relay: now } = desk.held.get('live/show') as { relay: { name: string }[] };
    desk.change(show, {
      relay: [
        ...now.map((one) => (one.name === 'b' ? { ...one, key: 'theirs' } : one)),
        relay('c'),
      ],
    });
    expect(await desk.editing.reviews.start({ of: 'revert', row })).toMatchObject({
      value: {
        kind: 'changes',
        changes: [{ field: 'name' }, { label: 'Relay 1 “a”, key' }],
      },
    });
    desk.change(show, { name: 'Theirs' });
    const review = wanted(await desk.editing.reviews.start({ of: 'revert', row }));
    expect(review).toMatchObject({
      kind: 'conflicts',
      conflicts: [{ field: 'name', base: 'Mine', theirs: 'Theirs', mine: 'Show' }],
    });
    const chosen = wanted(desk.editing.reviews.choose(review.review, { name: 'theirs' }));
    const sending = desk.editing.reviews.send(chosen.review, 'send');
    await desk.settle();
    await sending;
    expect(desk.sent[1]?.body).toMatchObject({
      relay: [{ key: 'key-of-a' }, { key: 'theirs' }, { key: 'key-of-c' }],
    });
  });

  it('shows a relay that was removed and added again as changed', async () => {
    const desk = new Desk();
    const [first, second] = desk.fieldsOf().relays;
    const again = { ...first!, row: 'new-1', origin: null, name: 'Renamed' };
    desk.edit({ relays: [second!, { ...again, key: { kind: 'typed', key: 'new-key' } }] });
    const review = await desk.review();
    expect(review.kind === 'changes' && review.changes.map(({ kind }) => kind)).toEqual([
      'changed',
      'changed',
      'reordered',
    ]);
  });

  it('shows no key that was put into an address, and says which relay holds it', async () => {
    const desk = new Desk();
    const fresh = {
      row: 'new-0',
      origin: null,
      name: 'New',
      url: 'rtmp://x.example.com/live/abcd-1234',
    };
    const relays = [...desk.fieldsOf().relays];
    desk.edit({ relays: [...relays, { ...fresh, key: { kind: 'typed', key: 'abcd-1234' } }] });
    const review = await desk.review();
    expect(JSON.stringify(review)).not.toContain('abcd-1234');
    expect(review).toMatchObject({
      warnings: [{ text: expect.stringMatching(/^Relay 3 “New”: The address holds/) }],
    });
    await desk.send();
    expect(JSON.stringify(desk.editing.history(null, 9))).not.toContain('abcd-1234');
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
    desk.select(['p1', 'p2']);
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
    });
    await desk.editing.reviews.send(review.review, 'queue');
    await desk.settle();
    expect(desk.sent).toEqual([{ ref: 'video/clip', body: { description: 'Mine' } }]);
  });

  it('removes profiles in one request', async () => {
    const desk = new Desk();
    desk.select(['p1', 'p3']);
    expect(wanted(await desk.send(ladder))).toMatchObject({
      kind: 'sent',
      row: { outcome: 'took', noRevert: expect.stringContaining('no call') },
    });
    expect(desk.sent).toEqual([{ ref: 'preset/ladder', body: { profile_ids: 'p1,p3' } }]);
  });
});
