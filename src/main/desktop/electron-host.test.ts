import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PushMessage } from '../../shared/contract.ts';
import { ok } from '../../shared/failure.ts';
import type { ApplicationApi, ApplicationOptions } from '../application-api.ts';
import type { Host } from '../host.ts';
import { runInElectron } from './electron-host.ts';
import { type BrowserWindow, app, isPrevented, session, world } from './testing/fake-electron.ts';

vi.setConfig({ testTimeout: 30_000 });
vi.mock('electron', () => import('./testing/fake-electron.ts'));

class FakeApplication implements ApplicationApi {
  readonly options: ApplicationOptions;
  readonly host: Host;
  readonly calls: unknown[] = [];
  readonly shown: unknown[] = [];
  stops = 0;
  push: (message: PushMessage) => void = () => undefined;

  constructor(options: ApplicationOptions, host: Host) {
    this.options = options;
    this.host = host;
  }
  start = () => Promise.resolve();
  call = (name: unknown, args: unknown) => {
    this.calls.push([name, args]);
    return Promise.resolve(ok('answer'));
  };
  subscribe = (listener: (message: PushMessage) => void) => {
    this.push = listener;
    return () => undefined;
  };
  show = (ref: unknown) => void this.shown.push(ref);
  stop = () => {
    this.stops++;
    return Promise.resolve();
  };
}

const blank = structuredClone({ ...world, fetch: null });
const argv = process.argv;
/** For what happens by itself soon; long, since the machine may be busy. */
const patience = { timeout: 10_000, interval: 5 };
let dir = '';
let application: FakeApplication | null = null;
let printed: string[] = [];
let complained: string[] = [];

const run = (...args: readonly string[]): void => {
  process.argv = ['electron', '--no-sandbox', '.', `--user-data-dir=${join(dir, 'data')}`, ...args];
  runInElectron(dir, (options, host) => (application = new FakeApplication(options, host)));
};

/** Runs until the page is loaded. */
async function open(...args: readonly string[]): Promise<[BrowserWindow, FakeApplication]> {
  run(...args);
  const window = await vi.waitFor(() => {
    if (world.window?.did.includes('load tally://app/') !== true) throw new Error('not loaded');
    return world.window;
  }, patience);
  if (application === null) throw new Error('There is no application.');
  return [window, application];
}

const mainFrame = { url: 'tally://app/', parent: null };

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tally-electron-'));
  mkdirSync(join(dir, 'out', 'renderer'), { recursive: true });
  writeFileSync(join(dir, 'out', 'renderer', 'index.html'), 'the page');
  writeFileSync(join(dir, 'package.json'), 'not for the page');
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  vi.spyOn(console, 'error').mockImplementation((line: string) => void complained.push(line));
});

afterEach(async () => {
  if (application !== null) {
    app.quit();
    await vi.waitFor(() => {
      expect(world.exits).not.toEqual([]);
    }, patience);
  }
  app.removeAllListeners();
  session.defaultSession.removeAllListeners();
  Object.assign(world, structuredClone(blank));
  process.argv = argv;
  application = null;
  printed = [];
  complained = [];
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true });
});

describe('starting', () => {
  it('takes only its own options, and says what is wrong with them', () => {
    run('--nothing');
    expect(world.exits).toEqual([2]);
    expect(complained.join()).toContain('--nothing');
    expect(complained.join()).toContain('Usage: ');
    run('--version');
    expect(printed).toEqual(['1.2.3']);
    expect(world.exits).toEqual([2, 0]);
  });

  it('uses the folder, port and entity that it was given', async () => {
    const [, { options, host }] = await open(
      '--remote-debugging-port=9333',
      '--open=live/a',
      '--demo',
    );
    const userDataDir = join(dir, 'data');
    expect(options).toEqual({
      userDataDir,
      resourcesDir: join(dir, 'resources'),
      version: '1.2.3',
      demo: true,
      open: { kind: 'live', id: 'a' },
    });
    expect(host.name).toBe('electron');
    expect(world.paths).toEqual({
      userData: userDataDir,
      sessionData: join(userDataDir, 'browser'),
    });
    expect(world.switches).toEqual({ 'remote-debugging-port': '9333' });
  });

  it('leaves the work to an instance that runs already', () => {
    world.gotLock = false;
    run();
    expect(printed.join()).toContain('already running');
    expect(world.exits).toEqual([0]);
    expect(application).toBeNull();
  });

  it('says that it is ready once the page has the state', async () => {
    const [window, { calls }] = await open();
    expect(printed).toEqual([]);
    const event = { sender: window.webContents, senderFrame: mainFrame };
    expect(await world.answer?.(event, 'app.state', {})).toEqual(ok('answer'));
    await vi.waitFor(() => {
      expect(printed).toEqual(['Tally is ready']);
    }, patience);
    await world.answer?.(event, 'app.state', {});
    expect(calls).toHaveLength(2);
    expect(printed).toHaveLength(1);
  });
});

