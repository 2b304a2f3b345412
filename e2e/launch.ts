import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Page, _electron, chromium } from 'playwright/test';

export type HostName = 'chromium' | 'electron';

export interface Launch {
  readonly host: HostName;
  readonly options: readonly string[];
  readonly env: Record<string, string>;
  /** Called with each line that the application prints. */
  readonly onLine: (line: string) => void;
}

export interface Running {
  readonly process: ChildProcess;
  readonly page: Page;
  /** Lets go of the page; the application runs on. */
  disconnect(): Promise<void>;
}

const root = resolve(import.meta.dirname, '..');
const readyWithinMs = 25_000;

/** The application printed nothing wrong and wasn't ready either. */
class NotReady extends Error {}

/**
 * Starts the built application and waits for the line `Tally is ready`. One that never
 * comes is told in the output, with all that the application said, and started again.
 */
export async function launch(what: Launch): Promise<Running> {
  const start = what.host === 'electron' ? launchElectron : launchChromium;
  try {
    return await start(what);
  } catch (error) {
    if (!(error instanceof NotReady)) throw error;
    console.warn(`${error.message}\nIt is started again.`);
    return start(what);
  }
}

async function launchChromium({ options, env, onLine }: Launch): Promise<Running> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      join(root, 'scripts', 'start.mjs'),
      ...['--host', 'chromium', '--headless'],
      ...['--remote-debugging-port', String(port)],
      ...options,
    ],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  await ready(child, onLine);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const pages = browser.contexts().flatMap((context) => context.pages());
  const page = pages.find((one) => one.url().startsWith('http://tally.localhost'));
  if (page === undefined) throw new Error('The application shows no page.');
  return { process: child, page, disconnect: () => browser.close() };
}

async function launchElectron({ options, env, onLine }: Launch): Promise<Running> {
  const folder = join(root, 'node_modules', 'electron');
  const program = readFileSync(join(folder, 'path.txt'), 'utf8').trim();
  const executablePath = join(folder, 'dist', program);
  const switches = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await _electron.launch({
    executablePath,
    env,
    args: [...switches, root, ...options],
  });
  const isReady = ready(app.process(), onLine);
  const page = await app.firstWindow();
  await isReady;
  return { process: app.process(), page, disconnect: () => Promise.resolve() };
}

async function ready(child: ChildProcess, onLine: (line: string) => void): Promise<void> {
  const said: string[] = [];
  await new Promise<void>((isReady, fail) => {
    for (const input of [child.stdout, child.stderr])
      if (input !== null)
        createInterface({ input }).on('line', (line) => {
          said.push(line);
          onLine(line);
          if (line === 'Tally is ready') isReady();
        });
    child.once('exit', () => {
      fail(new Error(`Tally ended before it was ready:\n${said.join('\n')}`));
    });
    setTimeout(() => {
      fail(new NotReady(`Tally wasn’t ready after ${readyWithinMs} ms:\n${said.join('\n')}`));
    }, readyWithinMs);
  }).catch(async (error: unknown) => {
    await end(child);
    throw error;
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Not one of those that the system hands out: another server would get it before the browser has it. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
