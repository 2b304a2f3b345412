import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Outcome, inPairs } from './pairs.ts';
import { end, lineOf, spawnTally } from './tally.ts';

/** From the start of the process to a window that can be used, beside a blank page. */
export async function benchStartup(root: string): Promise<Outcome> {
  const taken = await inPairs(
    7,
    () => timed((folder) => spawnTally(root, folder, []), 'Tally is ready'),
    () =>
      timed(
        (folder) =>
          spawn(process.execPath, [join(root, 'bench', 'blank-page.ts'), folder], {
            stdio: ['ignore', 'pipe', 'inherit'],
          }),
        'ready',
      ),
  );
  return {
    what: 'spawn to usable window',
    against: 'a blank page in the same host',
    reach: 1.5,
    unit: 'ms',
    ...taken,
  };
}

async function timed(
  start: (folder: string) => ReturnType<typeof spawnTally>,
  line: string,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tally-bench-'));
  const began = performance.now();
  const child = start(folder);
  try {
    await lineOf(child, line);
    return performance.now() - began;
  } finally {
    await end(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