describe('the page', () => {
  it('runs in a sandbox, apart from Node', async () => {
    const [{ options }] = await open();
    expect(options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      preload: join(dir, 'out', 'preload', 'electron.cjs'),
    });
  });

  it('is served from its folder only, with a strict policy', async () => {
    await open();
    expect(world.schemes).toMatchObject([
      { scheme: 'tally', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ]);
    expect(world.schemes[0]?.privileges).not.toHaveProperty('bypassCSP');
    const page = await world.serve?.({ url: 'tally://app/' });
    expect(await page?.text()).toBe('the page');
    expect(page?.headers.get('Content-Security-Policy')).toContain(`script-src 'self'`);
    for (const path of ['../../package.json', '%2e%2e%2f%2e%2e%2fpackage.json', 'package.json'])
      expect((await world.serve?.({ url: `tally://app/${path}` }))?.status).toBe(404);
  });

  it('can’t go elsewhere; https addresses open in the browser', async () => {
    const [{ webContents }] = await open();
    for (const url of ['http://example.com/', 'file:///etc/passwd', 'tally://app/assets/a.js'])
      expect(isPrevented(webContents, 'will-navigate', { url }), url).toBe(true);
    expect(world.opened).toEqual([]);
    expect(isPrevented(webContents, 'will-navigate', { url: 'https://example.com/' })).toBe(true);
    expect(world.opened).toEqual(['https://example.com/']);
    expect(isPrevented(webContents, 'will-navigate', { url: 'tally://app/' })).toBe(false);
    expect(isPrevented(webContents, 'will-redirect')).toBe(true);
    expect(isPrevented(webContents, 'will-attach-webview')).toBe(true);
    expect(isPrevented(webContents, 'will-frame-navigate', { isMainFrame: false })).toBe(true);
    expect(isPrevented(session.defaultSession, 'will-download')).toBe(true);
  });

  it('opens no window', async () => {
    const [{ webContents }] = await open();
    expect(webContents.openWindow({ url: 'tally://app/' })).toEqual({ action: 'deny' });
    expect(webContents.openWindow({ url: 'file:///x' })).toEqual({ action: 'deny' });
    expect(world.opened).toEqual([]);
    expect(webContents.openWindow({ url: 'https://example.com/' })).toEqual({ action: 'deny' });
    expect(world.opened).toEqual(['https://example.com/']);
  });

  it('is granted the local network, notifications and the full screen and nothing else, when asked and when checked', async () => {
    await open();
    const request = (permission: string, requestingUrl: string, isMainFrame = true): boolean => {
      let granted = true;
      const decide = (decision: boolean): void => void (granted = decision);
      world.permissionRequest?.(null, permission, decide, { requestingUrl, isMainFrame });
      return granted;
    };
    const check = (permission: string, origin: string): boolean | undefined =>
      world.permissionCheck?.(null, permission, origin);
    for (const permission of [
      'local-network-access',
      'local-network',
      'loopback-network',
      'notifications',
      'fullscreen',
    ]) {
      expect(request(permission, 'tally://app/')).toBe(true);
      expect(request(permission, 'tally://app/', false)).toBe(false);
      expect(request(permission, 'https://example.com/')).toBe(false);
      expect(check(permission, 'tally://app/')).toBe(true);
      expect(check(permission, 'https://example.com/')).toBe(false);
    }
    for (const permission of ['media', 'clipboard-read', 'geolocation', 'openExternal']) {
      expect(request(permission, 'tally://app/'), permission).toBe(false);
      expect(check(permission, 'tally://app/'), permission).toBe(false);
    }
  });

  it('is answered only in its own main frame', async () => {
    const [{ webContents }, { calls }] = await open();
    const events = [
      { sender: {}, senderFrame: mainFrame },
      { sender: webContents, senderFrame: null },
      { sender: webContents, senderFrame: { url: 'tally://app/', parent: {} } },
      { sender: webContents, senderFrame: { url: 'https://example.com/', parent: null } },
      { sender: webContents, senderFrame: { url: 'tally://app.example/', parent: null } },
    ];
    for (const event of events)
      expect(() => world.answer?.(event, 'app.state', {})).toThrow('own page');
    expect(calls).toEqual([]);
  });
});

