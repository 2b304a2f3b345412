import type { DemoService } from '../../src/main/demo/service.ts';
import { checkTitles } from '../../src/shared/health.ts';
import { eventLadder, morningShow, studioB } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { HealthPanel } from '../pages/health-panel.ts';
import type { LiveScreen } from '../pages/live-screen.ts';
import type { Tally } from '../tally.ts';

/* Real streams: each gets its verdict in the interface, and recovers. */

test.describe.configure({ timeout: 240_000 });

const patience = { timeout: 90_000 };

/** How smooth it is here depends on how busy the machine of the test is, and may be what is worst. */
const unlessBusy = (summary: RegExp): RegExp => new RegExp(`${summary.source}|playing here`, 'i');

/** With a picture: what is judged by looking and listening needs one. */
async function openMorningShow(tally: Tally, service: DemoService): Promise<HealthPanel> {
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expectMoving(tally.live);
  return new HealthPanel(tally.page);
}

async function expectMoving(live: LiveScreen): Promise<void> {
  const before = await live.position();
  await expect.poll(() => live.position(), patience).not.toBe(before);
}

async function expectAllGood(health: HealthPanel): Promise<void> {
  await expect(health.checks).toHaveCount(Object.keys(checkTitles).length);
  for (const title of Object.values(checkTitles).filter((one) => one !== checkTitles.smooth))
    await health.expectVerdict(title, 'Good');
}

test('a healthy stream is good in every check', async ({ tally, service }) => {
  const health = await openMorningShow(tally, service);
  await expectAllGood(health);
  await expect(tally.live.summary).toContainText(unlessBusy(/on air/));
});

test('the demo has a stream that is good in every check, and one with a failing relay', async ({
  tally,
}) => {
  const health = new HealthPanel(tally.page);
  await tally.connectScreen.tryDemo.click();
  await tally.library.entry(morningShow.name).click();
  await expectMoving(tally.live);
  await expectAllGood(health);
  await tally.library.entry(studioB.name).click();
  await health.expectVerdict('Relays', 'Failing', /City channel/);
  await expect(tally.live.summary).toContainText(/City channel/, patience);
});

test('a black picture is named, until it is none', async ({ tally, service }) => {
  const health = await openMorningShow(tally, service);
  await health.expectVerdict('Picture is moving', 'Good');
  const clear = service.failMedia({ kind: 'black' }, { id: morningShow.id });
  await health.expectVerdict('Picture is moving', 'Failing', /black/i);
  await expect(tally.live.summary).toContainText(/black/i, patience);
  clear();
  await health.expectVerdict('Picture is moving', 'Good');
  await expect(tally.live.summary).not.toContainText(/black/i, patience);
});

test('a frozen picture is named though segments flow, until it moves', async ({
  tally,
  service,
}) => {
  const health = await openMorningShow(tally, service);
  await health.expectVerdict('Picture is moving', 'Good');
  const clear = service.failMedia({ kind: 'still' }, { id: morningShow.id });
  await health.expectVerdict('Picture is moving', 'Failing', /stands still/i);
  await expect(tally.live.summary).toContainText(/stands still/i, patience);
  await health.expectVerdict('Playlist is fresh', 'Good');
  clear();
  await health.expectVerdict('Picture is moving', 'Good');
  await expect(tally.live.summary).not.toContainText(/stands still/i, patience);
});

test('silence is named without anybody listening, until there is sound', async ({
  tally,
  service,
}) => {
  const health = await openMorningShow(tally, service);
  await health.expectVerdict('Sound is present', 'Good', /LUFS|dBFS/);
  const clear = service.failMedia({ kind: 'silent' }, { id: morningShow.id });
  await health.expectVerdict('Sound is present', 'Failing', /silen/i);
  await expect(tally.live.summary).toContainText(/silen|sound/i, patience);
  clear();
  await health.expectVerdict('Sound is present', 'Good', /LUFS|dBFS/);
});

test('a playlist that stops is stale, until it goes on', async ({ tally, service }) => {
  const health = await openMorningShow(tally, service);
  await health.expectVerdict('Playlist is fresh', 'Good');
  const thaw = service.failMedia({ kind: 'frozen' }, { id: morningShow.id });
  await health.expectVerdict('Playlist is fresh', 'Failing', /\d/);
  await expect(tally.live.summary).toContainText(/segment|playlist/i, patience);
  thaw();
  await health.expectVerdict('Playlist is fresh', 'Good');
  await expectMoving(tally.live);
});

test('a stream without CORS can’t be played by browsers, but can be looked at here', async ({
  tally,
  service,
}) => {
  const clear = service.failMedia({ kind: 'no-cors' }, { id: morningShow.id });
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  const health = new HealthPanel(tally.page);
  await health.expectVerdict('Browsers can play it', 'Failing', /CORS/);
  await expect(tally.live.summary).toContainText(/CORS|browser/i, patience);
  await tally.live.button('Preview anyway').click(patience);
  await expectMoving(tally.live);
  await expect(tally.live.preview).toContainText(/viewers’ browsers still can’t/i);
  await health.expectVerdict('Browsers can play it', 'Failing', /CORS/);
  clear();
  await health.expectVerdict('Browsers can play it', 'Good');
});

test('a profile of the preset that no rendition has is missed, until it is there', async ({
  tally,
  service,
}) => {
  const health = await openMorningShow(tally, service);
  await health.expectVerdict('Ladder matches the preset', 'Good');
  const clear = service.failMedia({ kind: 'missing-rendition' }, { id: morningShow.id });
  await health.expectVerdict('Ladder matches the preset', 'Warning', /240p/);
  await expect(tally.live.summary).toContainText(unlessBusy(/^\s*ladder/), patience);
  await expect(tally.live.preset).toContainText(eventLadder.name);
  clear();
  await health.expectVerdict('Ladder matches the preset', 'Good');
});

test('a stream that says it has ended while it is on air fails, until it comes back', async ({
  tally,
  service,
}) => {
  const health = await openMorningShow(tally, service);
  await health.expectVerdict('Playlist is fresh', 'Good');
  const clear = service.failMedia({ kind: 'ended' }, { id: morningShow.id });
  await health.expectVerdict('Playlist is fresh', 'Failing');
  clear();
  service.startEncoder(morningShow.id);
  await health.expectVerdict('Playlist is fresh', 'Good');
  await health.expectVerdict('On air', 'Good');
  await expectMoving(tally.live);
});

test('an encoder that leaves ends it without blame, and its return is judged anew', async ({
  tally,
  service,
}) => {
  const health = await openMorningShow(tally, service);
  await health.expectVerdict('Playlist is fresh', 'Good');
  service.stopEncoder(morningShow.id);
  await expect(tally.live.summary).toContainText(/not on air|waiting/i, patience);
  await health.expectVerdict('Playlist is fresh', 'Unknown');
  await health.expectVerdict('Picture is moving', 'Unknown');
  service.startEncoder(morningShow.id);
  await health.expectVerdict('On air', 'Good');
  await health.expectVerdict('Playlist is fresh', 'Good');
  await expectMoving(tally.live);
});
