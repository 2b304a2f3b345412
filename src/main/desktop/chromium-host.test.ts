import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, chromium } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBrowser } from './find-browser.ts';
import { ProcessLines } from './testing/process-lines.ts';
import { buildSmallApp } from './testing/small-app.ts';

const script = join(import.meta.dirname, 'testing', 'fake-host-process.ts');
const browser = findBrowser({ platform: process.platform, env: process.env, exists: existsSync });
const started: ProcessLines[] = [];
let appDir = '';
let dir = '';

const start = (...options: readonly string[]): ProcessLines => {
  const host = new ProcessLines(script, appDir, '--headless', `--user-data-dir=${dir}`, ...options);
  started.push(host);
  return host;
};

/** The page has done all that it does, which includes leaving once. */
const backAgain = async (host: ProcessLines): Promise<void> => {
  await host.line('later');
  await host.line('later');
};

/** The processes of the browser: those that name the test's user-data folder. */
const browserProcesses = (): { pid: number; command: string }[] =>
  execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`--user-data-dir=${join(dir, 'browser')}`))
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line }));

const mainBrowserProcess = (): number => {
  const main = browserProcesses().find(({ command }) => !command.includes('--type='));
  if (main === undefined) throw new Error('The browser isn’t running.');
  return main.pid;
};

/** The window's page by way of the port that --remote-debugging-port opened. */
const debuggedPage = async (): Promise<Page> => {
  const [port] = readFileSync(join(dir, 'browser', 'DevToolsActivePort'), 'utf8').split('\n');
  const client = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = client.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error('The browser has no page.');
  return page;
};

const expectNoBrowser = (): Promise<void> =>
  expect.poll(browserProcesses, { timeout: 10_000, interval: 50 }).toEqual([]);

beforeAll(async () => {
  appDir = await buildSmallApp();
});

afterAll(() => {
  rmSync(appDir, { recursive: true });
});

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tally-host-'));
});

afterEach(async () => {
  for (const { child, exit } of started.splice(0)) {
    child.kill('SIGKILL');
    await exit;
  }
  await expectNoBrowser();
  rmSync(dir, { recursive: true, maxRetries: 5 });
});

// Windows has neither these signals nor ps.
const isPossible = browser !== null && process.platform !== 'win32';

describe.runIf(isPossible)('the Chromium host', { timeout: 30_000 }, () => {
  it('serves a page that may do its work and nothing else', async () => {
    const host = start();
    expect(await host.line('said')).toBe('said "Tally is ready"');
    const report: unknown = JSON.parse((await host.line('report')).slice('report'.length));
    expect(report).toEqual({
      isSecure: true,
      node: ['undefined', 'undefined'],
      eval: 'EvalError',
      popup: 'closed',
      inline: false,
      outside: 404,
      worker: 'alive',
      clipboard: 'NotAllowedError',
      permissions: {
        'local-network': 'granted',
        'loopback-network': 'granted',
        geolocation: 'denied',
        notifications: 'granted',
        'clipboard-read': 'denied',
      },
    });
    const later: unknown = JSON.parse((await host.line('later')).slice('later'.length));
    expect(later).toEqual({
      copied: 'a key',
      cleared: '',
      media: 'a segment',
      closed: ['TypeError', 'a segment', 'a segment', 'a segment', 'TypeError'],
      localNetwork: 'granted',
      clipboard: 'NotAllowedError',
    });
    // The page then tries to leave, and finds itself where it was.
    expect(await host.line('stayed')).toBe('stayed "http://tally.localhost/"');
    await host.line('app.state');
    await host.line('later');
    expect(host.lines.filter((line) => line.startsWith('visited'))).toEqual([]);
  });

  it('shows what a second start asks for, and ends on a signal, even twice', async () => {
    const host = start('--open=live/first');
    await backAgain(host);
    const second = start('--open=live/a%2Fb');
    expect(await second.line('said')).toContain('already running');
    expect(await second.exit).toBe(0);
    expect(await host.line('show')).toBe('show {"kind":"live","id":"a/b"}');
    expect(await host.line('pushed')).toContain('"id":"a/b"');
    host.child.kill('SIGINT');
    host.child.kill('SIGINT');
    host.child.kill('SIGTERM');
    expect(await host.exit).toBe(0);
    await host.line('stopped');
    expect(browserProcesses()).toEqual([]);
  });

  it('ends on a signal that comes while the window opens', async () => {
    const host = start();
    await expect.poll(browserProcesses, { timeout: 10_000, interval: 20 }).not.toEqual([]);
    host.child.kill('SIGTERM');
    expect(await host.exit).toBe(0);
    expect(browserProcesses()).toEqual([]);
  });

  it('opens its window again when the browser dies, and says so', async () => {
    const host = start();
    await backAgain(host);
    process.kill(mainBrowserProcess(), 'SIGKILL');
    expect(await host.line('complained')).toContain('loaded again');
    expect(await host.line('pushed {"name":"notice"')).toContain('loaded again');
    process.kill(mainBrowserProcess(), 'SIGKILL');
    expect(await host.line('complained')).toContain('twice within a minute');
    expect(await host.exit).toBe(1);
    await host.line('stopped');
  });

  it('ends when its window is closed, and opens it again when its page crashes', async () => {
    const host = start('--remote-debugging-port=0');
    await backAgain(host);
    let page = await debuggedPage();
    const session = await page.context().newCDPSession(page);
    session.send('Page.crash').catch(() => undefined);
    expect(await host.line('complained')).toContain('loaded again');
    await host.line('pushed {"name":"notice"');
    await backAgain(host);
    page = await debuggedPage();
    await page.close();
    expect(await host.exit).toBe(0);
    await host.line('stopped');
  });

  it('takes the browser with it when it is killed, and starts again at once', async () => {
    const killed = start();
    await killed.line('said');
    killed.child.kill('SIGKILL');
    await killed.exit;
    const next = start();
    await next.line('said');
    next.child.kill('SIGTERM');
    expect(await next.exit).toBe(0);
  });
});
