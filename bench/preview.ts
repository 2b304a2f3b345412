import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, type Page, chromium } from 'playwright';
import { existsSync } from 'node:fs';
import { findBrowser } from '../src/main/desktop/find-browser.ts';
import { DemoService } from '../src/main/demo/service.ts';
import { type Outcome, inPairs } from './pairs.ts';
import { RunningTally, cpuOfTree } from './tally.ts';

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

class BarePage {
  readonly #server: Server;
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #folder: string;
  readonly #origin: string;
  readonly pid: number;

  private constructor(
    server: Server,
    context: BrowserContext,
    page: Page,
    folder: string,
    origin: string,
    pid: number,
  ) {
    this.#server = server;
    this.#context = context;
    this.#page = page;
    this.#folder = folder;
    this.#origin = origin;
    this.pid = pid;
  }

  static async start(root: string): Promise<BarePage> {
    const dist = join(root, 'node_modules', 'hls.js', 'dist');
    const server = createServer((request, response) => {
      const name =
        request.url === '/hls.min.js' || request.url === '/hls.worker.js' ? request.url : null;
      response.setHeader('Content-Type', name === null ? 'text/html' : 'text/javascript');
      response.end(name === null ? barePage : readFileSync(join(dist, name)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('No port.');
    const folder = mkdtempSync(join(tmpdir(), 'tally-bare-'));
    const executablePath = findBrowser({
      platform: process.platform,
      env: process.env,
      exists: existsSync,
    });
    if (executablePath === null) throw new Error('No browser is installed.');
    const context = await chromium.launchPersistentContext(folder, {
      executablePath,
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--autoplay-policy=no-user-gesture-required', '--window-size=1280,860'],
      viewport: null,
    });
    const page = context.pages()[0] ?? (await context.newPage());
    const origin = `http://localhost:${address.port}`;
    await context.grantPermissions(['local-network-access'], { origin });
    await page.goto(origin);
    const session = await context.browser()?.newBrowserCDPSession();
    const info = await session?.send('SystemInfo.getProcessInfo');
    const pid = info?.processInfo.find(({ type }) => type === 'browser')?.id ?? 0;
    return new BarePage(server, context, page, folder, origin, pid);
  }

  async firstFrame(playlist: string): Promise<number> {
    await this.#page.goto(this.#origin);
    return this.#page.evaluate((address) => {
      Object.assign(window, { playlist: address });
      return new Promise<number>((done) => {
        const began = performance.now();
        document
          .querySelector('video')
          ?.requestVideoFrameCallback(() => done(performance.now() - began));
        document.querySelector('button')?.click();
      });
    }, playlist);
  }

  async leave(): Promise<void> {
    await this.#page.goto('about:blank');
  }

  async stop(): Promise<void> {
    await this.#context.close();
    this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
