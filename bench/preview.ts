import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type Page, chromium } from 'playwright';
import { DemoService } from '../src/main/demo/service.ts';
import { type Outcome, inPairs } from './pairs.ts';
import { RunningTally, cpuOfTree, end, freePort, lineOf } from './tally.ts';

const cpuOverMs = 15_000;

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

/** Time to the first frame, and the CPU of one playing preview, beside a bare page. */
export async function benchPreview(root: string): Promise<Outcome[]> {
  const service = await DemoService.start({ mediaDir: join(root, 'resources', 'demo') });
  const tally = await RunningTally.start(root, []);
  const bare = await BarePage.start(root);
  try {
    const first = service.entities[0]?.id ?? '';
    await connect(tally.page, service, first);
    const playlist = `${service.address}/media/live/${first}/master.m3u8`;
    const firstFrame = await inPairs(
      9,
      () => firstFrameInTally(tally.page),
      () => bare.firstFrame(playlist),
    );
    await bare.leave();
    await leave(tally.page);
    const cpu = await inPairs(
      3,
      async () => {
        await firstFrameInTally(tally.page);
        const spent = await cpuOver(tally.process.pid ?? 0);
        await leave(tally.page);
        return spent;
      },
      async () => {
        await bare.firstFrame(playlist);
        const spent = await cpuOver(bare.pid);
        await bare.leave();
        return spent;
      },
    );
    const against = 'a bare page with the same hls.js and stream';
    return [
      {
        what: 'time to first frame of the preview, from click',
        against,
        reach: 1.05,
        unit: 'ms',
        ...firstFrame,
      },
      {
        what: 'CPU of one playing preview',
        against,
        reach: 1.1,
        unit: `ms in ${cpuOverMs / 1000} s`,
        ...cpu,
      },
    ];
  } finally {
    await bare.stop();
    await tally.stop();
    await service.stop();
  }
}

async function connect(
  page: Page,
  service: { address: string; token: string },
  id: string,
): Promise<void> {
  await page.evaluate(
    async ({ address, token, text }) => {
      const { tally } = window as unknown as {
        tally: { call(name: string, args: unknown): Promise<unknown> };
      };
      await tally.call('connection.add', { name: 'Bench', address, token, keep: 'memory' });
      await tally.call('library.add', { kind: 'live', text });
    },
    { address: service.address, token: service.token, text: id },
  );
}

/** To a screen without a preview. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '';
  });
  await page.locator('video').waitFor({ state: 'detached' });
}

async function firstFrameInTally(page: Page): Promise<number> {
  await leave(page);
  const entry = await page
    .getByRole('navigation', { name: 'Library' })
    .getByRole('link')
    .first()
    .elementHandle();
  return page.evaluate(
    (element) =>
      new Promise<number>((done) => {
        let began = 0;
        const watch = (): void => {
          const video = document.querySelector<HTMLVideoElement>(
            'video[aria-label="Live preview"]',
          );
          if (video === null) return;
          observer.disconnect();
          video.requestVideoFrameCallback(() => done(performance.now() - began));
        };
        const observer = new MutationObserver(watch);
        observer.observe(document.body, { childList: true, subtree: true });
        began = performance.now();
        (element as HTMLElement).click();
        watch();
      }),
    entry,
  );
}

async function cpuOver(pid: number): Promise<number> {
  await delay(3_000);
  const before = cpuOfTree(pid);
  await delay(cpuOverMs);
  return cpuOfTree(pid) - before;
}

/** The bare page, in the same kind of host and driven in the same way as Tally's. */
class BarePage {
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

  get pid(): number {
    return this.#host.pid ?? 0;
  }

  static async start(root: string): Promise<BarePage> {
    const dist = join(root, 'node_modules', 'hls.js', 'dist');
    const server = createServer((request, response) => {
      const name = ['/hls.min.js', '/hls.worker.js'].find((path) => path === request.url);
      response.setHeader('Content-Type', name === undefined ? 'text/html' : 'text/javascript');
      response.end(name === undefined ? barePage : readFileSync(join(dist, name)));
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

  async firstFrame(playlist: string): Promise<number> {
    await this.#page.goto(this.#origin);
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
