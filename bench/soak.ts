import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';
import { DemoService } from '../src/main/demo/service.ts';
import { Inspector } from './inspector.ts';
import { PageWatch, megabytes } from './page-watch.ts';
import {
  type Sample,
  afterWarmUp,
  growthLimits,
  judgedFromSeconds,
  slopePerHour,
  troublesOf,
} from './soak-verdict.ts';
import { RunningTally, freePort } from './tally.ts';

/*
 * The built application for a while, with a wall of 4 and 50 more streams that are
 * probed: does its memory grow, does it keep players? Usage: npm run soak -- [MINUTES]
 */

const tiles = 4;
const others = 50;

const root = resolve(import.meta.dirname, '..');
const minutes = Number(process.argv[2] ?? 30);
if (!(minutes > 0)) {
  console.error('Usage: npm run soak -- [MINUTES]');
  process.exit(2);
}

async function soak(): Promise<number> {
  const service = await DemoService.start({ mediaDir: join(root, 'resources', 'demo') });
  const ids = Array.from({ length: tiles + others }, (_, index) => `live_soak_${index}`);
  for (const id of ids) {
    service.addLive({ id }, 'preset_event_ladder');
    service.startEncoder(id);
  }
  const port = await freePort();
  const inspect = [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http'];
  const tally = await RunningTally.start(root, [], ['--expose-gc', ...inspect]);
  const main = await Inspector.connect(port);
  try {
    const page = await PageWatch.of(tally.page);
    await connect(tally.page, service, ids);
    await openWall(tally.page);
    const samples = await measure(main, page, service);
    await tally.page.evaluate(() => {
      location.hash = '#/outbox';
    });
    return report(samples, await page.playersLeft());
  } finally {
    main.close();
    await tally.stop();
    await service.stop();
  }
}

async function connect(page: Page, service: DemoService, ids: readonly string[]): Promise<void> {
  const keep = await page.evaluate(
    async ({ address, token, text }) => {
      const { tally } = window as unknown as {
        tally: { call(name: string, args: unknown): Promise<{ ok: boolean }> };
      };
      const add = (keep: string): Promise<{ ok: boolean }> =>
        tally.call('connection.add', { name: 'Soak', address, token, keep });
      const isKept = (await add('keychain')).ok;
      if (!isKept) await add('memory');
      await tally.call('library.add', { kind: 'live', text });
      return isKept ? 'sealed on disk' : 'in memory, since there is no keychain';
    },
    { address: service.address, token: service.token, text: ids.join('\n') },
  );
  console.log(`${ids.length} streams, ${minutes} minutes; what is measured is kept ${keep}.`);
}

async function openWall(page: Page): Promise<void> {
  await page.evaluate((count) => {
    localStorage.setItem('tally.wall', JSON.stringify({ tiles: count, order: 'fixed' }));
    location.hash = '#/wall';
  }, tiles);
  await page
    .locator('video')
    .nth(tiles - 1)
    .waitFor({ state: 'attached' });
}

async function measure(main: Inspector, page: PageWatch, service: DemoService): Promise<Sample[]> {
  const everyMs = minutes < 10 ? 10_000 : 30_000;
  const samples: Sample[] = [];
  const began = Date.now();
  for (let at = began; at <= began + minutes * 60_000; at += everyMs) {
    await delay(Math.max(0, at - Date.now()));
    const sample = {
      seconds: Math.round((Date.now() - began) / 1_000),
      ...(await figuresOfMain(main)),
      ...(await page.figures()),
      probed: probedSince(service, Date.now() - everyMs),
    };
    samples.push(sample);
    console.log(lineOf(sample));
  }
  return samples;
}

async function figuresOfMain(
  main: Inspector,
): Promise<Pick<Sample, 'mainHeap' | 'mainMemory' | 'timers'>> {
  const { memory, resources } = await main.evaluate<{
    memory: NodeJS.MemoryUsage;
    resources: readonly string[];
  }>('gc(), { memory: process.memoryUsage(), resources: process.getActiveResourcesInfo() }');
  return {
    mainHeap: megabytes(memory.heapUsed + memory.external),
    mainMemory: megabytes(memory.rss),
    timers: resources.filter((name) => name === 'Timeout').length,
  };
}

const probedSince = ({ requests }: DemoService, since: number): number =>
  new Set(
    requests.flatMap(({ at, path }) => {
      const id = /^\/media\/live\/([^/]+)\/.+\.m3u8$/.exec(path)?.[1];
      return at >= since && id !== undefined ? [id] : [];
    }),
  ).size;

function lineOf(sample: Sample): string {
  const shown = (value: number): string => value.toFixed(1).padStart(6);
  return [
    `${String(sample.seconds).padStart(5)} s`,
    `main ${shown(sample.mainHeap)} MB of ${shown(sample.mainMemory)} MB`,
    `page ${shown(sample.pageHeap)} MB`,
    `${sample.timers} timers`,
    `${sample.nodes} nodes`,
    `${sample.videos} videos`,
    `${sample.mediaSources} media sources`,
    `${sample.playing} playing`,
    `${sample.probed} probed`,
  ].join('  ');
}

function report(samples: readonly Sample[], left: Pick<Sample, 'videos' | 'mediaSources'>): number {
  const warm = afterWarmUp(samples);
  const slopes = {
    mainHeap: 'MB/h',
    mainMemory: 'MB/h',
    pageHeap: 'MB/h',
    timers: 'an hour',
    nodes: 'an hour',
  } as const;
  for (const [name, unit] of Object.entries(slopes)) {
    const growth = slopePerHour(warm, (sample) => sample[name as keyof typeof slopes]);
    const limit = growthLimits[name as keyof typeof growthLimits] as number | undefined;
    const most =
      limit === undefined
        ? ''
        : ` (at most ${limit}, judged from ${judgedFromSeconds / 60} minutes on)`;
    console.log(`${name.padEnd(10)} ${growth.toFixed(1).padStart(8)} ${unit}${most}`);
  }
  console.log(`left after the wall: ${left.videos} videos, ${left.mediaSources} media sources`);
  const troubles = troublesOf(samples, left, {
    playing: tiles,
    probed: others,
    leftOver: { videos: 41, mediaSources: 1 },
  });
  console.log(troubles.length === 0 ? 'reached' : `MISSED   ${troubles.join('; ')}`);
  return troubles.length === 0 ? 0 : 1;
}

process.exitCode = await soak();
