import type { Page } from 'playwright/test';
import { morningShow } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';

/** By then the functions that matter are compiled, which counts as heap, too. */
const warmRounds = 100;
const rounds = 260;

test('260 rounds of opening and leaving a preview leave the heap as it was at the 100th', async ({
  tally,
  service,
}) => {
  test.setTimeout(420_000);
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  const { page } = tally;
  const heaps: Record<number, number> = {};
  for (let round = 1; round <= rounds; round += 1) {
    await page.evaluate(openAndLeave, `#/live/${morningShow.id}`);
    if (round === warmRounds || round === rounds) heaps[round] = await settledHeap(page);
  }
  const ratio = (heaps[rounds] ?? 0) / (heaps[warmRounds] ?? 1);
  test
    .info()
    .annotations.push({ type: 'heap', description: `${ratio.toFixed(3)} of round ${warmRounds}` });
  expect(ratio).toBeLessThan(1.1);
});

/** Runs in the page: opens the entity, waits for a frame, goes back to no entity. */
async function openAndLeave(address: string): Promise<void> {
  const until = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) await new Promise((next) => setTimeout(next, 10));
  };
  const video = (): HTMLVideoElement | null => document.querySelector('video');
  location.hash = address;
  await until(() => video() !== null);
  await new Promise<void>((framed) => {
    video()?.requestVideoFrameCallback(() => {
      framed();
    });
  });
  location.hash = '#/';
  await until(() => video() === null);
}

/** After a look of the sampler, which plays what nobody previews, and has to be loaded once. */
async function settledHeap(page: Page): Promise<number> {
  const workers = (): number => page.workers().length;
  await expect.poll(workers, { timeout: 60_000 }).toBe(1);
  await expect.poll(workers, { timeout: 60_000 }).toBe(0);
  const session = await page.context().newCDPSession(page);
  await new Promise((next) => setTimeout(next, 1_500));
  for (let n = 0; n < 3; n += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
