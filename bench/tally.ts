import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, type Page, chromium } from 'playwright';

/** The built application in the Chromium host, without a window, for a measurement. */
export class RunningTally {
  readonly process: ChildProcess;
  readonly page: Page;
  readonly userDataDir: string;
  readonly #browser: Browser;

  private constructor(process: ChildProcess, browser: Browser, page: Page, userDataDir: string) {
    this.process = process;
    this.page = page;
    this.#browser = browser;
    this.userDataDir = userDataDir;
  }

  /** `forNode` are options of the Node that main runs in. */
  static async start(
    root: string,
    options: readonly string[],
    forNode: readonly string[] = [],
  ): Promise<RunningTally> {
    const userDataDir = mkdtempSync(join(tmpdir(), 'tally-bench-'));
    const port = await freePort();
    const started = spawnTally(
      root,
      userDataDir,
      [...options, '--remote-debugging-port', String(port)],
      forNode,
    );
    await lineOf(started, 'Tally is ready');
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const page = browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((one) => one.url().startsWith('http://tally.localhost'));
    if (page === undefined) throw new Error('Tally has no page.');
    return new RunningTally(started, browser, page, userDataDir);
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await end(this.process);
    rmSync(this.userDataDir, { recursive: true, force: true });
  }
}

/** Starts the built application in the Chromium host without a window. */
export function spawnTally(
  root: string,
  userDataDir: string,
  options: readonly string[],
  forNode: readonly string[] = [],
): ChildProcess {
  const start = join(root, 'scripts', 'start.mjs');
  return spawn(
    process.execPath,
    [
      ...forNode,
      ...[start, '--host', 'chromium', '--headless', '--user-data-dir', userDataDir],
      ...options,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
}

/** Waits for a line of a process's output that begins with `text`. */
export async function lineOf(child: ChildProcess, text: string): Promise<string> {
  if (child.stdout === null) throw new Error('The output is not a pipe.');
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith(text)) return line;
  throw new Error(`The process ended before it printed “${text}”.`);
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** CPU time in milliseconds of a process and all below it, from Linux's /proc. */
export function cpuOfTree(root: number): number {
  return treeOf(root).reduce((sum, { ticks }) => sum + ticks * 10, 0);
}

/** Memory in MB of a process and all below it; what several share counts once (PSS). */
export function memoryOfTree(root: number): number {
  const kilobytes = treeOf(root).map(({ pid }) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

function treeOf(root: number): { pid: number; parent: number; ticks: number }[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)));
  const below = new Set([root]);
  for (let size = 0; size !== below.size;) {
    size = below.size;
    for (const { pid, parent } of processes) if (below.has(parent)) below.add(pid);
  }
  return processes.filter(({ pid }) => below.has(pid));
}

function statOf(pid: number): { pid: number; parent: number; ticks: number }[] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const at = (index: number): number => Number(fields[index] ?? 0);
    return [{ pid, parent: at(1), ticks: at(11) + at(12) }];
  } catch {
    return [];
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

/** A typed call of the page, whose answer must be good. */
export async function call<Value>(page: Page, name: string, args: unknown): Promise<Value> {
  return page.evaluate(
    async ([name, args]) => {
      const { tally } = window as unknown as {
        tally: { call(name: unknown, args: unknown): Promise<{ ok: boolean; value: Value }> };
      };
      const answer = await tally.call(name, args);
      if (!answer.ok) throw new Error(JSON.stringify(answer));
      return answer.value;
    },
    [name, args] as const,
  );
}
