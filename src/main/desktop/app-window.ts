import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BrowserContext, type CDPSession, type Page, chromium } from 'playwright';
import { callBinding, chromiumOrigin, pushFunction } from '../../shared/transport.ts';
import type { PushMessage } from '../../shared/contract.ts';
import { crossOriginHeaders, isCrossOriginHeader, isOfHost, patternsOf } from './cross-origin.ts';
import { isExternalLink, isOwnAddress, isOwnPage } from './guards.ts';
import type { RendererFiles } from './renderer-files.ts';

export interface WindowOptions {
  readonly program: string;
  readonly profileDir: string;
  readonly headless: boolean;
  readonly remoteDebuggingPort: number | null;
  /** The built script that puts the bridge on the page. */
  readonly initScript: string;
  readonly files: RendererFiles;
  /** Answers a call of the page. */
  readonly call: (name: unknown, args: unknown) => Promise<unknown>;
  readonly openLink: (url: string) => Promise<void>;
  /** The hosts (with port) whose media the page may read without a CORS header. */
  readonly crossOriginHosts: () => readonly string[];
}

interface PausedRequest {
  readonly requestId: string;
  readonly resourceType: string;
  readonly request: { readonly url: string; readonly method: string };
  /** Of a request that is paused at its answer. */
  readonly responseErrorReason?: string;
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[];
}

/** `closed` by the producer, or the page or the whole browser went down by itself. */
type WindowEnd = 'closed' | 'page-crashed' | 'browser-lost';

const blankPage =
  'data:text/html,<meta name="color-scheme" content="light dark"><title>Tally</title>';

/** The application's page in an app window of an installed browser, driven over a pipe. */
export class AppWindow {
  readonly context: BrowserContext;
  /** Settles once, when the window is gone, whatever the reason. */
  readonly ended: Promise<WindowEnd>;
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #options: WindowOptions;
  #end: (end: WindowEnd) => void = () => undefined;

  private constructor(
    context: BrowserContext,
    page: Page,
    session: CDPSession,
    options: WindowOptions,
  ) {
    this.context = context;
    this.#page = page;
    this.#session = session;
    this.#options = options;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Starts the browser and loads the page; throws when the browser doesn't start. */
  static async open(options: WindowOptions): Promise<AppWindow> {
    const context = await launch(options);
    try {
      const page = context.pages()[0] ?? (await context.waitForEvent('page'));
      const session = await context.newCDPSession(page);
      const window = new AppWindow(context, page, session, options);
      await window.#watchEnd();
      await window.#furnish();
      await page.goto(`${chromiumOrigin}/`, { waitUntil: 'domcontentloaded' });
      await session.send('Page.resetNavigationHistory');
      return window;
    } catch (error) {
      await context.close().catch(() => undefined);
      throw error;
    }
  }

  /** Hands a push to the page; one that has no page yet asks for the state anyway. */
  push(message: PushMessage): void {
    const json = JSON.stringify(JSON.stringify(message));
    const expression = `globalThis.${pushFunction}?.(${json})`;
    this.#session
      .send('Runtime.evaluate', { expression, allowUnsafeEvalBlockedByCSP: false })
      .catch(() => undefined);
  }

  async bringToFront(): Promise<void> {
    const { windowId } = await this.#session.send('Browser.getWindowForTarget');
    const { bounds } = await this.#session.send('Browser.getWindowBounds', { windowId });
    if (bounds.windowState === 'minimized')
      await this.#session.send('Browser.setWindowBounds', {
        windowId,
        bounds: { windowState: 'normal' },
      });
    await this.#page.bringToFront();
  }

  /** To be called again when the hosts that may be read have changed: only what is named is paused. */
  async watchRequests(): Promise<void> {
    await this.#session.send('Fetch.enable', {
      patterns: [
        { urlPattern: `${chromiumOrigin}/*` },
        { urlPattern: '*', resourceType: 'Document' },
        ...patternsOf(this.#options.crossOriginHosts()).map((urlPattern) => ({
          urlPattern,
          requestStage: 'Response' as const,
        })),
      ],
    });
  }

  async close(): Promise<void> {
    await this.context.close().catch(() => undefined);
  }

  /** Only a window that the producer closes is reported as destroyed before the browser goes. */
  async #watchEnd(): Promise<void> {
    this.#page.once('crash', () => {
      this.#end('page-crashed');
    });
    this.context.once('close', () => {
      this.#end('browser-lost');
    });
    const { targetInfo } = await this.#session.send('Target.getTargetInfo');
    const session = await this.context.browser()?.newBrowserCDPSession();
    session?.on('Target.targetDestroyed', ({ targetId }) => {
      if (targetId === targetInfo.targetId) this.#end('closed');
    });
    await session?.send('Target.setDiscoverTargets', { discover: true });
  }

  async #furnish(): Promise<void> {
    this.#session.on('Fetch.requestPaused', (event) => {
      void this.#serve(event).catch(() => undefined);
    });
    this.#page.on('framenavigated', (frame) => {
      if (frame === this.#page.mainFrame() && !isOwnPage(frame.url(), chromiumOrigin))
        this.#page.goto(`${chromiumOrigin}/`).catch(() => undefined);
    });
    this.context.on('page', (page) => {
      admit(page).catch(() => page.close().catch(() => undefined));
    });
    await this.#page.exposeBinding(callBinding, async ({ frame }, name: unknown, args: unknown) => {
      if (frame !== this.#page.mainFrame() || !isOwnAddress(frame.url(), chromiumOrigin))
        throw new Error('Only the application’s own page is answered.');
      const parsed: unknown = typeof args === 'string' ? JSON.parse(args) : undefined;
      return JSON.stringify(await this.#options.call(name, parsed));
    });
    await Promise.all([
      // The script takes the binding, so it comes after it.
      this.#page.addInitScript(this.#options.initScript),
      this.watchRequests(),
      this.context.grantPermissions(['local-network-access', 'notifications'], {
        origin: chromiumOrigin,
      }),
    ]);
  }

  /** Own addresses come from the built files; the page itself never goes anywhere else. */
  async #serve(event: PausedRequest): Promise<void> {
    if (event.responseErrorReason !== undefined || event.responseStatusCode !== undefined)
      return this.#passOn(event);
    const { requestId } = event;
    const { url } = event.request;
    const isOwn =
      event.resourceType === 'Document'
        ? isOwnPage(url, chromiumOrigin)
        : isOwnAddress(url, chromiumOrigin);
    if (!isOwn) {
      await this.#session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      if (isExternalLink(url)) await this.#options.openLink(url);
      return;
    }
    const { status, headers, body } = await this.#options.files.answer(url);
    await this.#session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
      body: body.toString('base64'),
    });
  }

  /** An answer of a host that may be read: the header that it lacks is added to it. */
  async #passOn(event: PausedRequest): Promise<void> {
    const { requestId, request, responseStatusCode: status } = event;
    if (status === undefined || !isOfHost(request.url, this.#options.crossOriginHosts())) {
      await this.#session.send('Fetch.continueRequest', { requestId });
      return;
    }
    await this.#session.send('Fetch.continueResponse', {
      requestId,
      responseCode: request.method === 'OPTIONS' ? 204 : status,
      responseHeaders: [
        ...(event.responseHeaders ?? []).filter(({ name }) => !isCrossOriginHeader(name)),
        ...Object.entries(crossOriginHeaders).map(([name, value]) => ({ name, value })),
      ],
    });
  }
}

