import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CrashLedger } from './testing/crash-ledger.ts';
import { type Task, type Told, randomFrom } from './testing/versions.ts';

const child = join(import.meta.dirname, 'testing', 'crash-process.ts');
const roundsOnOneFile = 200;
const freshFiles = 10;
const roundsOnAFreshFile = 2;
const latestKillMs = 60;
/** Now and then, for what happens later. */
const longRunMs = 400;
/** More than a child writes in its life. */
const versionsInARound = 100_000;
const timeoutMs = 300_000;

const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
let root = '';
let next: ChildProcessByStdio<Writable, Readable, Readable>;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'tally-crash-'));
  // Only one that ends by itself leaves its compiled modules to the others.
  await letGo(started());
  next = started();
});
afterAll(async () => {
  await letGo(next);
  rmSync(root, { recursive: true, force: true });
});

/** A child that has loaded its modules, or soon has, and waits to be told what to do. */
const started = (): typeof next =>
  spawn(process.execPath, [child], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { NODE_COMPILE_CACHE: join(root, 'compiled') },
  });

/** Gives a child nothing to do, so that it ends. */
async function letGo(waiting: typeof next): Promise<void> {
  waiting.stdin.end();
  await once(waiting, 'exit');
}

/**
 * Lets a child work until it is killed, at a random moment after its first
 * acknowledgement or, now and then, after it began to open the store.
 */
async function crash(
  folder: string,
  round: number,
  random: () => number,
  ledger: CrashLedger,
): Promise<void> {
  const running = next;
  next = started();
  const isEarly = random() < 0.15;
  const killAfterMs = random() * (random() < 0.1 ? longRunMs : latestKillMs);
  const task: Task = {
    folder,
    seed: Math.floor(random() * 2 ** 31),
    firstVersion: round * versionsInARound,
  };
  running.stdin.end(JSON.stringify(task));
  const ended = new Promise<NodeJS.Signals | null>((done) => {
    running.on('close', (_, signal) => {
      done(signal);
    });
  });
  let errors = '';
  running.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  let isDoomed = false;
  let rest = '';
  running.stdout.on('data', (text: Buffer) => {
    const lines = `${rest}${text.toString()}`.split('\n');
    // A line that was cut short wasn't acknowledged.
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const told = JSON.parse(line) as Told;
      ledger.take(told);
      if (isDoomed || (told[0] === 'opening' && !isEarly)) continue;
      isDoomed = true;
      setTimeout(() => running.kill('SIGKILL'), killAfterMs);
    }
  });
  const signal = await ended;
  if (signal !== 'SIGKILL') throw new Error(`The child ended by itself: ${errors}`);
}

async function rounds(folder: string, count: number, random: () => number): Promise<CrashLedger> {
  mkdirSync(folder);
  const ledger = new CrashLedger(folder);
  for (let round = 1; round <= count; round += 1) {
    await crash(folder, round, random, ledger);
    expect(ledger.faults(), `round ${round} of seed ${seed}`).toEqual([]);
  }
  expect(ledger.faultsOfHistory(), `seed ${seed}`).toEqual([]);
  expect(ledger.faultsOfSending(), `seed ${seed}`).toEqual([]);
  return ledger;
}

it(
  'loses nothing that was acknowledged and sends nothing twice, whenever the program is killed',
  async () => {
    const random = randomFrom(seed);
    const ledger = await rounds(join(root, 'growing'), roundsOnOneFile, random);
    for (let file = 0; file < freshFiles; file += 1)
      await rounds(join(root, `fresh-${file}`), roundsOnAFreshFile, random);
    const { drafts, queued, noted, received } = ledger.counts;
    console.info(
      `Crash loop, seed ${seed}: ${roundsOnOneFile} kills on one file, ${freshFiles * roundsOnAFreshFile} on fresh ones. On the one: ` +
        `${drafts} drafts, ${queued} queued changes and ${noted} outcomes acknowledged, ${received} changes received.`,
    );
    expect(Math.min(drafts, queued, noted, received)).toBeGreaterThan(roundsOnOneFile / 10);
  },
  timeoutMs,
);
