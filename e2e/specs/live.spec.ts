import { morningShow, rehearsal, studioB } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';

test.beforeEach(async ({ tally, service }) => {
  await tally.connectScreen.connect(service);
});

test('within five seconds it is clear that a stream is on air, with a moving picture', async ({
  tally,
}) => {
  const { live } = tally;
  await tally.library.add(morningShow.id);
  await expect(live.onAir).toBeVisible({ timeout: 5_000 });
  await expect(live.summary).toContainText(/on air|frames|fps/i, { timeout: 5_000 });
  await expect.poll(() => live.position(), { timeout: 5_000 }).toBeGreaterThan(0);
  const before = await live.position();
  await expect.poll(() => live.position()).toBeGreaterThan(before + 1);
});

test('the page shows every field that the answer held', async ({ tally }) => {
  const { live } = tally;
  await tally.library.add(morningShow.id);
  await expect(live.ingest).toContainText('rtmp://');
  await expect(live.playback).toContainText('.m3u8');
  await expect(live.playback).toContainText('.mpd');
  await expect(live.relays.getByText('enable').first()).toBeVisible();
  for (const text of ['h264', '360', '48000', 'landscape'])
    await expect(live.preset).toContainText(new RegExp(text, 'i'));
  for (const text of [morningShow.id, 'broadcasting'])
    await expect(live.details).toContainText(text);
  await expect(live.details.getByTitle(/^\d{4}-\d\d-\d\dT/).first()).toBeVisible();
});

test('a failing relay is the worst problem, and is named', async ({ tally }) => {
  await tally.library.add(studioB.id);
  await expect(tally.live.summary).toContainText(/relay/i);
});

test('a stream that is ready but not on air says so, and its preview is off', async ({ tally }) => {
  await tally.library.add(rehearsal.id);
  await expect(tally.live.summary).toContainText(/not on air|waiting/i);
});

test('an unknown identifier is kept as not found and can be removed', async ({ tally }) => {
  await tally.library.add('no-such-entity');
  await expect(tally.page.getByText('No live entity with this identifier').first()).toBeVisible();
  await expect(tally.library.entry(/no-such-entity/)).toContainText(/not found/i);
});

test('facts grow old visibly when the service goes, and are kept', async ({ tally, service }) => {
  await tally.library.add(morningShow.id);
  await expect(tally.live.heading(morningShow.name)).toBeVisible();
  service.failApi({ kind: 'reset' });
  await expect(tally.page.getByText(/can’t be reached/).first()).toBeVisible({ timeout: 20_000 });
  await expect(tally.live.ingest).toContainText('rtmp://');
});

test('what was read is there again at the next start, also without the service', async ({
  tally,
  service,
}) => {
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  await service.stop();
  await tally.restart();
  await expect(tally.live.heading(morningShow.name)).toBeVisible();
  await expect(tally.live.ingest).toContainText('rtmp://');
});

test('Show the answer shows the JSON without a key', async ({ tally }) => {
  await tally.library.add(morningShow.id);
  await tally.live.button('Show the answer').click();
  await expect(tally.live.answer).toContainText('"ingest"');
  await expect(tally.live.answer).not.toContainText(morningShow.streamKey);
});

test('a stream key is revealed on demand and hidden again', async ({ tally }) => {
  const { live, page } = tally;
  await tally.library.add(morningShow.id);
  await expect(live.ingest).toContainText('rtmp://');
  expect(await page.content()).not.toContain(morningShow.streamKey);
  await live.button('Reveal stream key').click();
  await expect(live.ingest).toContainText(morningShow.streamKey);
  await live.button('Hide stream key').click();
  await expect(live.ingest).not.toContainText(morningShow.streamKey);
  expect(await page.content()).not.toContain(morningShow.streamKey);
});

test('a stream key is copied without the page seeing it', async ({ tally }) => {
  await tally.library.add(morningShow.id);
  await tally.live.button('Copy stream key').click();
  await expect(tally.notices).toContainText('60 s');
  expect(await tally.page.content()).not.toContain(morningShow.streamKey);
});