/** Lets only the window of a popped-out picture stay, and only while it stays what it is; rejects for others. */
async function admit(page: Page): Promise<void> {
  page.on('framenavigated', () => {
    page.close().catch(() => undefined);
  });
  const isPoppedOut = await page.evaluate(
    "matchMedia('(display-mode: picture-in-picture)').matches",
  );
  if (isPoppedOut !== true) throw new Error('Only a popped-out picture has a window of its own.');
}

/** Defaults of the driver that serve tests of web sites and harm a monitor. */
const unwantedSwitches = [
  '--enable-automation',
  '--disable-popup-blocking',
  '--enable-unsafe-swiftshader',
  '--force-color-profile=srgb',
];

function launch(options: WindowOptions): Promise<BrowserContext> {
  const isNew = prepareProfile(options.profileDir);
  const port = options.remoteDebuggingPort;
  return chromium.launchPersistentContext(options.profileDir, {
    executablePath: options.program,
    headless: options.headless,
    // As root there is no user to keep apart from, and Chromium refuses to start.
    chromiumSandbox: process.getuid?.() !== 0,
    ignoreDefaultArgs: unwantedSwitches,
    args: [
      `--app=${blankPage}`,
      '--autoplay-policy=no-user-gesture-required',
      '--hide-crash-restore-bubble',
      ...(isNew || options.headless ? ['--window-size=1280,860'] : []),
      ...(port === null ? [] : [`--remote-debugging-port=${port}`]),
    ],
    viewport: null,
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
    acceptDownloads: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/** A new profile neither translates the page nor offers to keep an API token as a password. */
function prepareProfile(dir: string): boolean {
  const preferences = join(dir, 'Default', 'Preferences');
  if (existsSync(preferences)) return false;
  mkdirSync(dirname(preferences), { recursive: true, mode: 0o700 });
  writeFileSync(
    preferences,
    JSON.stringify({
      translate: { enabled: false },
      credentials_enable_service: false,
      profile: { password_manager_enabled: false },
    }),
  );
  return true;
}
