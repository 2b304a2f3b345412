import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator } from 'playwright/test';
import type { DemoService } from '../../src/main/demo/service.ts';
import { morningShow, studioB } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { Tally } from '../tally.ts';

/* Studio B has a relay in error, so that it raises an alarm by itself. */

test.describe.configure({ timeout: 180_000 });

const patience = { timeout: 60_000 };
const fresh = 'Playlist is fresh';

/** Connects with a stream that fails, and waits on the alarms’ screen until it has raised one. */
async function raiseRelays(tally: Tally, service: DemoService) {
  await tally.connectScreen.connect(service);
  await tally.library.add(studioB.id);
  const { alarms } = tally;
  await alarms.open();
  const row = alarms.row(alarms.raised, studioB.name, 'Relays');
  await expect(row).toContainText('City channel', patience);
  return row;
}

/** Mutes streams until they are unmuted, as the menu in their alarms’ rows does. */
const muteFor = ({ page }: Tally, ids: readonly string[]): Promise<void> =>
  page.evaluate(async (streams) => {
    const { tally } = window as unknown as {
      tally: { call(name: string, args: unknown): unknown };
    };
    for (const id of streams) await tally.call('alarms.mute', { id, minutes: null });
  }, ids);

test('an alarm is heard of everywhere, acknowledged by keyboard, and told as earlier when it recovers', async ({
  tally,
  service,
}) => {
  const { alarms, library, notices, page } = tally;
  await tally.connectScreen.connect(service);
  await library.add(morningShow.id);
  await alarms.open();
  await expect(page.getByText('No alarm is raised.')).toBeVisible();
  await expect(library.entry(new RegExp(morningShow.name))).toContainText('all is good', patience);
  const clear = service.failMedia({ kind: 'frozen' }, { id: morningShow.id });

  const row = alarms.row(alarms.raised, morningShow.name, fresh);
  await expect(row).toContainText('High', patience);
  await expect(notices).toContainText(/Morning show: |alarms were raised/);
  expect(await page.evaluate(() => Notification.permission)).toBe('granted');
  await expect(alarms.link).toHaveAccessibleDescription(/\d+ raised/);
  await expect(page).toHaveTitle(/^\(\d+\) Alarms – Tally$/);
  await expect(library.entry(new RegExp(morningShow.name))).toContainText(/on air\s*, failing: /);

  const acknowledge = alarms.acknowledge(row);
  await expect(acknowledge).toHaveAccessibleDescription(`${morningShow.name} ${fresh}`);
  await acknowledge.focus();
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Acknowledged');
  await expect(page.locator(':focus')).toHaveCount(1);
  if (await alarms.acknowledgeAll.isVisible()) await alarms.acknowledgeAll.click();
  await expect(async () => {
    for (const button of await alarms.raised.getByRole('button', { name: 'Acknowledge' }).all())
      await button.click({ timeout: 1_000 });
    await expect(page).toHaveTitle('Alarms – Tally', { timeout: 3_000 });
  }).toPass(patience);

  clear();
  const past = alarms.row(alarms.earlier, morningShow.name, fresh);
  await expect(past).toHaveCount(1, patience);
  await expect(past).toContainText(/\d+ s/);
  await expect(row).toHaveCount(0);
  await expect(page.getByText('No alarm is raised.')).toBeVisible(patience);
  await past.getByRole('link', { name: morningShow.name }).click();
  await expect(tally.live.heading(morningShow.name)).toBeVisible();
});

test('an acknowledged alarm stays acknowledged after a restart, and rings no more', async ({
  tally,
  service,
}) => {
  const row = await raiseRelays(tally, service);
  await tally.alarms.acknowledge(row).click();
  await expect(row).toContainText('Acknowledged');
  await tally.restart();
  const { alarms } = tally;
  await alarms.open();
  const again = alarms.row(alarms.raised, studioB.name, 'Relays');
  await expect(again).toContainText('Acknowledged', patience);
  await expect(alarms.acknowledge(again)).toHaveCount(0);
  await expect(tally.notices).not.toContainText('Relay');
});

test('a muted stream is listed and counts no more, until it is unmuted', async ({
  tally,
  service,
}) => {
  const { alarms, page } = tally;
  const row = await raiseRelays(tally, service);
  await expect(page).toHaveTitle('(1) Alarms – Tally');
  await alarms.mute(row).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'For 1 hour' })).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Stream muted');
  await expect(alarms.muted).toContainText(`${studioB.name} until you unmute it`);
  await expect(page).toHaveTitle('Alarms – Tally');
  await expect(alarms.link).toHaveAccessibleDescription('1 quiet');
  await alarms.muted.getByRole('button', { name: 'Unmute' }).focus();
  await page.keyboard.press('Enter');
  await expect(alarms.muted).toBeHidden();
  await expect(alarms.heading).toBeFocused();
  await expect(page).toHaveTitle('(1) Alarms – Tally');
});

