import { resolve } from 'node:path';
import { DemoService } from '../../src/main/demo/service.ts';
import { morningShow, openingTitles, rehearsal, unauthorisedMessage } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { changesAt, updatesAt } from '../sent.ts';
import type { Tally } from '../tally.ts';

const mediaDir = resolve(import.meta.dirname, '..', '..', 'resources', 'demo');

test.beforeEach(async ({ tally, service }) => {
  test.setTimeout(120_000);
  await tally.connectScreen.connect(service);
  await tally.library.add(rehearsal.id);
  await expect(tally.live.heading(rehearsal.name)).toBeVisible();
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
});

/** Opens a live entity, gives it a name and queues that; the service doesn't answer. */
async function queueName(tally: Tally, of: { name: string }, name: string): Promise<void> {
  const { library, live, liveForm, notices, review } = tally;
  await library.entry(new RegExp(of.name)).click();
  await expect(live.heading(of.name)).toBeVisible();
  await liveForm.open();
  await liveForm.name.fill(name);
  await liveForm.reviewButton.click();
  await expect(review.queueButton).toBeEnabled({ timeout: 30_000 });
  await review.queueButton.click();
  await expect(notices).toContainText('The change waits in the outbox.');
}

/** A service at the address of one that was stopped. */
async function startAgain(
  { address, token }: DemoService,
  otherToken = token,
): Promise<DemoService & AsyncDisposable> {
  const port = Number(new URL(address).port);
  const again = await DemoService.start({ mediaDir, fast: true, port, token: otherToken });
  return Object.assign(again, { [Symbol.asyncDispose]: () => again.stop() });
}

test('changes of several entities go out in the order in which they were queued, one after the other', async ({
  tally,
  service,
}) => {
  const { library, notices, outbox, page, review, videoForm } = tally;
  await service.stop();
  await queueName(tally, rehearsal, 'Rehearsal, one');
  await queueName(tally, morningShow, 'Morning show, two');
  await expect(page.getByRole('banner', { name: 'Offline' })).toBeVisible({ timeout: 60_000 });
  await library.add(openingTitles.id, 'Video');
  await videoForm.name.fill('Titles, three');
  await videoForm.reviewButton.click();
  await review.queueButton.click();
  await expect(notices).toContainText('The change waits in the outbox.');
  await outbox.open();
  await expect(outbox.items).toHaveCount(3);
  await expect(outbox.items.nth(0)).toContainText('Rehearsal, one');
  await expect(outbox.items.nth(1)).toContainText('Morning show, two');
  await expect(outbox.items.nth(2)).toContainText('Titles, three');
  await expect(outbox.items.nth(0)).toContainText('can’t be reached');
  await using again = await startAgain(service);
  again.failApi({ kind: 'late', ms: 300 });
  await expect(outbox.items).toHaveCount(0, { timeout: 60_000 });
  expect(changesAt(again)).toEqual([
    { path: `/v1/live_entities/${rehearsal.id}`, body: { name: 'Rehearsal, one' } },
    { path: `/v1/live_entities/${morningShow.id}`, body: { name: 'Morning show, two' } },
    { path: `/v1/video_entities/${openingTitles.id}`, body: { name: 'Titles, three' } },
  ]);
});

test('with the setting, a change waits for a click, also over a restart', async ({
  tally,
  service,
}) => {
  await tally.settings.open();
  await tally.settings.waitForClick.check();
  await expect(tally.settings.saved).toBeVisible();
  const clear = service.failApi({ kind: 'reset' });
  await queueName(tally, morningShow, 'Morning show, clicked');
  clear();
  await tally.restart();
  await tally.outbox.open();
  const item = tally.outbox.item('Morning show, clicked');
  await expect(item.item).toContainText('Waits for your click.');
  await expect(tally.page.getByText('Changes wait for your click')).toBeVisible();
  await expect(tally.page.getByRole('banner', { name: 'Offline' })).toBeHidden();
  expect(updatesAt(service)).toEqual([]);
  await item.button('Send now').click();
  await expect(tally.outbox.items).toHaveCount(0);
  expect(updatesAt(service)).toEqual([{ name: 'Morning show, clicked' }]);
});

