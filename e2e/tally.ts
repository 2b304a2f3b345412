import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, type Locator, type Page, chromium } from 'playwright/test';
import { ConnectScreen } from './pages/connect-screen.ts';
import { LibraryPanel } from './pages/library-panel.ts';
import { LiveScreen } from './pages/live-screen.ts';

const root = resolve(import.meta.dirname, '..');

/** The built application, running without a window, as a producer meets it. */
export class Tally {
  readonly userDataDir = mkdtempSync(join(tmpdir(), 'tally-e2e-'));
  readonly output: string[] = [];
  readonly #env: NodeJS.ProcessEnv;
  #process: ChildProcess | null = null;
  #browser: Browser | null = null;
  #page: Page | null = null;

  /** `env` is added to the environment of the application. */
  constructor(env: Readonly<Record<string, string>> = {}) {
    this.#env = { ...process.env, ...env };
  }

  get page(): Page {
    if (this.#page === null) throw new Error('Tally is not running.');
    return this.#page;
  }

  get connectScreen(): ConnectScreen {
    return new ConnectScreen(this.page);
  }

  get library(): LibraryPanel {
    return new LibraryPanel(this.page);
  }

  get live(): LiveScreen {
    return new LiveScreen(this.page);
  }

  get notices(): Locator {
    return this.page.getByRole('region', { name: 'Notices' });
  }

  async start(...options: string[]): Promise<void> {
    const port = await freePort();
    const child = spawn(
      process.execPath,
      [
        join(root, 'scripts', 'start.mjs'),
        ...['--host', 'chromium', '--headless'],
        ...['--user-data-dir', this.userDataDir],
        ...['--remote-debugging-port', String(port)],
        ...options,
      ],
      { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#process = child;
    await this.#ready(child);
    this.#browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const pages = this.#browser.contexts().flatMap((context) => context.pages());
    this.#page = pages.find((page) => page.url().startsWith('http://tally.localhost')) ?? null;
    await this.page.setViewportSize({ width: 1360, height: 860 });
  }

  /** Ends the application as a producer does and gives its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    await this.#browser?.close();
    this.#browser = null;
    this.#page = null;
    const child = this.#process;
    if (child === null) return null;
    this.#process = null;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  }

  async restart(...options: string[]): Promise<void> {
    await this.stop();
    await this.start(...options);
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.userDataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  async #ready(child: ChildProcess): Promise<void> {
    for (const stream of [child.stdout, child.stderr])
      if (stream !== null)
        createInterface({ input: stream }).on('line', (line) => this.output.push(line));
    const ended = once(child, 'exit').then(() => {
      throw new Error(`Tally ended before it was ready:\n${this.output.join('\n')}`);
    });
    const ready = new Promise<void>((done) => {
      const lines = child.stdout === null ? null : createInterface({ input: child.stdout });
      lines?.on('line', (line) => {
        if (line === 'Tally is ready') done();
      });
    });
    await Promise.race([ready, ended]);
    ended.catch(() => undefined);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