test('the focus goes on with the next stream that is unmuted, and with the page that a link opens', async ({
  tally,
  service,
}) => {
  const { alarms, library, live, page } = tally;
  const row = await raiseRelays(tally, service);
  await library.add(morningShow.id);
  await expect(library.entry(new RegExp(morningShow.name))).toContainText('on air', patience);
  await muteFor(tally, [morningShow.id, studioB.id]);
  await alarms.open();
  await expect(alarms.muted.getByRole('listitem')).toHaveCount(2);
  const unmute = alarms.muted.getByRole('button', { name: 'Unmute' });
  await unmute.first().focus();
  await page.keyboard.press('Enter');
  await expect(unmute).toHaveCount(1);
  await expect(unmute).toBeFocused();

  const link = row.getByRole('link', { name: studioB.name });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(live.heading(studioB.name)).toBeFocused();
  await page.goBack();
  await expect(page.locator('main a:focus')).toHaveText(studioB.name);
  await library.entry(new RegExp(morningShow.name)).click();
  await expect(live.heading(morningShow.name)).toBeVisible();
  await expect(library.entry(new RegExp(morningShow.name))).toBeFocused();
});

test('a raised alarm keeps its stream’s name in its row’s first line at any width', async ({
  tally,
  service,
}) => {
  const row = await raiseRelays(tally, service);
  const top = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? NaN;
  const name = row.getByRole('link', { name: studioB.name });
  for (const width of [1360, 1000, 700, 420]) {
    await tally.page.setViewportSize({ width, height: 860 });
    const severity = row.getByRole('cell', { name: 'High' });
    expect(Math.abs((await top(name)) - (await top(severity))), `at ${width}`).toBeLessThan(14);
    const box = await name.boundingBox();
    const edge = await row.boundingBox();
    expect((box?.x ?? 999) - (edge?.x ?? 0), `at ${width}`).toBeLessThan(140);
  }
});

test('in quiet hours an alarm is listed, and neither rings nor notifies', async ({
  tally,
  service,
}) => {
  const { alarms, notices, page, settings } = tally;
  await tally.connectScreen.connect(service);
  await settings.open();
  await page.getByLabel('From', { exact: true }).fill('00:00');
  await page.getByLabel('To', { exact: true }).fill('23:59');
  await settings.quietHours.check();
  await expect(settings.saved).toBeVisible();
  await tally.library.add(studioB.id);
  await alarms.open();
  await expect(page.getByText('Quiet hours are on until 23:59')).toBeVisible();
  await expect(alarms.row(alarms.raised, studioB.name, 'Relays')).toBeVisible(patience);
  await expect(notices).not.toContainText('Relay');
});

test('the thresholds, severities and delays are kept, and what makes no sense is not', async ({
  tally,
  service,
}) => {
  await tally.connectScreen.connect(service);
  const { settings } = tally;
  await settings.open();
  const old = settings.threshold('Newest segment is too old from');
  await old.fill('0.5');
  await old.press('Tab');
  await expect(old).toHaveAccessibleDescription(/a number from 1 to 60 \(target durations\)/);
  await expect(settings.saved).toBeHidden();
  await old.fill('4.5');
  await old.press('Tab');
  await expect(settings.saved).toBeVisible();
  await settings.severity('Relays').selectOption('off');
  await settings.delay('Sound is present', 'Raise').fill('40');
  await settings.delay('Sound is present', 'Raise').press('Tab');
  await expect(settings.saved).toBeVisible();
  await tally.restart();
  const { alarms, settings: after } = tally;
  await after.open();
  await expect(after.threshold('Newest segment is too old from')).toHaveValue('4.5');
  await expect(after.severity('Relays')).toHaveValue('off');
  await expect(after.delay('Sound is present', 'Raise')).toHaveValue('40');
  await after.thresholds.getByRole('button', { name: 'Back to 3', exact: true }).click();
  await expect(after.threshold('Newest segment is too old from')).toHaveValue('3');
  // The relay fails longer than what is raised, and is off.
  await tally.library.add(studioB.id);
  await expect(tally.library.entry(new RegExp(studioB.name))).toContainText('failing', patience);
  service.failMedia({ kind: 'frozen' }, { id: studioB.id });
  await alarms.open();
  await expect(alarms.row(alarms.raised, studioB.name, fresh)).toBeVisible(patience);
  await expect(alarms.row(alarms.raised, studioB.name, 'Relays')).toHaveCount(0);
});