test('a refused change asks; edited again, it is a draft that can be sent', async ({
  tally,
  service,
}) => {
  const { library, liveForm, notices, outbox, review } = tally;
  const clear = service.failApi({ kind: 'reset' });
  await queueName(tally, morningShow, 'Morning show, refused');
  clear();
  service.failApi(
    { kind: 'answer', status: 409, body: { message: 'That name is taken.' } },
    { operation: 'update-live', times: 1 },
  );
  await outbox.open();
  const item = outbox.item('Morning show, refused');
  await expect(item.item).toContainText('That name is taken.', { timeout: 30_000 });
  await expect(library.entry(/Morning show/)).toContainText('asks');
  await item.button('Edit again').click();
  await expect(liveForm.name).toHaveValue('Morning show, refused');
  await liveForm.name.fill('Morning show, other');
  await liveForm.review(review);
  await review.sendButton.click();
  await expect(notices).toContainText('Saved');
  expect(updatesAt(service)).toEqual([
    { name: 'Morning show, refused' },
    { name: 'Morning show, other' },
  ]);
  await tally.history.open();
  await expect(tally.history.rows).toHaveCount(2);
  await expect(tally.history.rows.nth(1)).toContainText('Refused');
});

test('401 stops everything and asks for the token, and it goes on once that was replaced', async ({
  tally,
  service,
}) => {
  const { outbox, page } = tally;
  await service.stop();
  await queueName(tally, rehearsal, 'Rehearsal, authorised');
  await queueName(tally, morningShow, 'Morning show, authorised');
  await outbox.open();
  await using again = await startAgain(service, 'another-token');
  await expect(page.getByText('nothing goes out until it is replaced')).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(unauthorisedMessage).first()).toBeVisible();
  await expect(outbox.items).toHaveCount(2);
  const dialog = page.getByRole('dialog', { name: 'Replace token' });
  if (!(await dialog.isVisible()))
    await page.getByRole('button', { name: 'Replace token' }).first().click();
  await dialog.getByLabel('API token').fill(again.token);
  await dialog.getByRole('button', { name: 'Replace token' }).click();
  await expect(outbox.items).toHaveCount(0, { timeout: 30_000 });
  expect(updatesAt(again)).toEqual([
    { name: 'Rehearsal, authorised' },
    { name: 'Morning show, authorised' },
  ]);
});

test('429 holds up the outbox as long as the service says', async ({ tally, service }) => {
  const { outbox, page } = tally;
  const clear = service.failApi({ kind: 'reset' });
  await queueName(tally, rehearsal, 'Rehearsal, slowly');
  await queueName(tally, morningShow, 'Morning show, slowly');
  clear();
  service.failApi(
    { kind: 'answer', status: 429, body: {}, headers: { 'retry-after': '4' } },
    { operation: 'update-live', times: 1 },
  );
  await outbox.open();
  await expect(page.getByText('The service asks to wait:')).toBeVisible({ timeout: 30_000 });
  await expect(outbox.items).toHaveCount(2);
  await expect(outbox.items).toHaveCount(0, { timeout: 30_000 });
  const [refused, first, second, ...more] = service.requests.filter(
    ({ method }) => method === 'PUT',
  );
  expect(more).toEqual([]);
  expect(refused?.path).toContain(rehearsal.id);
  expect(first?.path).toContain(rehearsal.id);
  expect(second?.path).toContain(morningShow.id);
  expect((first?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(3_900);
});

test('killed between sending and noting: it is read and compared, and never sent again', async ({
  tally,
  service,
}) => {
  const { liveForm, review } = tally;
  await liveForm.open();
  await liveForm.description.fill('Sent, then the machine died.');
  service.failApi({ kind: 'silent' }, { operation: 'update-live', times: 1 });
  await liveForm.review(review);
  await review.sendButton.click();
  await expect.poll(() => updatesAt(service)).toHaveLength(1);
  await tally.stop('SIGKILL');
  await tally.start();
  await tally.history.open();
  await expect(tally.history.rows).toHaveCount(1);
  await expect(tally.history.rows).toContainText('Sent, then the machine died.');
  await expect(tally.history.rows).toContainText('Saved');
  await tally.outbox.open();
  await expect(tally.outbox.items).toHaveCount(0);
  expect(updatesAt(service)).toHaveLength(1);
});

test('killed while a video was sent: it asks, since a video can’t be read', async ({
  tally,
  service,
}) => {
  const { library, review, videoForm } = tally;
  await library.add(openingTitles.id, 'Video');
  await videoForm.name.fill('Titles, then the machine died');
  service.failApi({ kind: 'silent' }, { operation: 'update-video', times: 1 });
  await videoForm.reviewButton.click();
  await review.sendButton.click();
  await expect.poll(() => changesAt(service)).toHaveLength(1);
  await tally.stop('SIGKILL');
  await tally.start();
  await tally.outbox.open();
  const item = tally.outbox.item('Titles, then the machine died');
  await expect(item.item).toContainText('It may have been saved');
  expect(changesAt(service)).toHaveLength(1);
  await item.button('Mark as saved').click();
  await expect(tally.outbox.items).toHaveCount(0);
  expect(changesAt(service)).toHaveLength(1);
});
