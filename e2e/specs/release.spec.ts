import type { Page } from 'playwright/test';
import { morningShow } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';

const rounds = 200;

test('200 rounds of opening and leaving a preview leave the heap as it was at the 20th', async ({
  tally,
  service,
}) => {
  test.setTimeout(300_000);
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  const { page } = tally;
  const heaps: Record<number, number> = {};
  for (let round = 1; round <= rounds; round += 1) {
    await page.evaluate(openAndLeave, `#/live/${morningShow.id}`);
    if (round === 20 || round === rounds) heaps[round] = await settledHeap(page);
  }
  const ratio = (heaps[rounds] ?? 0) / (heaps[20] ?? 1);
  test.info().annotations.push({ type: 'heap', description: `${ratio.toFixed(3)} of round 20` });
  expect(page.workers()).toEqual([]);
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

async function settledHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await new Promise((next) => setTimeout(next, 1_500));
  for (let n = 0; n < 3; n += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