test('a warning threshold above its failing one is said at the field, and kept once it fits', async ({
  tally,
  service,
}) => {
  await tally.connectScreen.connect(service);
  const { settings } = tally;
  await settings.open();
  const many = settings.threshold('Dropped frames are many from');
  const tooMany = settings.threshold('Dropped frames are too many from');
  await many.fill('7');
  await many.press('Tab');
  await expect(many).toHaveAccessibleDescription(
    /at most 5 \(%\), as “Dropped frames are too many/,
  );
  await expect(settings.saved).toBeHidden();
  await tooMany.fill('10');
  await tooMany.press('Tab');
  await expect(many).toHaveAccessibleDescription('');
  await expect(settings.saved).toBeVisible();
  await tally.restart();
  await tally.settings.open();
  await expect(tally.settings.threshold('Dropped frames are many from')).toHaveValue('7');
  await expect(tally.settings.threshold('Dropped frames are too many from')).toHaveValue('10');
});

test('a webhook gets each alarm, and shows no more of its address than the host', async ({
  tally,
  service,
}) => {
  const received: string[] = [];
  const read = async (request: IncomingMessage): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push(body);
  };
  const server = createServer((request, response) => {
    void read(request).then(() => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { page, settings } = tally;
  await tally.connectScreen.connect(service);
  await settings.open();
  const address = settings.webhook.getByRole('textbox');
  await address.fill('hooks');
  await settings.webhook.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(address).toHaveAccessibleDescription(/no web address/);
  await expect(address).toBeFocused();
  await address.fill(`http://${host}/a-secret-path`);
  await address.press('Enter');
  await expect(settings.webhook).toContainText(`Messages go to ${host}`);
  await expect(page.locator('body')).not.toContainText('a-secret-path');
  await settings.webhook.getByRole('button', { name: 'Send a test' }).click();
  await expect(settings.webhook.getByRole('status')).toContainText('The last message arrived');
  expect(received).toHaveLength(1);
  await tally.library.add(studioB.id);
  await expect.poll(() => received.length, patience).toBeGreaterThan(1);
  expect(received[1]).toContain('City channel');
  await settings.open();
  await settings.webhook.getByRole('button', { name: 'Remove' }).click();
  await expect(settings.webhook.getByRole('status')).toContainText('No webhook is set.');
  server.close();
});

test('the earlier alarms are exported as CSV and JSON', async ({ host, service }) => {
  test.skip(host === 'electron', 'Electron asks for the place in a window of its own');
  const downloads = mkdtempSync(join(tmpdir(), 'tally-downloads-'));
  await using tally = new Tally({ XDG_DOWNLOAD_DIR: downloads }, host);
  await tally.start();
  const { alarms, notices, settings } = tally;
  await raiseRelays(tally, service);
  // Turned off, it recovers at once.
  await settings.open();
  await settings.severity('Relays').selectOption('off');
  await expect(settings.saved).toBeVisible();
  await alarms.open();
  await expect(alarms.row(alarms.earlier, studioB.name, 'Relays')).toHaveCount(1, patience);
  for (const format of ['CSV', 'JSON'] as const) {
    await alarms.exportAs(format);
    await expect(notices).toContainText(`.${format.toLowerCase()}`);
  }
  const files = readdirSync(downloads).sort();
  expect(files).toEqual([expect.stringMatching(/\.csv$/), expect.stringMatching(/\.json$/)]);
  for (const file of files)
    expect(readFileSync(join(downloads, file), 'utf8')).toContain(studioB.name);
  rmSync(downloads, { recursive: true });
});

for (const colorScheme of ['dark', 'light'] as const)
  test(`the alarms and their settings have no findings in the ${colorScheme} theme`, async ({
    tally,
    service,
  }) => {
    const { alarms, page, settings } = tally;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const findings = async (): Promise<string[]> => {
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      );
    };
    await tally.connectScreen.connect(service);
    await alarms.open();
    expect(await findings()).toEqual([]);
    await tally.library.add(studioB.id);
    await alarms.open();
    const row = alarms.row(alarms.raised, studioB.name, 'Relays');
    await expect(row).toBeVisible(patience);
    expect(await findings()).toEqual([]);
    await alarms.mute(row).click();
    await page.getByRole('menuitem', { name: 'For 1 hour' }).click();
    await alarms.acknowledge(row).click();
    await expect(alarms.muted).toBeVisible();
    expect(await findings()).toEqual([]);
    await settings.open();
    await settings.threshold('Silence is below').fill('6');
    expect(await findings()).toEqual([]);
  });
