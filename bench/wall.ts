import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';
import { DemoService } from '../src/main/demo/service.ts';
import { BarePage } from './bare-page.ts';
import { type Ladder, ladders } from './ladder.ts';
import type { Outcome } from './pairs.ts';
import { RunningTally, cpuOfTree, memoryOfTree } from './tally.ts';

const streams = 16;
const rounds = Number(process.env['WALL_ROUNDS'] ?? 2);
const settlesMs = 10_000;
const cpuOverMs = 25_000;
/** How long each wall plays before its memory is read. */
const memoryAfterMinutes = Number(process.env['WALL_MINUTES'] ?? 10);

/** Sixteen players in a grid, with the defaults of hls.js, or held to one rendition. */
const bareWall = `<!doctype html><title>Bare wall</title>
<style>
  body { margin: 0; background: #0e1014 }
  div { display: grid; grid-template-columns: repeat(4, max-content); gap: 10px }
  video { object-fit: contain; background: #000 }
</style>
<div></div>
<script src="/hls.min.js"></script>
<script>
  window.show = ({ playlists, width, height, rendition }) => {
    for (const playlist of playlists) {
      const video = document.createElement('video');
      Object.assign(video, { muted: true, playsInline: true, width, height });
      document.querySelector('div').append(video);
      const hls = new Hls({ workerPath: '/hls.worker.js' });
      if (rendition !== null)
        hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => {
          hls.loadLevel = levels.findIndex((level) => level.height === rendition);
        });
      hls.loadSource(playlist);
      hls.attachMedia(video);
      video.play();
    }
  };
</script>`;

interface BareLayout {
  readonly playlists: readonly string[];
  /** Of each picture, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** The height of the rendition to hold to; null leaves the choice to hls.js. */
  readonly rendition: number | null;
}

/** What one wall cost while it played. */
interface Cost {
  readonly cpuMs: number;
  /** In per cent of the frames of all pictures. */
  readonly dropped: number;
}

/** CPU and dropped frames of a wall of 16, beside 16 bare players, for a small and a usual ladder. */
export async function benchWall(root: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const ladder of ladders(root)) outcomes.push(...(await benchCost(root, ladder)));
  return outcomes;
}

function benchCost(root: string, ladder: Ladder): Promise<Outcome[]> {
  return withBoth(root, ladder, async (tally, bare, layout) => {
    const taken: { ours: Cost; usual: Cost; held: Cost }[] = [];
    // The first round warms both sides up and isn't counted.
    for (let round = 0; round <= rounds; round += 1) {
      await openWall(tally.page);
      const ours = await costOf(tally.page, tally.process.pid ?? 0);
      await leaveWall(tally.page);
      await showBare(bare, { ...layout, rendition: null });
      const usual = await costOf(bare.page, bare.pid);
      await showBare(bare, layout);
      const held = await costOf(bare.page, bare.pid);
      await bare.leave();
      if (round > 0) taken.push({ ours, usual, held });
    }
    const cpu = (side: 'ours' | 'usual' | 'held'): number[] =>
      taken.map((costs) => costs[side].cpuMs);
    const unit = `ms in ${cpuOverMs / 1000} s`;
    const what = (of: string): string =>
      `${of} of a wall of ${streams}, renditions up to ${ladder.top}`;
    const defaults = `${streams} bare players with the defaults of hls.js`;
    return [
      {
        what: what('CPU'),
        against: defaults,
        reach: 0.5,
        unit,
        ours: cpu('ours'),
        bare: cpu('usual'),
      },
      {
        what: what('CPU'),
        against: `${streams} bare players held to the same rendition, ${layout.rendition}p`,
        reach: 1.1,
        unit,
        ours: cpu('ours'),
        bare: cpu('held'),
      },
      {
        what: what('dropped frames'),
        against: defaults,
        judged: 'over',
        reach: 0,
        unit: '%',
        ours: taken.map(({ ours }) => ours.dropped),
        bare: taken.map(({ usual }) => usual.dropped),
      },
    ];
  });
}

/** Memory of a wall of 16 after some minutes, beside 16 bare players, one after the other. */
export async function benchWallMemory(root: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const ladder of ladders(root)) outcomes.push(await benchMemory(root, ladder));
  return outcomes;
}

