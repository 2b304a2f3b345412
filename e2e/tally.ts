import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { type HostName, type Running, launch } from './launch.ts';
import { AlarmsScreen } from './pages/alarms-screen.ts';
import { Commands } from './pages/commands.ts';
import { ConnectScreen } from './pages/connect-screen.ts';
import { HistoryScreen } from './pages/history-screen.ts';
import { LibraryPanel } from './pages/library-panel.ts';
import { LiveForm } from './pages/live-form.ts';
import { LiveScreen } from './pages/live-screen.ts';
import { OutboxScreen } from './pages/outbox-screen.ts';
import { PresetScreen } from './pages/preset-screen.ts';
import { ReviewDialog } from './pages/review-dialog.ts';
import { SettingsScreen } from './pages/settings-screen.ts';
import { VideoForm } from './pages/video-form.ts';
import { WallScreen } from './pages/wall-screen.ts';

/** The built application, running without a window, as a producer meets it. */
export class Tally {
  readonly userDataDir = mkdtempSync(join(tmpdir(), 'tally-e2e-'));
  readonly output: string[] = [];
  readonly #env: Record<string, string>;
  readonly #host: HostName;
  #running: Running | null = null;

  /** `env` is added to the environment of the application. */
  constructor(env: Readonly<Record<string, string>> = {}, host: HostName = 'chromium') {
    this.#env = { ...(process.env as Record<string, string>), ...env };
    this.#host = host;
  }

  get page(): Page {
    if (this.#running === null) throw new Error('Tally is not running.');
    return this.#running.page;
  }

  get connectScreen(): ConnectScreen {
    return new ConnectScreen(this.page);
  }

  get commands(): Commands {
    return new Commands(this.page);
  }

  get library(): LibraryPanel {
    return new LibraryPanel(this.page);
  }

  get live(): LiveScreen {
    return new LiveScreen(this.page);
  }

  get liveForm(): LiveForm {
    return new LiveForm(this.page);
  }

  get review(): ReviewDialog {
    return new ReviewDialog(this.page);
  }

  get videoForm(): VideoForm {
    return new VideoForm(this.page);
  }

  get preset(): PresetScreen {
    return new PresetScreen(this.page);
  }

  get outbox(): OutboxScreen {
    return new OutboxScreen(this.page);
  }

  get history(): HistoryScreen {
    return new HistoryScreen(this.page);
  }

  get alarms(): AlarmsScreen {
    return new AlarmsScreen(this.page);
  }

  get settings(): SettingsScreen {
    return new SettingsScreen(this.page);
  }

  get wall(): WallScreen {
    return new WallScreen(this.page);
  }

  get notices(): Locator {
    return this.page.getByRole('region', { name: 'Notices' });
  }

  async start(...options: string[]): Promise<void> {
    this.#running = await launch({
      host: this.#host,
      options: ['--user-data-dir', this.userDataDir, ...options],
      env: this.#env,
      onLine: (line) => this.output.push(line),
    });
    await this.page.setViewportSize({ width: 1360, height: 860 });
  }

  /** Ends the application as a producer does and gives its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const running = this.#running;
    this.#running = null;
    if (running === null) return null;
    await running.disconnect();
    const { process: child } = running;
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

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.userDataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
