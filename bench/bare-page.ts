import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Page, chromium } from 'playwright';
import { end, freePort, lineOf } from './tally.ts';

/** The page that hls.js needs and no more: what a preview costs at the least. */
const barePage = `<!doctype html><title>Bare</title>
<button>Play</button><video muted playsinline width="844" height="475"></video>
<script src="/hls.min.js"></script>
<script>
  const video = document.querySelector('video');
  document.querySelector('button').onclick = () => {
    window.hls?.destroy();
    window.hls = new Hls({ workerPath: '/hls.worker.js', capLevelToPlayerSize: true });
    window.hls.loadSource(window.playlist);
    window.hls.attachMedia(video);
    video.play();
  };
</script>`;

/** The bare page, in the same kind of host and driven in the same way as Tally's. */
export class BarePage {
  readonly #server: Server;
  readonly #host: ChildProcess;
  readonly #browser: Browser;
  readonly #page: Page;
  readonly #folder: string;
  readonly #origin: string;

  private constructor(
    server: Server,
    host: ChildProcess,
    browser: Browser,
    folder: string,
    origin: string,
  ) {
    this.#server = server;
    this.#host = host;
    this.#browser = browser;
    this.#page = pageAt(browser, origin);
    this.#folder = folder;
    this.#origin = origin;
  }

  get page(): Page {
    return this.#page;
  }

  get pid(): number {
    return this.#host.pid ?? 0;
  }

  /** `html` finds hls.js at /hls.min.js, and its worker at /hls.worker.js. */
  static async start(root: string, html = barePage): Promise<BarePage> {
    const dist = join(root, 'node_modules', 'hls.js', 'dist');
    const server = createServer((request, response) => {
      const name = ['/hls.min.js', '/hls.worker.js'].find((path) => path === request.url);
      response.setHeader('Content-Type', name === undefined ? 'text/html' : 'text/javascript');
      response.end(name === undefined ? html : readFileSync(join(dist, name)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('No port.');
    const origin = `http://localhost:${address.port}`;
    const folder = mkdtempSync(join(tmpdir(), 'tally-bare-'));
    const port = await freePort();
    const host = spawn(
      process.execPath,
      [join(root, 'bench', 'blank-page.ts'), folder, String(port), origin],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await lineOf(host, 'ready');
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    return new BarePage(server, host, browser, folder, origin);
  }

  async open(): Promise<void> {
    await this.#page.goto(this.#origin);
  }

  async firstFrame(playlist: string): Promise<number> {
    await this.open();
    return this.#page.evaluate((address) => {
      Object.assign(window, { playlist: address });
      return new Promise<number>((done) => {
        const began = performance.now();
        document.querySelector('video')?.requestVideoFrameCallback(() => {
          done(performance.now() - began);
        });
        document.querySelector('button')?.click();
      });
    }, playlist);
  }

  async leave(): Promise<void> {
    await this.#page.goto('about:blank');
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await end(this.#host);
    this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function pageAt(browser: Browser, origin: string): Page {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const found = pages.find((page) => page.url().startsWith(origin));
  if (found === undefined) throw new Error('The bare host has no page.');
  return found;
}
