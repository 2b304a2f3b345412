import { Menu, Tray, app, nativeImage } from 'electron';
import type { ElectronWindow } from './electron-window.ts';

interface ElectronAlarmsOptions {
  readonly iconFile: string;
  readonly platform: NodeJS.Platform;
  readonly window: () => ElectronWindow | null;
  readonly quit: () => void;
}

const trayHeight = 22;

/** Raised alarms in the tray, on the application's icon, and on the window in the taskbar. */
export class ElectronAlarms {
  readonly #options: ElectronAlarmsOptions;
  readonly #tray: Tray;
  #count = 0;

  /** To be built once Electron is ready. */
  constructor(options: ElectronAlarmsOptions) {
    const { iconFile, quit, window } = options;
    const show = (): void => window()?.bringToFront();
    this.#options = options;
    this.#tray = new Tray(nativeImage.createFromPath(iconFile).resize({ height: trayHeight }));
    this.#tray.setToolTip(tooltipOf(0, ''));
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Show Tally', click: show },
        { label: 'Alarms', click: () => void window()?.showAlarmsScreen() },
        { type: 'separator' },
        { label: 'Quit', click: quit },
      ]),
    );
    this.#tray.on('click', show);
  }

  /** `sentence` tells the worst of them. */
  show(count: number, sentence: string): void {
    const isMore = count > this.#count;
    this.#count = count;
    this.#tray.setToolTip(tooltipOf(count, sentence));
    app.setBadgeCount(count);
    const window = this.#options.window();
    if (this.#options.platform === 'win32')
      window?.setOverlay(count === 0 ? null : redDisc(), tooltipOf(count, sentence));
    if (isMore) window?.flash();
  }

  remove(): void {
    this.#tray.destroy();
  }
}

const tooltipOf = (count: number, sentence: string): string =>
  count === 0 ? 'Tally: no alarms' : `Tally: ${sentence}`;

/** The mark that Windows lays over the icon in the taskbar: 16 by 16 pixels, as blue, green, red, alpha. */
function redDisc(): Electron.NativeImage {
  const size = 16;
  const middle = (size - 1) / 2;
  const pixels = Buffer.alloc(size * size * 4);
  for (let at = 0; at < size * size; at += 1) {
    const fromMiddle = Math.hypot((at % size) - middle, Math.floor(at / size) - middle);
    if (fromMiddle <= middle) pixels.writeUInt32BE(0x38_45_ff_ff, at * 4);
  }
  return nativeImage.createFromBitmap(pixels, { width: size, height: size });
}
