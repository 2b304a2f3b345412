import { join } from 'node:path';
import {
  BrowserWindow,
  type IpcMainInvokeEvent,
  type NativeImage,
  dialog,
  ipcMain,
  nativeTheme,
  screen,
} from 'electron';
import type { PushMessage } from '../../shared/contract.ts';
import { callChannel, electronOrigin, pushChannel } from '../../shared/transport.ts';
import { isOwnAddress } from './guards.ts';
import { ReopenLimit, reloadedNotice } from './running.ts';
import { keepPlace, placeOn, readPlace, smallest } from './window-place.ts';

interface ElectronWindowOptions {
  readonly appDir: string;
  /** The file that remembers the window's size and place. */
  readonly placeFile: string;
  /** Answers a call of the page. */
  readonly call: (name: unknown, args: unknown) => Promise<unknown>;
  readonly quit: () => void;
}

/** The application's window in Electron. */
export class ElectronWindow {
  readonly #window: BrowserWindow;
  readonly #options: ElectronWindowOptions;
  readonly #limit = new ReopenLimit();

  constructor(options: ElectronWindowOptions) {
    this.#options = options;
    const left = readPlace(options.placeFile);
    this.#window = new BrowserWindow({
      ...placeOn(
        screen.getAllDisplays().map(({ workArea }) => workArea),
        left,
      ),
      minWidth: smallest.width,
      minHeight: smallest.height,
      show: false,
      title: 'Tally',
      icon: join(options.appDir, 'resources', 'icon.png'),
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#15171c' : '#ffffff',
      webPreferences: {
        preload: join(options.appDir, 'out', 'preload', 'electron.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: false,
        // A monitor goes on watching behind other windows.
        backgroundThrottling: false,
        autoplayPolicy: 'no-user-gesture-required',
      },
    });
    if (left?.maximized === true) this.#window.maximize();
    this.#watch();
    ipcMain.handle(callChannel, (event, name: unknown, args: unknown) => {
      if (!this.#isOwnCall(event)) throw new Error('Only the application’s own page is answered.');
      return options.call(name, args);
    });
  }

  async load(): Promise<void> {
    await this.#window.loadURL(`${electronOrigin}/`);
  }

  push(message: PushMessage): void {
    if (!this.#window.isDestroyed()) this.#window.webContents.send(pushChannel, message);
  }

  bringToFront(): void {
    if (this.#window.isDestroyed()) return;
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  /** Only the fragment changes, so the page isn't loaded again. */
  async showAlarmsScreen(): Promise<void> {
    this.bringToFront();
    if (!this.#window.isDestroyed()) await this.#window.loadURL(`${electronOrigin}/#/alarms`);
  }

  /** Draws the eye to the window's button in the taskbar, until the window is gone to. */
  flash(): void {
    if (!this.#window.isDestroyed() && !this.#window.isFocused()) this.#window.flashFrame(true);
  }

  /** A small mark on the window's button in the taskbar of Windows, and what it means. */
  setOverlay(mark: NativeImage | null, meaning: string): void {
    if (!this.#window.isDestroyed()) this.#window.setOverlayIcon(mark, meaning);
  }

  keepPlace(): void {
    if (this.#window.isDestroyed()) return;
    const { x, y, width, height } = this.#window.getNormalBounds();
    const maximized = this.#window.isMaximized();
    keepPlace(this.#options.placeFile, { x, y, width, height, maximized });
  }

  #isOwnCall({ sender, senderFrame }: IpcMainInvokeEvent): boolean {
    return (
      sender === this.#window.webContents &&
      senderFrame !== null &&
      senderFrame.parent === null &&
      isOwnAddress(senderFrame.url, electronOrigin)
    );
  }

  #watch(): void {
    this.#window.once('ready-to-show', () => {
      this.#window.show();
    });
    this.#window.on('focus', () => {
      this.#window.flashFrame(false);
    });
    this.#window.on('close', () => {
      this.keepPlace();
    });
    this.#window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') void this.#loadAgain();
    });
  }

  /** At once the first time; the second time within a minute the producer decides. */
  async #loadAgain(): Promise<void> {
    if (!this.#limit.allows(Date.now())) {
      const { response } = await dialog.showMessageBox({
        type: 'error',
        message: 'The window stopped working twice within a minute.',
        buttons: ['Load again', 'Quit'],
        cancelId: 1,
      });
      if (response === 1) {
        this.#options.quit();
        return;
      }
    }
    if (this.#window.isDestroyed()) return;
    this.#window.webContents.once('did-finish-load', () => {
      this.push({ name: 'notice', value: { text: reloadedNotice } });
    });
    this.#window.webContents.reload();
  }
}
