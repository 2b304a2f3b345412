import type { Page } from 'playwright/test';
import { checkNames, checkTitles } from '../../src/shared/health.ts';
import { morningShow, rehearsal, studioB } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import type { LiveScreen } from '../pages/live-screen.ts';

/* The panel and the preview’s ways to show; each check’s verdicts have specs of their own. */

test.beforeEach(async ({ tally, service }) => {
  await tally.connectScreen.connect(service);
});

test('every check is listed with its verdict, its name and a reason', async ({ tally }) => {
  await tally.library.add(morningShow.id);
  await expect(tally.live.checks).toHaveCount(checkNames.length);
  await expect(tally.live.check('HLS reachable')).toContainText(/^Good/, { timeout: 20_000 });
  const rows = await tally.live.checks.allTextContents();
  const titles = Object.values(checkTitles).join('|');
  for (const row of rows)
    expect(row).toMatch(new RegExp(`^\\s*(Good|Warning|Failing|Unknown)\\s*(${titles}).*\\S\\.`));
  await expect(tally.live.health).toContainText(/\d+ good/);
  await expect(tally.live.health).toContainText('Judged at playback');
});

test('what is wrong is on top, counted, and named by the summary', async ({ tally }) => {
  const { live } = tally;
  await tally.library.add(studioB.id);
  await expect(live.checks.first()).toContainText(/^(Failing|Warning)\s*Relays/, {
    timeout: 20_000,
  });
  await expect(live.health).toContainText(/1 (failing|to check)/);
  await expect(live.summary).toContainText(/relay/i);
  await expect(live.check('Relays').getByTitle(/^since /)).toBeVisible();
});

test('a stream that isn’t on air has nothing to accuse', async ({ tally }) => {
  const { live } = tally;
  await tally.library.add(rehearsal.id);
  await expect(live.check('Service answers')).toContainText(/^Good/, { timeout: 20_000 });
  await expect(live.check('Playlist is fresh')).toContainText(/^Unknown/);
  await expect(live.health).not.toContainText('failing');
  await expect(live.summary).toContainText(/not on air/i);
});

test('the preview pops out with its name and its verdict, and comes back', async ({
  tally,
  host,
}) => {
  test.skip(
    host === 'electron',
    'Electron has no such window; the system’s frame takes the video.',
  );
  const { live, page } = tally;
  await tally.library.add(morningShow.id);
  await expect.poll(() => live.position()).toBeGreaterThan(0);
  const popped = await popOut(live, page);
  await expect(popped.getByRole('heading', { name: morningShow.name })).toBeVisible();
  const sentence = (await live.summary.textContent()) ?? '';
  await expect(popped.locator('body')).toContainText(sentence.slice(0, 12));
  await expectMoving(popped);
  await popped.getByRole('button', { name: 'Unmute' }).click();
  await expect(live.button('Mute')).toBeVisible();
  await expect(live.preview).toContainText('in its own window');

  await live.button('Pop out').press('Enter');
  await expect(live.button('Pop out')).toHaveAttribute('aria-pressed', 'false');
  await expect(live.preview.getByLabel('Live preview')).toBeVisible();
  await expectMoving(page);
});

test('leaving the page takes a popped-out preview along', async ({ tally, host }) => {
  test.skip(
    host === 'electron',
    'Electron has no such window; the system’s frame takes the video.',
  );
  const { live, page, library } = tally;
  await library.add(rehearsal.id);
  await library.add(morningShow.id);
  await expect.poll(() => live.position()).toBeGreaterThan(0);
  const popped = await popOut(live, page);
  const closed = popped.waitForEvent('close');
  await library.entry(new RegExp(rehearsal.name)).click();
  await closed;
  await expect(live.heading(rehearsal.name)).toBeVisible();
});

test('“Preview anyway” shows a stream that its origin keeps from browsers, and says so', async ({
  tally,
  service,
}) => {
  const { live } = tally;
  service.failMedia({ kind: 'no-cors' });
  await tally.library.add(morningShow.id);
  await expect(live.preview).toContainText(/CORS/, { timeout: 20_000 });
  await live.button('Preview anyway').press('Enter');
  await expect(live.preview).toContainText('Shown by an exception on this computer only');
  await expectMoving(tally.page);
  await expect(live.check('Browsers can play it')).toContainText(/^Failing/);
});

async function popOut(live: LiveScreen, page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await live.button('Pop out').press('Enter');
  await expect(live.button('Pop out')).toHaveAttribute('aria-pressed', 'true');
  return opened;
}

async function expectMoving(page: Page): Promise<void> {
  const position = (): Promise<number> =>
    page
      .getByLabel('Live preview', { exact: true })
      .evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(position, { timeout: 20_000 }).toBeGreaterThan(0);
  const before = await position();
  await expect.poll(position).toBeGreaterThan(before + 0.5);
}
