import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityRef } from '../../shared/entities.ts';
import type { ApplicationApi, ApplicationOptions } from '../application-api.ts';
import type { Host } from '../host.ts';
import type { Options } from '../options.ts';
import { AppWindow, type WindowOptions } from './app-window.ts';
import { contentSecurityPolicy } from './csp.ts';
import { findBrowser } from './find-browser.ts';
import { HiddenClipboard } from './hidden-clipboard.ts';
import { claimInstance } from './instance.ts';
import { openLink } from './links.ts';
import { RendererFiles } from './renderer-files.ts';
import {
  ReopenLimit,
  alreadyRunning,
  answerCalls,
  endsWithinMs,
  readyLine,
  reloadedNotice,
  within,
} from './running.ts';
import { saveFile } from './save-file.ts';
import { prepareBrowserProfile, prepareUserDataDir, usualUserDataDir } from './user-data.ts';

/** What the Chromium host is given by the process that it runs in. */
interface Surroundings {
  readonly options: Options;
  /** The folder with package.json, out and resources. */
  readonly appDir: string;
  readonly version: string;
  readonly create: (options: ApplicationOptions, host: Host) => ApplicationApi;
  /** Settles when the process is asked to end. */
  readonly stopped: Promise<void>;
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
}

/**
 * Runs the application in this process and its page in an installed browser, until
 * the window is closed or the process is asked to end. Gives the exit code; leaves
 * nothing running.
 */
export async function runInChromium(around: Surroundings): Promise<number> {
  const { options, say, complain } = around;
  const program = findBrowser({ platform: process.platform, env: process.env, exists: existsSync });
  if (program === null) {
    complain('Tally needs Chrome, Chromium or Edge: install one, or name it in TALLY_BROWSER.');
    return 1;
  }
  if (!options.headless && !hasDisplay()) {
    complain('There is no display: start Tally in a desktop session, or with --headless.');
    return 1;
  }
  const userDataDir = prepareUserDataDir(
    options.userDataDir ?? usualUserDataDir(process.platform, process.env, homedir()),
  );
  let onSecondStart: (open: EntityRef | null) => void = () => undefined;
  const claim = await claimInstance(userDataDir, options.open, (open) => {
    onSecondStart(open);
  });
  if (claim.kind !== 'first') {
    (claim.kind === 'told' ? say : complain)(alreadyRunning[claim.kind]);
    return claim.kind === 'told' ? 0 : 1;
  }
  const profile = prepareBrowserProfile(userDataDir);
  try {
    const host = new ChromiumHost(around, userDataDir, program, profile.dir);
    onSecondStart = (open) => {
      host.show(open);
    };
    return await host.run();
  } finally {
    claim.release();
    profile.remove();
  }
}

class ChromiumHost {
  readonly #around: Surroundings;
  readonly #application: ApplicationApi;
  readonly #windowOptions: WindowOptions;
  #opening: Promise<AppWindow> | null = null;
  #window: AppWindow | null = null;
  #crossOriginHosts: readonly string[] = [];

  constructor(around: Surroundings, userDataDir: string, program: string, profileDir: string) {
    const { appDir, options, version } = around;
    this.#around = around;
    this.#application = around.create(
      {
        userDataDir,
        resourcesDir: join(appDir, 'resources'),
        version,
        demo: options.demo,
        open: options.open,
      },
      {
        name: 'chromium',
        fetch,
        clipboard: new HiddenClipboard(() => this.#window?.context ?? null),
        openLink,
        saveFile,
        allowCrossOrigin: async (hosts) => {
          this.#crossOriginHosts = hosts;
          await this.#window?.watchRequests();
        },
        // The page's title and its notifications tell of alarms; there is no tray to draw in.
        showAlarms: () => undefined,
      },
    );
    const started = this.#application.start();
    this.#windowOptions = {
      program,
      profileDir,
      headless: options.headless,
      remoteDebuggingPort: options.remoteDebuggingPort,
      initScript: readFileSync(join(appDir, 'out', 'preload', 'chromium.cjs'), 'utf8'),
      files: new RendererFiles(
        join(appDir, 'out', 'renderer'),
        contentSecurityPolicy({ sandboxed: true }),
      ),
      call: answerCalls(this.#application, started, () => {
        around.say(readyLine);
      }),
      openLink,
      crossOriginHosts: () => this.#crossOriginHosts,
    };
  }

  async run(): Promise<number> {
    const unsubscribe = this.#application.subscribe((message) => this.#window?.push(message));
    try {
      return await this.#keepOpen();
    } catch (error) {
      this.#around.complain(
        `${this.#windowOptions.program} could not open the window: ${firstLine(error)}`,
      );
      return 1;
    } finally {
      unsubscribe();
      await within(endsWithinMs, this.#application.stop(), this.#around.complain);
      await within(endsWithinMs, this.#closeWindow(), this.#around.complain);
    }
  }

  show(open: EntityRef | null): void {
    this.#window?.bringToFront().catch(() => undefined);
    if (open !== null) this.#application.show(open);
  }

  async #keepOpen(): Promise<number> {
    const { stopped, complain } = this.#around;
    const limit = new ReopenLimit();
    for (;;) {
      this.#opening = openPatiently(this.#windowOptions);
      const window = await Promise.race([this.#opening, stopped]);
      if (window === undefined) return 0;
      this.#window = window;
      if (limit.wasUsed) window.push({ name: 'notice', value: { text: reloadedNotice } });

      const end = await Promise.race([window.ended, stopped]);
      if (end === undefined || end === 'closed') return 0;
      this.#window = null;
      await window.close();
      if (!limit.allows(Date.now())) {
        complain('The window stopped working twice within a minute, so Tally ends.');
        return 1;
      }
      complain(reloadedNotice);
    }
  }

  /** Also a window that is still being opened. */
  async #closeWindow(): Promise<void> {
    const window = await this.#opening?.catch(() => null);
    await window?.close();
  }
}

const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);

/** A browser that was just killed may hold its profile for a moment longer. */
async function openPatiently(options: WindowOptions): Promise<AppWindow> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await AppWindow.open(options);
    } catch (error) {
      const isInUse = error instanceof Error && error.message.includes('already in use');
      if (!isInUse || attempt === 9) throw error;
      await delay(attempt * 200);
    }
  }
}

/** The driver's messages go on with a call log of many lines. */
function firstLine(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return said.split('\n', 1)[0]?.slice(0, 300) ?? '';
}