describe('the window', () => {
  it('gets what the application pushes', async () => {
    const [{ webContents }, { push }] = await open();
    const message: PushMessage = { name: 'show', value: { kind: 'live', id: 'a' } };
    push(message);
    expect(webContents.sent).toEqual([['tally:push', message]]);
  });

  it('comes to the front for a second start, and shows what that one asked for', async () => {
    const [window, { shown }] = await open();
    app.emit('second-instance', {}, [], '/', { open: { kind: 'video', id: 'v' } });
    expect(window.did.slice(-3)).toEqual(['restore', 'show', 'focus']);
    expect(shown).toEqual([{ kind: 'video', id: 'v' }]);
    app.emit('second-instance', {}, [], '/', { open: 'nonsense' });
    app.emit('second-instance', {}, [], '/', undefined);
    expect(shown).toHaveLength(1);
  });

  it('is where it was left', async () => {
    const [window] = await open();
    expect(window.options).toMatchObject({ width: 1280, height: 860 });
    window.emit('close');
    expect(JSON.parse(readFileSync(join(dir, 'data', 'window.json'), 'utf8'))).toEqual({
      x: 10,
      y: 20,
      width: 1000,
      height: 700,
      maximized: true,
    });
  });

  it('is loaded again with a notice when its page crashes; then the producer decides', async () => {
    const [{ webContents }] = await open();
    const crash = (reason = 'crashed') => webContents.emit('render-process-gone', {}, { reason });
    crash('clean-exit');
    expect(webContents.reloads).toBe(0);
    crash();
    expect(webContents.reloads).toBe(1);
    webContents.emit('did-finish-load');
    expect(webContents.sent).toEqual([
      ['tally:push', { name: 'notice', value: { text: expect.stringContaining('loaded again') } }],
    ]);
    crash();
    await vi.waitFor(() => {
      expect(webContents.reloads).toBe(2);
    }, patience);
    world.messageBoxAnswer = 1;
    crash();
    await vi.waitFor(() => {
      expect(world.exits).toEqual([0]);
    }, patience);
    expect(webContents.reloads).toBe(2);
  });

  it('has a menu whose reload is for developers only', async () => {
    app.isPackaged = true;
    process.argv = ['tally', `--user-data-dir=${join(dir, 'data')}`];
    runInElectron(dir, (options, host) => (application = new FakeApplication(options, host)));
    await vi.waitFor(() => {
      expect(world.menu).not.toEqual([]);
    }, patience);
    const menu = JSON.stringify(world.menu);
    expect(menu).toContain('togglefullscreen');
    expect(menu).toContain('Tally 1.2.3');
    expect(menu).not.toMatch(/"reload"|toggleDevTools/);
    app.isPackaged = false;
    await vi.waitFor(() => {
      expect(world.window?.did).toContain('load tally://app/');
    }, patience);
  });
});

describe('ending', () => {
  it('stops the application once, however often it is asked to', async () => {
    const [, fake] = await open();
    app.emit('window-all-closed');
    expect(isPrevented(app, 'before-quit')).toBe(true);
    await vi.waitFor(() => {
      expect(world.exits).toEqual([0]);
    }, patience);
    expect(fake.stops).toBe(1);
  });
});