function benchMemory(root: string, ladder: Ladder): Promise<Outcome> {
  return withBoth(root, ladder, async (tally, bare, layout) => {
    const afterMinutes = async (pid: number): Promise<number> => {
      await delay(memoryAfterMinutes * 60_000);
      return memoryOfTree(pid);
    };
    await openWall(tally.page);
    const ours = await afterMinutes(tally.process.pid ?? 0);
    await leaveWall(tally.page);
    await showBare(bare, { ...layout, rendition: null });
    return {
      what: `memory of a wall of ${streams} after ${memoryAfterMinutes} minutes, renditions up to ${ladder.top}`,
      against: `${streams} bare players with the defaults of hls.js`,
      reach: 0.5,
      unit: 'MB',
      ours: [ours],
      bare: [await afterMinutes(bare.pid)],
    };
  });
}

/** Runs a measurement with both sides ready; the layout is that of Tally's own wall. */
async function withBoth<T>(
  root: string,
  ladder: Ladder,
  measure: (tally: RunningTally, bare: BarePage, layout: BareLayout) => Promise<T>,
): Promise<T> {
  const service = await DemoService.start({ mediaDir: ladder.mediaDir });
  const ids = Array.from({ length: streams }, (_, index) => `wall_${index}`);
  for (const id of ids) {
    service.addLive({ id });
    service.startEncoder(id);
  }
  const tally = await RunningTally.start(root, []);
  const bare = await BarePage.start(root, bareWall);
  try {
    await connect(tally.page, service, ids);
    await openWall(tally.page);
    const picture = await tally.page.locator('video').first().evaluate(sizeOf);
    await leaveWall(tally.page);
    const folder = `${service.address}/media/live`;
    const playlists = ids.map((id) => `${folder}/${id}/master.m3u8`);
    return await measure(tally, bare, { playlists, ...picture });
  } finally {
    await bare.stop();
    await tally.stop();
    await service.stop();
    ladder.remove();
  }
}

async function connect(
  page: Page,
  { address, token }: DemoService,
  ids: readonly string[],
): Promise<void> {
  await page.evaluate(
    async (asked) => {
      const { tally } = window as unknown as {
        tally: { call(name: string, args: unknown): Promise<unknown> };
      };
      const { address, token, text } = asked;
      await tally.call('connection.add', { name: 'Bench', address, token, keep: 'memory' });
      await tally.call('library.add', { kind: 'live', text });
    },
    { address, token, text: ids.join('\n') },
  );
}

async function openWall(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/wall';
  });
  await playing(page);
}

async function leaveWall(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '';
  });
  await page.locator('video').first().waitFor({ state: 'detached' });
}

async function showBare(bare: BarePage, layout: BareLayout): Promise<void> {
  await bare.open();
  await bare.page.evaluate((wanted) => {
    (window as unknown as { show(layout: BareLayout): void }).show(wanted);
  }, layout);
}

/** Waits until all pictures move. */
async function playing(page: Page): Promise<void> {
  await page.waitForFunction(
    (count) => {
      const videos = [...document.querySelectorAll('video')];
      return videos.length === count && videos.every(({ currentTime }) => currentTime > 0);
    },
    streams,
    { timeout: 120_000 },
  );
}

async function costOf(page: Page, pid: number): Promise<Cost> {
  await playing(page);
  await delay(settlesMs);
  const [cpuBefore, framesBefore] = [cpuOfTree(pid), await framesOf(page)];
  await delay(cpuOverMs);
  const [cpuAfter, framesAfter] = [cpuOfTree(pid), await framesOf(page)];
  const total = framesAfter.total - framesBefore.total;
  const dropped = framesAfter.dropped - framesBefore.dropped;
  return { cpuMs: cpuAfter - cpuBefore, dropped: (100 * dropped) / total };
}

const sizeOf = (
  video: HTMLVideoElement,
): { readonly width: number; readonly height: number; readonly rendition: number } => {
  const { width, height } = video.getBoundingClientRect();
  return { width, height, rendition: video.videoHeight };
};

function framesOf(page: Page): Promise<{ total: number; dropped: number }> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('video')].map((video) =>
      video.getVideoPlaybackQuality(),
    );
    return {
      total: all.reduce((sum, { totalVideoFrames }) => sum + totalVideoFrames, 0),
      dropped: all.reduce((sum, { droppedVideoFrames }) => sum + droppedVideoFrames, 0),
    };
  });
}
