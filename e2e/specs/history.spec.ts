import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventLadder, morningShow, openingTitles, rehearsal } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { updatesAt } from '../sent.ts';
import { Tally } from '../tally.ts';

const description = 'For trying out encoders; nothing goes out from here.';

/** Reviews what the open form holds, sends it, and waits until it is saved. */
async function send({ liveForm, notices, review }: Tally): Promise<void> {
  await liveForm.review(review);
  await review.sendButton.click();
  await expect(notices).toContainText('Saved: the service holds what you sent.');
}

test('a sent change is listed with before and after, outcome and time, and reverted', async ({
  tally,
  service,
}) => {
  const { history, liveForm, notices, review } = tally;
  await tally.connectScreen.connect(service);
  await tally.library.add(rehearsal.id);
  await liveForm.open();
  await liveForm.name.fill('Dress rehearsal');
  await liveForm.description.fill('With an audience.');
  await send(tally);
  await history.open();
  const row = history.rows.first();
  for (const text of [rehearsal.name, 'Dress rehearsal', description, 'With an audience.'])
    await expect(row).toContainText(text);
  await expect(row).toContainText(/Saved\s*in \d/);
  const at = Date.parse((await row.getByRole('time').getAttribute('datetime')) ?? '');
  expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);

  await history.revert(row).click();
  await expect(review.changes).toBeVisible();
  expect(await review.rows()).toEqual([
    ['Name', 'Dress rehearsal', rehearsal.name],
    ['Description', 'With an audience.', description],
  ]);
  expect(updatesAt(service)).toHaveLength(1);
  await review.sendButton.click();
  await expect(notices).toContainText('Saved: the service holds what you sent.');
  await expect(history.rows).toHaveCount(2);
  expect(updatesAt(service).at(-1)).toEqual({ name: rehearsal.name, description });
  await tally.restart();
  await expect(tally.history.rows).toHaveCount(2);
});

test('a description that was empty before can’t be reverted, and the review says so', async ({
  tally,
  service,
}) => {
  const { history, liveForm, review } = tally;
  service.addLive({ id: 'live_quiet', name: 'Quiet', description: '' });
  await tally.connectScreen.connect(service);
  await tally.library.add('live_quiet');
  await liveForm.open();
  await liveForm.description.fill('No longer quiet.');
  await send(tally);
  await liveForm.open();
  await liveForm.name.fill('Loud');
  await liveForm.description.fill('Loud.');
  await send(tally);
  await history.open();
  const noWay = 'The description was empty before, and the service has no way to empty it.';
  await history.revert(history.rows.nth(1)).click();
  await expect(review.dialog).toContainText(noWay);
  await expect(review.changes).toBeHidden();
  await expect(review.sendButton).toBeHidden();
  await review.close.click();
  await history.revert(history.rows.nth(0)).click();
  await expect(review.changes).toBeVisible();
  expect(await review.rows()).toEqual([
    ['Name', 'Loud', 'Quiet'],
    ['Description', 'Loud.', 'No longer quiet.'],
  ]);
});

test('a relay’s key is dots in the history, and comes back with the revert', async ({
  tally,
  service,
}) => {
  const { history, liveForm, review } = tally;
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  await liveForm.open();
  await liveForm.relay(1).fill({ key: 'another-key' });
  await send(tally);
  await history.open();
  await expect(history.rows).toContainText('••••••••');
  await expect(history.rows).not.toContainText('another-key');
  await history.revert(history.rows).click();
  await review.sendButton.click();
  await expect(history.rows).toHaveCount(2);
  const keys = updatesAt(service).map((body) => (body as { relay: { key: string }[] }).relay);
  expect(keys.map((relays) => relays.map(({ key }) => key))).toEqual([
    ['another-key', 'demo-relay-key-city-channel'],
    [morningShow.relayKey, 'demo-relay-key-city-channel'],
  ]);
});

test('what was not known before stays, and removed profiles have no way back', async ({
  tally,
  service,
}) => {
  const { history, library, notices, preset, review, videoForm } = tally;
  await tally.connectScreen.connect(service);
  await library.add(openingTitles.id, 'Video');
  await videoForm.name.fill('Titles');
  await videoForm.reviewButton.click();
  await review.sendButton.click();
  await expect(notices).toContainText('Saved');
  await library.add(eventLadder.id, 'Preset');
  await preset.identifiers.fill('profile_144p');
  await preset.removeButton.click();
  await review.sendButton.click();
  await history.open();
  await expect(history.rows).toHaveCount(2);
  const [removal, renaming] = [history.rows.nth(0), history.rows.nth(1)];
  await expect(history.revert(removal)).toBeDisabled();
  await expect(history.revert(removal)).toHaveAccessibleDescription(/no call that adds profiles/);
  await history.revert(renaming).click();
  await expect(review.dialog).toContainText('What the name was before isn’t known');
  await expect(review.sendButton).toBeHidden();
});

test('the history is exported as CSV and JSON, without keys', async ({ host, service }) => {
  test.skip(host === 'electron', 'Electron asks for the place in a window of its own');
  const downloads = mkdtempSync(join(tmpdir(), 'tally-downloads-'));
  await using tally = new Tally({ XDG_DOWNLOAD_DIR: downloads }, host);
  await tally.start();
  const { history, liveForm, notices } = tally;
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  await liveForm.open();
  await liveForm.name.fill('=Morning, "late"');
  await liveForm.relay(1).fill({ name: 'Partner in town', key: 'another-key' });
  await send(tally);
  await history.open();
  for (const format of ['CSV', 'JSON'] as const) {
    await history.exportAs(format);
    await expect(notices).toContainText(`.${format.toLowerCase()}`);
  }
  const files = readdirSync(downloads).sort();
  expect(files).toEqual([expect.stringMatching(/\.csv$/), expect.stringMatching(/\.json$/)]);
  const [csv = '', json = ''] = files.map((file) => readFileSync(join(downloads, file), 'utf8'));
  rmSync(downloads, { recursive: true });
  expect(csv).toMatch(/,Name,Morning show,"'=Morning, ""late""",took,/);
  const [change] = JSON.parse(json) as Record<string, unknown>[];
  expect(change).toMatchObject({ kind: 'live', id: morningShow.id, outcome: 'took' });
  expect(change?.['changes']).toContainEqual(
    expect.objectContaining({ label: 'Name', before: 'Morning show', after: '=Morning, "late"' }),
  );
  for (const text of [csv, json]) {
    expect(text).toContain('Partner in town');
    expect(text).not.toMatch(/another-key|demo-relay-key/);
  }
});

test('how long it is kept is a setting that takes only days that make sense', async ({
  tally,
  service,
}) => {
  await tally.connectScreen.connect(service);
  const { settings } = tally;
  await settings.open();
  await expect(settings.historyDays).toHaveValue('90');
  await settings.historyDays.fill('0');
  await expect(settings.historyDays).toHaveAccessibleDescription(/whole number of days from 1/);
  await settings.historyDays.fill('30');
  await settings.historyDays.blur();
  await expect(settings.saved).toBeVisible();
  await tally.restart();
  await tally.history.open();
  await expect(tally.page.getByText('kept for 30 days')).toBeVisible();
});
