import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectNowhere, filesBelow, noteMessages, notedMessages } from '../canary.ts';
import { morningShow } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { updatesAt } from '../sent.ts';
import { Tally } from '../tally.ts';

const typed = 'typed/key+with=odd&signs';
const theirs = 'their/new+key=planted';
const planted = [
  ...[morningShow.streamKey, morningShow.relayKey],
  ...['demo-relay-key-city-channel', theirs],
];

test('no key is anywhere while one edits, reviews, sends, queues, reverts and exports', async ({
  host,
  service,
}) => {
  test.skip(host === 'electron', 'Electron asks for the place of an export in a window of its own');
  test.setTimeout(180_000);
  const downloads = mkdtempSync(join(tmpdir(), 'tally-downloads-'));
  await using tally = new Tally({ XDG_DOWNLOAD_DIR: downloads }, host);
  await tally.start();
  const { page, connectScreen, history, library, live, liveForm, notices, outbox, review } = tally;
  await noteMessages(page);

  await test.step('edit and review', async () => {
    await connectScreen.connect(service);
    await library.add(morningShow.id);
    await expect(live.ingest).toContainText('rtmp://');
    await liveForm.open();
    await liveForm.relay(1).name.fill('Partner in town');
    await liveForm.addRelay.click();
    const address = 'rtmp://relay.example.com/third';
    await liveForm.relay(3).fill({ name: 'Third', address, key: typed });
    await liveForm.review(review);
    await review.dialog.getByText('What is sent').click();
    await expect(review.dialog.getByText('••••••••').first()).toBeVisible();
  });

  await test.step('send, first in vain', async () => {
    const sent = [service.token, morningShow.relayKey, 'demo-relay-key-city-channel', typed];
    service.failApi(
      { kind: 'answer', status: 409, body: { message: `echo ${sent.join(' ')}` } },
      { operation: 'update-live', times: 1 },
    );
    await review.sendButton.click();
    await expect(review.dialog.getByRole('alert')).toContainText('echo');
    await review.sendButton.click();
    await expect(notices).toContainText('Saved');
    expect(JSON.stringify(updatesAt(service).at(-1))).toContain(typed);
  });

  await test.step('a conflict', async () => {
    await liveForm.open();
    await liveForm.relay(1).fill({ name: 'Mine', key: `${typed}-2` });
    const url = 'rtmp://relay.example.com/partner-site';
    service.update(
      { kind: 'live', id: morningShow.id },
      { relay: [{ id: 'relay_partner_site', name: 'Theirs', url, key: theirs, status: 'enable' }] },
    );
    await liveForm.reviewButton.click();
    await expect(review.conflict).toBeVisible();
    for (const radio of await review.conflict.getByRole('radio', { name: 'Use mine' }).all())
      await radio.check();
    await review.continueButton.click();
    await expect(review.changes).toBeVisible();
  });

  await test.step('queue, discard, bring back, edit again, queue again', async () => {
    await review.keepEditing.click();
    const clear = service.failApi({ kind: 'reset' });
    const queue = async (): Promise<void> => {
      await liveForm.reviewButton.click();
      await expect(review.queueButton).toBeEnabled({ timeout: 30_000 });
      await review.queueButton.click();
      await outbox.open();
      await expect(outbox.items).toHaveCount(1);
    };
    await queue();
    await outbox.item(morningShow.name).button('Discard').click();
    await notices.getByRole('button', { name: 'Undo' }).click();
    await outbox.item(morningShow.name).button('Edit again').click();
    await expect(liveForm.relay(1).name).toHaveValue('Mine');
    await queue();
    clear();
    await expect(outbox.items).toHaveCount(0, { timeout: 60_000 });
    expect(JSON.stringify(updatesAt(service).at(-1))).toContain(`${typed}-2`);
  });

  await test.step('revert and export', async () => {
    await history.open();
    await history.revert(history.rows.first()).click();
    await expect(review.changes).toContainText('Theirs');
    await review.sendButton.click();
    await expect(notices).toContainText('Saved');
    expect(JSON.stringify(updatesAt(service).at(-1))).toContain(theirs);
    await history.exportAs('CSV');
    await expect(notices).toContainText('.csv');
    await history.exportAs('JSON');
    await expect(notices).toContainText('.json');
  });

  const content = await page.content();
  const { toPage, fromPage } = await notedMessages(page);
  const whileRunning = filesBelow(tally.userDataDir);
  await tally.stop();

  const exports = filesBelow(downloads);
  rmSync(downloads, { recursive: true });
  expect(Object.keys(exports)).toHaveLength(2);
  for (const text of Object.values(exports)) expect(text).toContain('Partner in town');
  expect(toPage).toContain('Partner in town');
  expect(fromPage).toContain(typed);
  expectNowhere([service.token, ...planted, typed], {
    page: content,
    toPage,
    ...whileRunning,
    ...filesBelow(tally.userDataDir),
    ...exports,
  });
  // The token was typed, too; the keys of the service never were.
  expectNowhere(planted, { fromPage });
});
