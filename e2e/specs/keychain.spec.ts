import type { DemoService } from '../../src/main/demo/service.ts';
import { morningShow } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { keyringMissing, startKeyring } from '../keyring.ts';
import { Tally } from '../tally.ts';

/** Ends the keyring with the test. */
async function keyringFor(
  starting: ReturnType<typeof startKeyring>,
): Promise<Awaited<typeof starting> & AsyncDisposable> {
  const keyring = await starting;
  return { ...keyring, [Symbol.asyncDispose]: () => keyring.stop() };
}

/** A first session that connected, read the live entity, and ended. */
async function readOnce(tally: Tally, service: DemoService): Promise<void> {
  await tally.start();
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  await tally.stop();
}

test.beforeEach(() => {
  const reason = keyringMissing();
  test.skip(reason !== null, reason ?? '');
});

test('a session without D-Bus says so, and work without saving goes on', async ({
  service,
  host,
}) => {
  await using tally = new Tally({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }, host);
  await tally.start();
  await tally.connectScreen.connect(service);
  await expect(tally.page.getByText(/no D-Bus/).first()).toBeVisible();
  await tally.page.getByRole('button', { name: 'Work without saving' }).click();
  await tally.library.add(morningShow.id);
  await expect(tally.live.heading(morningShow.name)).toBeVisible();
});

test('a bus without a keychain service says so, and Try again works once it runs', async ({
  service,
  host,
}) => {
  await using keyring = await keyringFor(startKeyring({ withService: false }));
  await using tally = new Tally(keyring.env, host);
  await tally.start();
  await tally.connectScreen.connect(service);
  await expect(tally.page.getByText(/No keychain service/).first()).toBeVisible();
  await keyring.start();
  await tally.page.getByRole('button', { name: 'Try again' }).click();
  await expect(tally.library.addButton).toBeVisible();
});

test('a locked keychain never costs the library: Try again after unlocking', async ({
  service,
  host,
}) => {
  await using keyring = await keyringFor(startKeyring());
  await using tally = new Tally(keyring.env, host);
  await readOnce(tally, service);
  await keyring.lock();

  const began = Date.now();
  await tally.start();
  expect(Date.now() - began).toBeLessThan(10_000);
  await expect(tally.library.entry(new RegExp(morningShow.name))).toBeVisible();
  await expect(tally.page.getByText(/The keychain is locked/).first()).toBeVisible();
  await expect(tally.page.getByRole('button', { name: 'Unlock help' }).first()).toBeVisible();
  await keyring.unlock();
  await tally.page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(tally.live.ingest).toContainText('rtmp://');
});

test('a frozen keychain leaves the window usable, and is named after 5 s', async ({
  service,
  host,
}) => {
  await using keyring = await keyringFor(startKeyring());
  await using tally = new Tally(keyring.env, host);
  await readOnce(tally, service);
  keyring.freeze();
  await tally.start();
  await expect(tally.library.entry(new RegExp(morningShow.name))).toBeVisible({ timeout: 2_000 });
  await expect(tally.page.getByText(/keychain doesn’t answer/).first()).toBeVisible();
  keyring.thaw();
  await tally.page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(tally.live.ingest).toContainText('rtmp://');
});
