import { EventEmitter } from 'node:events';

/*
 * A stand-in for the `electron` module: it notes what it is told, and tests make
 * things happen by emitting Electron's events on it.
 */

type Decide = (granted: boolean) => void;
type Answer = (event: unknown, name: unknown, args: unknown) => unknown;

interface HeadersListener {
  readonly urls: readonly string[];
  readonly listener: (answer: object, go: (changed: object) => void) => void;
}

class FakeContents extends EventEmitter {
  sent: unknown[] = [];
  reloads = 0;
  openWindow: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });

  setWindowOpenHandler(handler: FakeContents['openWindow']): void {
    this.openWindow = handler;
  }
  send(...message: unknown[]): void {
    this.sent.push(message);
  }
  reload(): void {
    this.reloads++;
  }
}

class FakeRequest extends EventEmitter {
  readonly options: object;
  readonly headers: Record<string, string> = {};
  readonly did: string[] = [];

  constructor(options: object) {
    super();
    this.options = options;
  }
  setHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  abort = (): unknown => this.did.push('abort');
  end = (): unknown => this.did.push('end');
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new FakeContents();
  readonly options: { webPreferences: Record<string, unknown> } & Record<string, unknown>;
  readonly did: string[] = [];
  isGone = false;

  constructor(options: BrowserWindow['options']) {
    super();
    this.options = options;
    world.window = this;
    app.emit('web-contents-created', {}, this.webContents);
  }
  loadURL(url: string): Promise<void> {
    this.did.push(`load ${url}`);
    return Promise.resolve();
  }
  isDestroyed = (): boolean => this.isGone;
  isMinimized = (): boolean => true;
  isMaximized = (): boolean => true;
  maximize = (): unknown => this.did.push('maximize');
  restore = (): unknown => this.did.push('restore');
  show = (): unknown => this.did.push('show');
  focus = (): unknown => this.did.push('focus');
  isFocused = (): boolean => false;
  flashFrame = (on: boolean): unknown => this.did.push(`flash ${on}`);
  setOverlayIcon = (mark: unknown, meaning: string): unknown =>
    this.did.push(`overlay ${mark === null ? 'none' : 'mark'} ${meaning}`);
  getNormalBounds = (): object => ({ x: 10, y: 20, width: 1000, height: 700 });
}

interface MenuItem {
  readonly label?: string;
  readonly submenu?: unknown;
  readonly click?: () => void;
}

export class Tray extends EventEmitter {
  tooltip = '';
  menu: readonly MenuItem[] = [];
  isGone = false;

  constructor() {
    super();
    world.tray = this;
  }
  setToolTip = (tooltip: string): unknown => (this.tooltip = tooltip);
  setContextMenu = (menu: readonly MenuItem[]): unknown => (this.menu = menu);
  destroy = (): unknown => (this.isGone = true);
}

const image = { resize: () => image };
export const nativeImage = { createFromPath: () => image, createFromBitmap: () => image };

/** What tests look at, and what they set. */
export const world = {
  window: null as BrowserWindow | null,
  gotLock: true,
  exits: [] as number[],
  paths: {} as Record<string, string>,
  switches: {} as Record<string, string>,
  schemes: [] as { scheme: string; privileges: object }[],
  serve: null as ((request: { url: string }) => Promise<Response>) | null,
  answer: null as Answer | null,
  opened: [] as string[],
  menu: [] as MenuItem[],
  clipboard: '',
  /** Where the producer saves a file; null: the dialog is cancelled. */
  savePath: null as string | null,
  fetch: (_address: unknown, _init: unknown): Promise<Response> => Promise.reject(new Error('no')),
  /** The last that was made by hand. */
  request: null as FakeRequest | null,
  messageBoxAnswer: 0,
  permissionRequest: null as
    ((contents: unknown, permission: string, decide: Decide, details: object) => void) | null,
  permissionCheck: null as ((contents: unknown, name: string, origin: string) => boolean) | null,
  badge: 0,
  tray: null as Tray | null,
  /** What is done to answers that come from the filter's addresses; null: none are looked at. */
  headers: null as HeadersListener | null,
};

export const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  getVersion: () => '1.2.3',
  exit: (code: number) => world.exits.push(code),
  quit: () => app.emit('before-quit', { preventDefault: () => undefined }),
  setPath: (name: string, path: string) => (world.paths[name] = path),
  commandLine: {
    appendSwitch: (name: string, value: string) => (world.switches[name] = value),
  },
  requestSingleInstanceLock: () => world.gotLock,
  whenReady: () => Promise.resolve(),
  setBadgeCount: (count: number) => (world.badge = count),
});

export const protocol = {
  registerSchemesAsPrivileged: (schemes: typeof world.schemes) => (world.schemes = schemes),
  handle: (_scheme: string, serve: typeof world.serve) => (world.serve = serve),
};

const defaultSession = Object.assign(new EventEmitter(), {
  setPermissionRequestHandler: (handler: typeof world.permissionRequest) =>
    (world.permissionRequest = handler),
  setPermissionCheckHandler: (handler: typeof world.permissionCheck) =>
    (world.permissionCheck = handler),
  setDevicePermissionHandler: () => undefined,
  webRequest: {
    onHeadersReceived: (
      filter: { urls: string[] } | null,
      listener?: HeadersListener['listener'],
    ) =>
      (world.headers =
        filter === null || listener === undefined ? null : { urls: filter.urls, listener }),
  },
});
export const session = { defaultSession };

export const ipcMain = {
  handle: (_channel: string, answer: Answer) => (world.answer = answer),
};
export const Menu = {
  buildFromTemplate: (template: typeof world.menu) => template,
  setApplicationMenu: (menu: typeof world.menu) => (world.menu = menu),
};
export const dialog = {
  showMessageBox: () => Promise.resolve({ response: world.messageBoxAnswer }),
  showSaveDialog: () =>
    Promise.resolve({ canceled: world.savePath === null, filePath: world.savePath ?? '' }),
};
export const nativeTheme = { shouldUseDarkColors: true };
export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
};
export const shell = {
  openExternal: (url: string) => {
    world.opened.push(url);
    return Promise.resolve();
  },
};
export const clipboard = {
  writeText: (text: string) => {
    world.clipboard = text;
    return Promise.resolve();
  },
  readText: () => Promise.resolve(world.clipboard),
  clear: () => (world.clipboard = ''),
};
export const net = {
  fetch: (address: unknown, init: unknown) => world.fetch(address, init),
  request: (options: object) => {
    world.request = new FakeRequest(options);
    return world.request;
  },
};

/** Emits an Electron event that a listener may prevent; whether one did. */
export function isPrevented(emitter: EventEmitter, name: string, details: object = {}): boolean {
  let prevented = false;
  emitter.emit(name, { ...details, preventDefault: () => (prevented = true) });
  return prevented;
}
