import { morningShow } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';

test.beforeEach(async ({ tally, service }) => {
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect.poll(() => tally.live.position()).toBeGreaterThan(0);
});

test('figures say how far behind live, and in which rendition', async ({ tally }) => {
  const { live } = tally;
  const { figures } = live;
  await expect(figures).toContainText(/Behind live/);
  await expect(figures).toContainText(/\d+(\.\d)? s/);
  await expect(figures).toContainText(/programme time/i);
  await expect(figures).toContainText(/\d+p/);
  await expect(figures).toContainText(/\d+ kb\/s/);
  // A busy computer shows fewer frames than the stream has; the figure has to say so.
  await expect(async () => {
    const counted = await live.framesPerSecond();
    const told = Number(/(\d+) fps/.exec(await figures.innerText())?.[1]);
    expect(counted).toBeGreaterThan(0);
    expect(Math.abs(told - counted)).toBeLessThanOrEqual(2);
  }).toPass({ timeout: 40_000 });
});

test('resting on a row fetches what its preview begins with, and nothing twice', async ({
  tally,
}) => {
  const { page, library, live } = tally;
  const media = (): Promise<string[]> =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => /\.(mp4|m4s)$/.test(name)),
    );
  await page.goBack();
  await expect(live.video).toHaveCount(0);
  await page.evaluate(() => {
    performance.clearResourceTimings();
  });
  // The monitor may still have to read the stream's playlists.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await library.entry(morningShow.name).hover();
    expect(await media()).not.toEqual([]);
  }).toPass({ timeout: 20_000 });
  await expect(live.video).toHaveCount(0);
  await library.entry(morningShow.name).click();
  await expect.poll(() => live.position()).toBeGreaterThan(0);
  const fetched = await media();
  expect(fetched.toSorted()).toEqual([...new Set(fetched)].toSorted());
});

test('pause and mute work by keyboard', async ({ tally }) => {
  const { live } = tally;
  await live.button('Unmute').press('Enter');
  await expect(live.button('Mute')).toBeVisible();
  await live.button('Pause').press('Enter');
  await expect(live.button('Play')).toBeVisible();
  const held = await live.position();
  await live.button('Play').press('Enter');
  await expect.poll(() => live.position()).toBeGreaterThan(held);
});

test('a frozen playlist is named, and the picture recovers by itself', async ({
  tally,
  service,
}) => {
  const { live } = tally;
  const thaw = service.failMedia({ kind: 'frozen' });
  await expect(live.preview).toContainText(/stalled|waiting/i, { timeout: 40_000 });
  thaw();
  await expectMoving(tally.live);
});

test('an address that answers 404 is named, and the picture comes back', async ({
  tally,
  service,
}) => {
  const { live } = tally;
  const clear = service.failMedia({ kind: 'answer', status: 404 });
  await expect(live.preview).toContainText(/404|not found|reconnecting/i, { timeout: 40_000 });
  clear();
  await expectMoving(live);
});

test('an ended stream says so, and plays again when an encoder begins anew', async ({
  tally,
  service,
}) => {
  const { live } = tally;
  const clear = service.failMedia({ kind: 'ended' });
  await expect(live.preview).toContainText(/ended/i, { timeout: 40_000 });
  clear();
  service.startEncoder(morningShow.id);
  await expectMoving(live);
});

test('a stream that browsers may not read is called blocked by CORS', async ({
  tally,
  service,
}) => {
  const clear = service.failMedia({ kind: 'no-cors' });
  await tally.page.reload();
  await expect(tally.live.preview).toContainText(/CORS/, { timeout: 20_000 });
  clear();
  await expectMoving(tally.live);
});

test('HTML in place of a playlist is called no playlist', async ({ tally, service }) => {
  const clear = service.failMedia({ kind: 'not-a-playlist' });
  await tally.page.reload();
  await expect(tally.live.preview).toContainText(/not with an HLS playlist/, {
    timeout: 20_000,
  });
  clear();
  await expectMoving(tally.live);
});

test('a codec that can’t be decoded here is named', async ({ tally, service }) => {
  test.slow();
  service.failMedia({ kind: 'codec' });
  // Until the monitor has read the master again, a preview begins with the one that it holds.
  await expect(tally.live.check('Browsers can play it')).toContainText('dvh1', {
    timeout: 45_000,
  });
  await tally.page.reload();
  await expect(tally.live.preview).toContainText(/can’t be decoded/i, { timeout: 20_000 });
});

test('a playback address that is no address leaves the page working', async ({
  tally,
  service,
}) => {
  service.update({ kind: 'live', id: morningShow.id }, { playback: { hls: 'not an address' } });
  await tally.live.button('Refresh').click();
  await expect(tally.live.preview).toContainText(/not a web address/);
  await expect(tally.live.ingest).toContainText('rtmp://');
});

async function expectMoving(live: { position(): Promise<number> }): Promise<void> {
  await expect
    .poll(
      async () => {
        const before = await live.position();
        await new Promise((done) => setTimeout(done, 700));
        const after = await live.position();
        return after > before + 0.2;
      },
      { timeout: 45_000 },
    )
    .toBe(true);
}
