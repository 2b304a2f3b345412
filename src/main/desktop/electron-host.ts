import { homedir } from 'node:os';
import { join } from 'node:path';
import { Menu, app, protocol, session } from 'electron';
import type { EntityRef } from '../../shared/entities.ts';
import { electronOrigin } from '../../shared/transport.ts';
import type { ApplicationApi, ApplicationOptions } from '../application-api.ts';
import type { Host } from '../host.ts';
import { type Options, exitWrongOptions, help, parseOptions, readRef, usage } from '../options.ts';
import { contentSecurityPolicy } from './csp.ts';
import { ElectronAlarms } from './electron-alarms.ts';
import { guardPages, guardSession } from './electron-guards.ts';
import { electronServices } from './electron-services.ts';
import { ElectronWindow } from './electron-window.ts';
import { claimInstance } from './instance.ts';
import { menuOf } from './menu.ts';
import { RendererFiles } from './renderer-files.ts';
import { alreadyRunning, answerCalls, endsWithinMs, readyLine, within } from './running.ts';
import { prepareUserDataDir, usualUserDataDir } from './user-data.ts';

type CreateApplication = (options: ApplicationOptions, host: Host) => ApplicationApi;

/** Runs the application in Electron; called while Electron's main script is loaded. */
export function runInElectron(appDir: string, create: CreateApplication): void {
  const asked = parseOptions(ownArguments(process.argv, app.isPackaged));
  switch (asked.kind) {
    case 'wrong':
      console.error(`${asked.message}\n${usage}`);
      return app.exit(exitWrongOptions);
    case 'help':
      console.log(help);
      return app.exit(0);
    case 'version':
      console.log(app.getVersion());
      return app.exit(0);
    case 'run':
      start(asked.options, appDir, create);
  }
}

/** Without the switches for Electron itself, which come before the application's folder. */
function ownArguments(argv: readonly string[], isPackaged: boolean): readonly string[] {
  if (isPackaged) return argv.slice(1);
  const folderAt = argv.findIndex((arg, index) => index > 0 && !arg.startsWith('-'));
  return folderAt < 0 ? [] : argv.slice(folderAt + 1);
}

function start(options: Options, appDir: string, create: CreateApplication): void {
  const userDataDir = prepareUserDataDir(
    options.userDataDir ?? usualUserDataDir(process.platform, process.env, homedir()),
  );
  app.setPath('userData', userDataDir);
  app.setPath('sessionData', join(userDataDir, 'browser'));
  if (options.remoteDebuggingPort !== null)
    app.commandLine.appendSwitch('remote-debugging-port', String(options.remoteDebuggingPort));
  if (!app.requestSingleInstanceLock({ open: options.open })) {
    console.log(alreadyRunning.told);
    return app.exit(0);
  }
  const { protocol: scheme } = new URL(electronOrigin);
  protocol.registerSchemesAsPrivileged([
    {
      scheme: scheme.slice(0, -1),
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
  guardPages(app);
  new ElectronHost(options, appDir, userDataDir, create).run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
}

class ElectronHost {
  readonly #options: Options;
  readonly #appDir: string;
  readonly #userDataDir: string;
  readonly #create: CreateApplication;
  #application: ApplicationApi | null = null;
  #window: ElectronWindow | null = null;
  #alarms: ElectronAlarms | null = null;
  #release: () => void = () => undefined;
  #isStopping = false;

  constructor(options: Options, appDir: string, userDataDir: string, create: CreateApplication) {
    this.#options = options;
    this.#appDir = appDir;
    this.#userDataDir = userDataDir;
    this.#create = create;
    app.on('second-instance', (_event, _argv, _folder, data) => {
      this.#show(typeof data === 'object' && data !== null && 'open' in data ? data.open : null);
    });
    app.on('window-all-closed', () => {
      app.quit();
    });
    app.on('before-quit', (event) => {
      event.preventDefault();
      void this.#stop();
    });
  }

  async run(): Promise<void> {
    // Electron's own lock doesn't know of a Tally in the other host.
    const claim = await claimInstance(this.#userDataDir, this.#options.open, (open) => {
      this.#show(open);
    });
    if (claim.kind !== 'first') {
      console.error(alreadyRunning[claim.kind]);
      app.exit(claim.kind === 'told' ? 0 : 1);
      return;
    }
    this.#release = claim.release;
    await app.whenReady();
    guardSession(session.defaultSession);
    this.#servePage();
    const version = app.getVersion();
    const { platform } = process;
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(menuOf({ version, platform, developing: !app.isPackaged })),
    );
    await this.#open(version);
  }

  #servePage(): void {
    const files = new RendererFiles(
      join(this.#appDir, 'out', 'renderer'),
      contentSecurityPolicy({ sandboxed: false }),
    );
    protocol.handle(new URL(electronOrigin).protocol.slice(0, -1), async ({ url }) => {
      const { status, headers, body } = await files.answer(url);
      return new Response(new Uint8Array(body), { status, headers });
    });
  }

  async #open(version: string): Promise<void> {
    const application = this.#create(
      {
        userDataDir: this.#userDataDir,
        resourcesDir: join(this.#appDir, 'resources'),
        version,
        demo: this.#options.demo,
        open: this.#options.open,
      },
      electronServices((count, sentence) => this.#alarms?.show(count, sentence)),
    );
    const window = new ElectronWindow({
      appDir: this.#appDir,
      placeFile: join(this.#userDataDir, 'window.json'),
      call: answerCalls(application, application.start(), () => {
        console.log(readyLine);
      }),
      quit: () => {
        app.quit();
      },
    });
    this.#application = application;
    this.#window = window;
    this.#alarms = new ElectronAlarms({
      iconFile: join(this.#appDir, 'resources', 'icon.png'),
      platform: process.platform,
      window: () => this.#window,
      quit: () => {
        app.quit();
      },
    });
    application.subscribe((message) => {
      window.push(message);
    });
    await window.load().catch((error: unknown) => {
      // A load that is cut short by the end of the application is none of its failures.
      if (!this.#isStopping) throw error;
    });
  }

  #show(open: unknown): void {
    this.#window?.bringToFront();
    const ref: EntityRef | null = readRef(open);
    if (ref !== null) this.#application?.show(ref);
  }

  async #stop(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#window?.keepPlace();
    if (this.#application !== null)
      await within(endsWithinMs, this.#application.stop(), console.error);
    this.#alarms?.remove();
    this.#release();
    app.exit(0);
  }
}
