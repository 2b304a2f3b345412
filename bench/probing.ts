import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Parser } from 'm3u8-parser';
import { type Outcome, inPairs } from './pairs.ts';
import { countedFetch, cpuForEach, PlaylistServer, whileProbing } from './probed.ts';

const many = 1_000;
const few = 100;
const segments = 6;
const seconds = 20;

/** What probing 1,000 streams every 4 s takes of this computer. */
export async function benchProbing(root: string): Promise<Outcome[]> {
  const server = await PlaylistServer.start(root);
  const probing = (count: number): Promise<number> =>
    whileProbing(server, { count, segments }, () => cpuForEach(seconds));
  try {
    const cpu = await inPairs(
      3,
      () => probing(many),
      () => bareAsking(server),
    );
    const scale = await inPairs(
      2,
      () => probing(many),
      () => probing(few),
    );
    const delay = await inPairs(
      3,
      () => whileProbing(server, { count: many, segments }, delayP99),
      delayP99,
    );
    return [
      {
        what: `CPU of probing ${many} streams every 4 s, two renditions each`,
        against: 'bare fetch and m3u8-parser of the same playlists as often',
        reach: 1.5,
        unit: 'µs a playlist',
        ...cpu,
      },
      {
        what: `CPU of probing a stream, of ${many}`,
        against: `of ${few}`,
        reach: 1,
        unit: 'µs a playlist',
        ...scale,
      },
      {
        what: `event-loop delay while ${many} streams are probed, p99`,
        against: 'idle',
        judged: 'over',
        reach: 5,
        unit: 'ms',
        ...delay,
      },
    ];
  } finally {
    await server.stop();
  }
}

/** Reads the same playlists at the same pace and does nothing else. */
async function bareAsking(server: PlaylistServer): Promise<number> {
  const timers: NodeJS.Timeout[] = [];
  const every = (ms: number, phase: number, act: () => Promise<void>): void => {
    timers.push(
      setTimeout(() => {
        void act();
        timers.push(setInterval(() => void act(), ms));
      }, phase * ms),
    );
  };
  for (let n = 0; n < many; n += 1) {
    const folder = server.folder(n, segments);
    every(4_000, n / many, () => fetchAndParse(`${folder}/lo.m3u8`));
    every(4_000, ((n + many / 2) % many) / many, () => fetchAndParse(`${folder}/hi.m3u8`));
    every(30_000, n / many, () => fetchAndParse(`${folder}/master.m3u8`));
  }
  await wait(9_000);
  const taken = await cpuForEach(seconds);
  for (const timer of timers) clearTimeout(timer);
  return taken;
}

async function fetchAndParse(url: string): Promise<void> {
  const answer = await countedFetch(url, { cache: 'no-store' });
  const parser = new Parser();
  parser.push(await answer.text());
  parser.end();
  const { manifest } = parser;
  if (manifest.segments.length === 0 && manifest.playlists === undefined)
    throw new Error('no playlist');
}

async function delayP99(): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await wait(15_000);
  delays.disable();
  return delays.percentile(99) / 1_000_000;
}
