import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../src/main/clock.ts';
import { Prober } from '../src/main/monitor/probes/prober.ts';

/** A server of made streams in a process of its own, so that only the side that asks is measured. */
export class PlaylistServer {
  readonly #address: string;
  readonly #process: ChildProcess;

  static async start(root: string): Promise<PlaylistServer> {
    const file = 'src/main/monitor/probes/testing/playlist-server-process.ts';
    const started = spawn(process.execPath, [join(root, file)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [address] = (await once(createInterface({ input: started.stdout }), 'line')) as [string];
    return new PlaylistServer(address, started);
  }

  private constructor(address: string, started: ChildProcess) {
    this.#address = address;
    this.#process = started;
  }

  /** The folder of stream `n`, whose playlists list so many segments of 4 s. */
  folder(n: number, segments: number): string {
    return `${this.#address}/${n}/${segments}`;
  }

  async stop(): Promise<void> {
    this.#process.kill();
    await once(this.#process, 'exit');
  }
}

let playlistsRead = 0;

/** Counts the playlists that either side reads. */
export const countedFetch: typeof fetch = (input, init) => {
  if (init?.method !== 'HEAD') playlistsRead += 1;
  return fetch(input, init);
};

/** Measures `measured` while so many streams are probed every 4 s, once all of them are known. */
export async function whileProbing<T>(
  server: PlaylistServer,
  { count, segments }: { readonly count: number; readonly segments: number },
  measured: () => Promise<T>,
): Promise<T> {
  const prober = new Prober({
    fetch: countedFetch,
    clock: systemClock,
    pageOrigin: 'tally://app',
    changed: () => undefined,
  });
  prober.setTargets(
    Array.from({ length: count }, (_, n) => ({
      id: `${n}`,
      hls: `${server.folder(n, segments)}/master.m3u8`,
      dash: null,
      often: true,
    })),
  );
  // The first round, and what comes with it of each stream.
  await wait(Math.max(4_000, count * 10) + 5_000);
  const result = await measured();
  const facts = prober.factsOf(`${count - 1}`);
  prober.stop();
  const outcomes = facts?.renditions.map(({ answered }) => answered?.outcome ?? 'not asked') ?? [];
  if (outcomes.length === 0 || outcomes.some((outcome) => outcome !== 'ok'))
    throw new Error(`A stream was not probed as it should: ${outcomes.join(', ')}.`);
  return result;
}

/** Microseconds of CPU that this process takes for each playlist that it reads, in the next `seconds`. */
export async function cpuForEach(seconds: number): Promise<number> {
  const before = process.cpuUsage();
  const readBefore = playlistsRead;
  await wait(seconds * 1000);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (playlistsRead - readBefore);
}
