import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';
import { DemoService } from '../src/main/demo/service.ts';
import { BarePage } from './bare-page.ts';
import { type Outcome, inPairs, medianOf } from './pairs.ts';
import { connect, firstFrameInTally, leave } from './preview.ts';
import { SlowLink } from './slow-link.ts';
import { RunningTally } from './tally.ts';

const pairs = 9;
const watchedForMs = 12_000;
/** A producer's pointer comes to rest on a row before it presses. */
const restsForMs = 150;
const reaches = [
  [30, 0.65],
  [100, 0.5],
] as const;

/**
 * Time to the first frame of a stream that Tally watches, over links of 30 and 100 ms, from
 * the press on a row on which the pointer has rested, as a producer's does. The time of a
 * press out of nowhere is printed beside it. The bare page has nothing to rest on: its time
 * counts from the click.
 */
export async function benchFirstFrame(root: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [roundTripMs, reach] of reaches) outcomes.push(await over(root, roundTripMs, reach));
  return outcomes;
}

async function over(root: string, roundTripMs: number, reach: number): Promise<Outcome> {
  const service = await DemoService.start({ mediaDir: join(root, 'resources', 'demo') });
  const link = await SlowLink.to(service.address, roundTripMs);
  const tally = await RunningTally.start(root, []);
  const bare = await BarePage.start(root);
  try {
    const first = service.entities[0]?.id ?? '';
    const playlist = `${link.address}/media/live/${first}/master.m3u8`;
    service.update({ kind: 'live', id: first }, { playback: { hls: playlist } });
    await connect(tally.page, service, first);
    await firstFrameInTally(tally.page);
    await leave(tally.page);
    await delay(watchedForMs);
    const behind: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    const outOfNowhere: number[] = [];
    // The next start meets the playlists as the monitor holds them by then.
    const between = async (): Promise<void> => {
      await leave(tally.page);
      await delay(1_500 + 2_000 * Math.random());
    };
    const frames = await inPairs(
      pairs,
      async () => {
        const took = await firstFrameInTally(tally.page, restsForMs);
        behind.ours.push(await behindInTally(tally.page));
        await between();
        outOfNowhere.push(await firstFrameInTally(tally.page));
        await between();
        return took;
      },
      async () => {
        const took = await bare.firstFrame(playlist);
        behind.bare.push(await behindInBare(bare.page));
        await bare.leave();
        return took;
      },
    );
    const [ours, theirs] = [medianOf(behind.ours), medianOf(behind.bare)];
    console.log(
      `          a press out of nowhere at ${roundTripMs} ms round trips: ${medianOf(outOfNowhere).toFixed(1)} ms`,
    );
    console.log(
      `          behind live at ${roundTripMs} ms round trips: ${ours.toFixed(2)} s against ${theirs.toFixed(2)} s`,
    );
    return {
      what: `time to first frame of a watched stream, ${roundTripMs} ms round trips, from the press on a row where the pointer has rested for ${restsForMs} ms`,
      against: 'a bare page with hls.js and the same stream, from the click',
      reach,
      unit: 'ms',
      ...frames,
    };
  } finally {
    await bare.stop();
    await tally.stop();
    link.stop();
    await service.stop();
  }
}

const settledAfterMs = 2_500;

/** Behind live by the stream's programme time, in seconds, as the preview says it. */
async function behindInTally(page: Page): Promise<number> {
  await delay(settledAfterMs);
  const figures = page.getByRole('list', { name: 'Preview figures' });
  const text = await figures.getByRole('listitem').first().innerText();
  return Number(/([\d.]+) s/.exec(text)?.[1] ?? NaN);
}

/** The same in the bare page. */
async function behindInBare(page: Page): Promise<number> {
  await delay(settledAfterMs);
  return page.evaluate(() => {
    const { hls } = window as unknown as { hls: { playingDate: Date } };
    return (Date.now() - hls.playingDate.getTime()) / 1000;
  });
}
