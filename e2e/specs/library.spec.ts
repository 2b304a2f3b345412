import { morningShow, rehearsal } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';

test.beforeEach(async ({ tally, service }) => {
  await tally.connectScreen.connect(service);
});

test('search narrows 10,000 entries as one types', async ({ tally }) => {
  const { library, page } = tally;
  const many = Array.from({ length: 10_000 }, (_, n) => `entity-${n}`).join('\n');
  await library.addButton.click();
  await library.paste(many);
  await library.dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(library.entry(/entity-0\b/)).toBeVisible();
  const slowest = await page.evaluate(async () => {
    const search = document.querySelector<HTMLInputElement>('input[type="search"]');
    if (search === null) throw new Error('There is no search box.');
    let longest = 0;
    for (const typed of ['e', 'en', 'entity-9', 'entity-99', 'entity-999', 'entity-9999', '']) {
      const began = performance.now();
      search.value = typed;
      search.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((done) => requestAnimationFrame(done));
      longest = Math.max(longest, performance.now() - began);
    }
    return longest;
  });
  test.info().annotations.push({ type: 'slowest key', description: `${slowest.toFixed(0)} ms` });
  expect(slowest).toBeLessThan(400);
  await library.search.fill('entity-9999');
  await expect(library.entry(/entity-9999/)).toBeVisible();
  await expect(library.navigation.getByRole('link')).toHaveCount(1);
});

test('an entry is removed by keyboard, and Undo brings it back', async ({ tally }) => {
  const { library, page } = tally;
  await library.add(`${morningShow.id}\n${rehearsal.id}`);
  const entry = library.entry(new RegExp(rehearsal.name));
  await entry.focus();
  await page.keyboard.press('Delete');
  await expect(entry).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(entry).toBeVisible();
});

test('a pasted address is understood as the identifier in it', async ({ tally, service }) => {
  await tally.library.add(`${service.address}/v1/live_entities/${morningShow.id}`);
  await expect(tally.live.heading(morningShow.name)).toBeVisible();
});

test('a video and a preset are kept, and the page says that the service can’t read them', async ({
  tally,
}) => {
  await tally.library.add('video_opening_titles', 'Video');
  await expect(tally.page.getByText(/no call that reads one/).first()).toBeVisible();
  await tally.library.add('preset_event_ladder', 'Preset');
  await expect(tally.library.entry(/preset/)).toBeVisible();
});

test('everything is there again at the next start', async ({ tally }) => {
  await tally.library.add(`${morningShow.id}\n${rehearsal.id}`);
  await expect(tally.live.ingest).toContainText('rtmp://');
  await tally.restart();
  await expect(tally.live.heading(morningShow.name)).toBeVisible();
  await expect(tally.library.entry(new RegExp(rehearsal.name))).toBeVisible();
});

test('a service that is gone shows the Offline banner and its return clears it', async ({
  tally,
  service,
}) => {
  test.slow();
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  const clear = service.failApi({ kind: 'reset' });
  const banner = tally.page.getByRole('banner', { name: 'Offline' });
  await expect(banner).toBeVisible({ timeout: 60_000 });
  clear();
  await tally.live.button('Refresh').click();
  await expect(banner).toBeHidden();
});
