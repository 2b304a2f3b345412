import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';
import { DemoService } from '../src/main/demo/service.ts';
import { BarePage } from './bare-page.ts';
import { type Outcome, inPairs } from './pairs.ts';
import { RunningTally, cpuOfTree } from './tally.ts';

const cpuOverMs = 15_000;

/** Time to the first frame, and the CPU of one playing preview, beside a bare page. */
export async function benchPreview(root: string): Promise<Outcome[]> {
  const service = await DemoService.start({ mediaDir: join(root, 'resources', 'demo') });
  const tally = await RunningTally.start(root, []);
  const bare = await BarePage.start(root);
  try {
    const first = service.entities[0]?.id ?? '';
    await connect(tally.page, service, first);
    const playlist = `${service.address}/media/live/${first}/master.m3u8`;
    const firstFrame = await inPairs(
      9,
      () => firstFrameInTally(tally.page),
      () => bare.firstFrame(playlist),
    );
    await bare.leave();
    await leave(tally.page);
    const cpu = await inPairs(
      3,
      async () => {
        await firstFrameInTally(tally.page);
        const spent = await cpuOver(tally.process.pid ?? 0);
        await leave(tally.page);
        return spent;
      },
      async () => {
        await bare.firstFrame(playlist);
        const spent = await cpuOver(bare.pid);
        await bare.leave();
        return spent;
      },
    );
    const against = 'a bare page with the same hls.js and stream';
    return [
      {
        what: 'time to first frame of the preview, from click',
        against,
        reach: 1.05,
        unit: 'ms',
        ...firstFrame,
      },
      {
        what: 'CPU of one playing preview',
        against,
        reach: 1.1,
        unit: `ms in ${cpuOverMs / 1000} s`,
        ...cpu,
      },
    ];
  } finally {
    await bare.stop();
    await tally.stop();
    await service.stop();
  }
}

export async function connect(
  page: Page,
  service: { address: string; token: string },
  id: string,
): Promise<void> {
  await page.evaluate(
    async ({ address, token, text }) => {
      const { tally } = window as unknown as {
        tally: { call(name: string, args: unknown): Promise<unknown> };
      };
      await tally.call('connection.add', { name: 'Bench', address, token, keep: 'memory' });
      await tally.call('library.add', { kind: 'live', text });
    },
    { address: service.address, token: service.token, text: id },
  );
}

/** To a screen without a preview. */
export async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '';
  });
  await page.locator('video').waitFor({ state: 'detached' });
}

/**
 * From the press on the first row of the library, which is released at once. The pointer
 * rests on the row for so long before; 0 is a press that comes out of nowhere.
 */
export async function firstFrameInTally(page: Page, restsForMs = 0): Promise<number> {
  await leave(page);
  await page.mouse.move(0, 0);
  const row = page.getByRole('navigation', { name: 'Library' }).getByRole('link').first();
  const entry = await row.elementHandle();
  if (restsForMs > 0) {
    await row.hover();
    await delay(restsForMs);
  }
  return page.evaluate(
    (element) =>
      new Promise<number>((done) => {
        let began = 0;
        const watch = (): void => {
          const video = document.querySelector<HTMLVideoElement>(
            'video[aria-label="Live preview"]',
          );
          if (video === null) return;
          observer.disconnect();
          video.requestVideoFrameCallback(() => done(performance.now() - began));
        };
        const observer = new MutationObserver(watch);
        observer.observe(document.body, { childList: true, subtree: true });
        began = performance.now();
        element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        (element as HTMLElement).click();
        watch();
      }),
    entry,
  );
}

async function cpuOver(pid: number): Promise<number> {
  await delay(3_000);
  const before = cpuOfTree(pid);
  await delay(cpuOverMs);
  return cpuOfTree(pid) - before;
}
