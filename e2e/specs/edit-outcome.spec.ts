import { morningShow } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { updatesAt } from '../sent.ts';

test.beforeEach(async ({ tally, service }) => {
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  await tally.liveForm.open();
});

for (const [what, body] of [
  ['500', { message: 'Kaputt.', error_type: 'api_error' }],
  ['502 of a proxy', '<h1>Bad gateway</h1>'],
] as const)
  test(`${what} after the change was made: Tally reads again and sees that it took`, async ({
    tally,
    service,
  }) => {
    const { live, liveForm, review } = tally;
    await liveForm.name.fill('Morning show, after all');
    const status = Number(what.slice(0, 3));
    service.failApi(
      { kind: 'answer', status, body, takesEffect: true },
      { operation: 'update-live' },
    );
    await liveForm.review(review);
    await review.sendButton.click();
    await expect(tally.notices).toContainText('Saved: the service holds what you sent.');
    await expect(live.heading('Morning show, after all')).toBeVisible();
    expect(updatesAt(service)).toHaveLength(1);
  });

test('a connection that is cut after the change was made is found out to have taken', async ({
  tally,
  service,
}) => {
  const { live, liveForm, review } = tally;
  await liveForm.relay(1).fill({ name: 'Partner in town' });
  service.failApi({ kind: 'reset', takesEffect: true }, { operation: 'update-live' });
  await liveForm.review(review);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved: the service holds what you sent.');
  await expect(live.relays).toContainText('Partner in town');
  expect(updatesAt(service)).toHaveLength(1);
});

test('a connection that is cut before the change was made is never sent again by itself', async ({
  tally,
  service,
}) => {
  const { liveForm, outbox, page, review } = tally;
  await liveForm.name.fill('Morning show, cut');
  service.failApi({ kind: 'reset' }, { operation: 'update-live', times: 1 });
  await liveForm.review(review);
  await review.sendButton.click();
  await expect(page.getByRole('dialog', { name: 'Not saved' })).toBeVisible();
  await review.close.click();
  await outbox.open();
  await expect(outbox.items).toContainText('The service doesn’t hold it: send it again.');
  expect(updatesAt(service)).toHaveLength(1);
  await outbox.item('Morning show').button('Send again').click();
  await expect(outbox.items).toHaveCount(0);
  expect(updatesAt(service)).toEqual([
    { name: 'Morning show, cut' },
    { name: 'Morning show, cut' },
  ]);
});

test('what took only in part after a cut connection is said to be in part', async ({
  tally,
  service,
}) => {
  const { liveForm, outbox, page, review } = tally;
  await liveForm.name.fill('Morning show, halved');
  await liveForm.description.fill('Only half of it.');
  service.failApi({ kind: 'late', ms: 1_500 }, { operation: 'update-live' });
  service.failApi({ kind: 'reset', takesEffect: true }, { operation: 'update-live' });
  await liveForm.review(review);
  await review.sendButton.click();
  await expect.poll(() => updatesAt(service)).toHaveLength(1);
  service.update({ kind: 'live', id: morningShow.id }, { name: 'Renamed by somebody' });
  await expect(page.getByRole('dialog', { name: 'Saved in part' })).toBeVisible();
  await review.close.click();
  await outbox.open();
  await expect(outbox.items).toContainText('It was saved in part');
});

test('an answer that never comes ends after its time, and Tally reads again', async ({
  tally,
  service,
}) => {
  const { live, liveForm, review } = tally;
  await liveForm.name.fill('Morning show, unanswered');
  service.failApi({ kind: 'silent' }, { operation: 'update-live' });
  await liveForm.review(review);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved: the service holds what you sent.', {
    timeout: 30_000,
  });
  await expect(live.heading('Morning show, unanswered')).toBeVisible();
  expect(updatesAt(service)).toHaveLength(1);
});

test('an answer that describes another entity is not believed: it is read again', async ({
  tally,
  service,
}) => {
  const { live, liveForm, review } = tally;
  await liveForm.name.fill('Morning show, mixed up');
  service.failApi(
    { kind: 'reshape', reshape: (body) => ({ ...body, id: 'other', name: 'Other' }) },
    { operation: 'update-live' },
  );
  await liveForm.review(review);
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved: the service holds what you sent.');
  await expect(live.heading('Morning show, mixed up')).toBeVisible();
});