describe('what Electron gives to the application', () => {
  it('is a fetch without cookies and without a cache', async () => {
    const [, { host }] = await open();
    const asked: unknown[] = [];
    world.fetch = (address, init) => {
      asked.push([address, init]);
      return Promise.resolve(new Response('body', { status: 201 }));
    };
    const answer = await host.fetch(new URL('https://example.com/v1'), { method: 'PUT' });
    expect(answer.status).toBe(201);
    expect(asked).toEqual([
      ['https://example.com/v1', { credentials: 'omit', cache: 'no-store', method: 'PUT' }],
    ]);
  });

  it('is a fetch that says where a redirect leads, and asks no more', async () => {
    const [, { host }] = await open();
    world.fetch = () => Promise.reject(new Error('Redirect was cancelled'));
    const asking = host.fetch('https://cdn.example.com/a.m3u8', {
      headers: { Range: 'bytes=0-9' },
      redirect: 'manual',
    });
    await vi.waitFor(() => expect(world.request?.did).toEqual(['end']));
    expect(world.request).toMatchObject({
      options: {
        url: 'https://cdn.example.com/a.m3u8',
        method: 'GET',
        redirect: 'manual',
        credentials: 'omit',
      },
      headers: { range: 'bytes=0-9' },
    });
    world.request?.emit('redirect', 302, 'GET', 'https://edge.example.com/a.m3u8', {
      'Access-Control-Allow-Origin': ['tally://app'],
      'x-other': ['\u{1f4fa}'],
    });
    const answer = await asking;
    expect([answer.status, [...answer.headers]]).toEqual([
      302,
      [
        ['access-control-allow-origin', 'tally://app'],
        ['location', 'https://edge.example.com/a.m3u8'],
      ],
    ]);
    expect(world.request?.did).toEqual(['end', 'abort']);
  });

  it('is a fetch that bears any header of a redirect', async () => {
    const [, { host }] = await open();
    world.fetch = () => Promise.reject(new Error('Redirect was cancelled'));
    const asking = host.fetch('https://cdn.example.com/a.m3u8', { redirect: 'manual' });
    await vi.waitFor(() => expect(world.request?.did).toEqual(['end']));
    world.request?.emit('redirect', 302, 'GET', 'https://edge.example.com/a.m3u8', {
      'access-control-allow-origin': ['*', '\u{1f4fa}\n'],
    });
    expect((await asking).headers.get('access-control-allow-origin')).toBe('*, ???');
  });

  it.each<[string, RequestInit]>([
    ['a change', { method: 'POST' }],
    ['a request with a token', { headers: { Authorization: 'secret' } }],
  ])('doesn’t ask twice about a redirect of %s', async (_title, init) => {
    const [, { host }] = await open();
    world.fetch = () => Promise.reject(new Error('Redirect was cancelled'));
    await expect(host.fetch('https://example.com/v1', init)).rejects.toThrow('Redirect');
    expect(world.request).toBeNull();
  });

  it('is the system’s clipboard, and the browser for https addresses', async () => {
    const [, { host }] = await open();
    await host.clipboard.write('a key');
    expect(await host.clipboard.read()).toBe('a key');
    await host.clipboard.clear();
    expect(world.clipboard).toBe('');
    await host.openLink('https://example.com/');
    await expect(host.openLink('file:///etc/passwd')).rejects.toThrow('https');
    expect(world.opened).toEqual(['https://example.com/']);
  });

  it('lets the page read what some hosts send, and only the page', async () => {
    const [, { host }] = await open();
    await host.allowCrossOrigin(['media.example.com', '127.0.0.1:8080']);
    expect(world.headers?.urls).toContain('http://127.0.0.1:8080/*');
    expect(world.headers?.urls).toContain('https://media.example.com/*');
    const changed = (answer: object): object => {
      let given: object = {};
      const said = { webContentsId: 1, method: 'GET', ...answer };
      world.headers?.listener(said, (headers) => (given = headers));
      return given;
    };
    const url = 'https://media.example.com/a.m3u8';
    const responseHeaders = { 'access-control-allow-origin': ['https://one.example'], Age: ['1'] };
    expect(changed({ url, responseHeaders })).toEqual({
      responseHeaders: expect.objectContaining({ 'Access-Control-Allow-Origin': '*', Age: ['1'] }),
    });
    expect(JSON.stringify(changed({ url, responseHeaders }))).not.toContain('one.example');
    expect(changed({ url, method: 'OPTIONS' })).toMatchObject({
      statusLine: 'HTTP/1.1 204 No Content',
    });
    expect(changed({ url, responseHeaders, webContentsId: undefined })).toEqual({});
    expect(changed({ url: 'https://elsewhere.example/a', responseHeaders })).toEqual({});
    await host.allowCrossOrigin([]);
    expect(world.headers).toBeNull();
  });

  it('is a badge and a tray for alarms, and a window that draws the eye to a new one', async () => {
    const [window, { host }] = await open();
    const { tray } = world;
    if (tray === null) throw new Error('There is no tray.');
    expect(tray.tooltip).toBe('Tally: no alarms');
    host.showAlarms(2, 'Morning show: the picture is black.');
    expect(world.badge).toBe(2);
    expect(tray.tooltip).toBe('Tally: Morning show: the picture is black.');
    window.emit('focus');
    host.showAlarms(1, 'Morning show: the picture is black.');
    host.showAlarms(0, '');
    expect(window.did.filter((did) => did.startsWith('flash'))).toEqual([
      'flash true',
      'flash false',
    ]);
    expect(world.badge).toBe(0);
    expect(tray.tooltip).toBe('Tally: no alarms');
    tray.emit('click');
    expect(window.did.slice(-2)).toEqual(['show', 'focus']);
    expect(tray.menu.map(({ label }) => label)).toEqual([
      'Show Tally',
      'Alarms',
      undefined,
      'Quit',
    ]);
    tray.menu[1]?.click?.();
    expect(window.did.at(-1)).toBe('load tally://app/#/alarms');
    tray.menu[3]?.click?.();
    await vi.waitFor(() => {
      expect(world.exits).toEqual([0]);
    }, patience);
    expect(tray.isGone).toBe(true);
  });

  it('saves a file where the producer says, or not at all', async () => {
    const [, { host }] = await open();
    world.savePath = null;
    expect(await host.saveFile('history.csv', 'text')).toBeNull();
    world.savePath = join(mkdtempSync(join(tmpdir(), 'tally-electron-')), 'mine.csv');
    expect(await host.saveFile('history.csv', 'text')).toBe(world.savePath);
    expect(readFileSync(world.savePath, 'utf8')).toBe('text');
    rmSync(dirname(world.savePath), { recursive: true });
  });
});
