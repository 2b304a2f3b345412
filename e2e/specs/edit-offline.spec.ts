import { resolve } from 'node:path';
import { DemoService } from '../../src/main/demo/service.ts';
import { morningShow, studioB } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { updatesAt } from '../sent.ts';
import type { Tally } from '../tally.ts';

const mediaDir = resolve(import.meta.dirname, '..', '..', 'resources', 'demo');

test.beforeEach(async ({ tally, service }) => {
  test.setTimeout(120_000);
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
});

/** Changes the description of the entity that is open, and queues that. */
async function queueDescription({ liveForm, notices, review }: Tally, text: string): Promise<void> {
  await liveForm.open();
  await liveForm.description.fill(text);
  await liveForm.reviewButton.click();
  // The service is asked first, several times.
  await expect(review.queueButton).toBeEnabled({ timeout: 30_000 });
  await review.queueButton.click();
  await expect(review.dialog).toBeHidden();
  await expect(notices).toContainText('waits in the outbox');
}

test('a change that is queued without the service goes out when it is back, compared first', async ({
  tally,
  service,
}) => {
  await service.stop();
  await queueDescription(tally, 'Written on a train.');
  await expect(tally.library.entry(/Morning show/)).toContainText('waiting');
  await tally.outbox.open();
  await expect(tally.outbox.item('Morning show').item).toContainText('Written on a train.');

  const { token } = service;
  const port = Number(new URL(service.address).port);
  const again = await DemoService.start({ mediaDir, fast: true, port, token });
  await expect(tally.outbox.item('Morning show').item).toBeHidden({ timeout: 60_000 });
  expect(updatesAt(again)).toEqual([{ description: 'Written on a train.' }]);
  const asked = again.requests.filter(({ path }) => path.startsWith('/v1/'));
  const sent = asked.findIndex(({ method }) => method === 'PUT');
  expect(asked[sent - 1]?.method).toBe('GET');
  await tally.library.entry(/Morning show/).click();
  await expect(tally.live.details).toContainText('Written on a train.');
  await again.stop();
});

test('a conflict while it waited asks, and the other entity’s change goes on', async ({
  tally,
  service,
}) => {
  const { library, live, outbox, review } = tally;
  await library.add(studioB.id);
  await expect(live.heading(studioB.name)).toBeVisible();
  await library.entry(/Morning show/).click();
  const clear = service.failApi({ kind: 'reset' });
  await queueDescription(tally, 'Mine.');
  await library.entry(/Studio B/).click();
  await queueDescription(tally, 'Studio news.');
  service.update({ kind: 'live', id: morningShow.id }, { description: 'Theirs.' });
  clear();
  await outbox.open();
  await expect(outbox.item('Studio B').item).toBeHidden({ timeout: 60_000 });
  await expect(outbox.item('Morning show').item).toContainText(
    'The service’s copy changed: review it again.',
  );
  expect(updatesAt(service)).toEqual([{ description: 'Studio news.' }]);
  await expect(library.entry(/Morning show/)).toContainText('asks');

  await outbox.item('Morning show').button('Review changes').click();
  await expect(review.conflict).toBeVisible();
  expect(await review.conflictRows()).toEqual([
    ['Description', 'Weekdays from seven to nine.', 'Theirs.', 'Mine.'],
  ]);
  await review.choice('Description', 'Use mine').check();
  await review.continueButton.click();
  await expect(review.changes).toContainText('Mine.');
  await review.sendButton.click();
  await expect(tally.notices).toContainText('Saved');
  await expect(outbox.items).toHaveCount(0);
  expect(updatesAt(service, morningShow.id)).toEqual([{ description: 'Mine.' }]);
});

test('a queued change survives kill -9, and is sent once', async ({ tally, service }) => {
  const clear = service.failApi({ kind: 'reset' });
  await queueDescription(tally, 'Survives.');
  await tally.stop('SIGKILL');
  await tally.start();
  await expect(tally.library.entry(/Morning show/)).toContainText('waiting');
  await tally.outbox.open();
  await expect(tally.outbox.item('Morning show').item).toContainText('Survives.');
  clear();
  await tally.outbox.item('Morning show').button('Send now').click();
  await expect(tally.outbox.items).toHaveCount(0, { timeout: 60_000 });
  expect(updatesAt(service)).toEqual([{ description: 'Survives.' }]);
});

test('a waiting change is discarded with a way back, and edited again', async ({
  tally,
  service,
}) => {
  const { liveForm, notices, outbox } = tally;
  service.failApi({ kind: 'reset' });
  await queueDescription(tally, 'Perhaps.');
  await outbox.open();
  const { item } = outbox.item('Morning show');
  await outbox.item('Morning show').button('Discard').click();
  await expect(item).toBeHidden();
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect(item).toContainText('Perhaps.');
  await outbox.item('Morning show').button('Edit again').click();
  await expect(liveForm.description).toHaveValue('Perhaps.');
  await expect(tally.library.entry(/Morning show/)).toContainText('draft');
  expect(updatesAt(service)).toEqual([]);
});

test('a second change of the same entity builds on the one that waits, and both go out in order', async ({
  tally,
  service,
}) => {
  const { library, live, liveForm, outbox, review } = tally;
  const clear = service.failApi({ kind: 'reset' });
  await queueDescription(tally, 'First.');
  await library.entry(/Morning show/).click();
  await expect(live.ingest).toContainText('rtmp://');
  await liveForm.open();
  await expect(liveForm.description).toHaveValue('First.');
  await liveForm.description.fill('Second.');
  await liveForm.review(review);
  await expect(review.dialog).toContainText('An older change of this entity waits in the outbox');
  expect(await review.rows()).toEqual([['Description', 'First.', 'Second.']]);
  await review.queueButton.click();
  await outbox.open();
  await expect(outbox.items).toHaveCount(2);
  clear();
  await expect(outbox.items).toHaveCount(0, { timeout: 60_000 });
  expect(updatesAt(service)).toEqual([{ description: 'First.' }, { description: 'Second.' }]);
});

test('failing requests are shown as offline, and all that was read stays editable', async ({
  tally,
  service,
}) => {
  const { live, liveForm, page, review } = tally;
  const clear = service.failApi({ kind: 'reset' });
  const banner = page.getByRole('banner', { name: 'Offline' });
  await expect(banner).toBeVisible({ timeout: 60_000 });
  await expect(live.ingest).toContainText('rtmp://');
  await liveForm.open();
  await liveForm.name.fill('Morning show, offline');
  await liveForm.reviewButton.click();
  await expect(review.queueButton).toBeEnabled({ timeout: 30_000 });
  await expect(review.sendButton).toBeHidden();
  await review.queueButton.click();
  clear();
  await expect(live.heading('Morning show, offline')).toBeVisible({ timeout: 60_000 });
  await expect(banner).toBeHidden();
  expect(updatesAt(service)).toEqual([{ name: 'Morning show, offline' }]);
});
