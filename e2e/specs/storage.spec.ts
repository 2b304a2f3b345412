import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { morningShow, studioB } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { Tally } from '../tally.ts';

test('a damaged library file is set aside, and its name is told', async ({ host }) => {
  await using tally = new Tally({}, host);
  writeFileSync(join(tally.userDataDir, 'tally.db'), 'not a database, but long enough '.repeat(99));
  await tally.start();
  const aside = readdirSync(tally.userDataDir).find((name) => name.includes('damaged'));
  expect(aside).toBeDefined();
  await expect(tally.page.getByRole('alert')).toContainText(aside ?? '');
});

test('a folder that can’t be written is named, and Tally works on', async ({ host, service }) => {
  await using tally = new Tally({}, host);
  mkdirSync(join(tally.userDataDir, 'tally.db'));
  await tally.start();
  await expect(tally.page.getByRole('alert')).toContainText(/nothing is saved/);
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
});

test('--open shows an entity of a kept connection, not the last one', async ({
  tally,
  service,
}) => {
  await tally.connectScreen.connect(service);
  await tally.library.add(studioB.id);
  await tally.library.add(morningShow.id);
  await expect(tally.live.heading(morningShow.name)).toBeVisible();
  await tally.restart('--open', `live/${studioB.id}`);
  await expect(tally.live.heading(studioB.name)).toBeVisible();
});
