import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findBrowser } from './find-browser.ts';
import { openLink } from './links.ts';
import { ReopenLimit } from './running.ts';
import { prepareBrowserProfile, prepareUserDataDir, usualUserDataDir } from './user-data.ts';
import { type Place, keepPlace, placeOn, readPlace } from './window-place.ts';

const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tally-places-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
};

describe('the browser', () => {
  const on = (platform: NodeJS.Platform, env: Record<string, string>, ...there: string[]) =>
    findBrowser({ platform, env, exists: (path) => there.includes(path) });

  it('is the one that TALLY_BROWSER names, and then no other', () => {
    const env = { TALLY_BROWSER: '/my/chrome', PATH: '/usr/bin' };
    expect(on('linux', env, '/my/chrome', '/usr/bin/chromium')).toBe('/my/chrome');
    expect(on('linux', env, '/usr/bin/chromium')).toBeNull();
  });

  it('is looked for where each platform keeps it', () => {
    expect(on('linux', { PATH: '/opt:/usr/bin' }, '/opt/chromium')).toBe('/opt/chromium');
    expect(on('linux', { PATH: '.:' }, './chromium', '/usr/bin/microsoft-edge')).toBe(
      '/usr/bin/microsoft-edge',
    );
    const edge = '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
    expect(on('darwin', { HOME: '/Users/x' }, edge)).toBe(edge);
    const chrome = 'C:\\Users\\x\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe';
    expect(on('win32', { LOCALAPPDATA: 'C:\\Users\\x\\AppData\\Local' }, chrome)).toBe(chrome);
    expect(on('linux', { PATH: '/usr/bin' })).toBeNull();
  });
});

describe('the user-data folder', () => {
  it('is where the platform wants it', () => {
    expect(usualUserDataDir('linux', {}, '/home/x')).toBe('/home/x/.config/tally');
    expect(usualUserDataDir('linux', { XDG_CONFIG_HOME: '/c' }, '/home/x')).toBe('/c/tally');
    expect(usualUserDataDir('linux', { XDG_CONFIG_HOME: 'c' }, '/h')).toBe('/h/.config/tally');
    expect(usualUserDataDir('darwin', {}, '/Users/x')).toBe(
      '/Users/x/Library/Application Support/Tally',
    );
    expect(usualUserDataDir('win32', { APPDATA: 'C:\\r' }, 'C:\\x')).toBe('C:\\r\\Tally');
  });

  it.skipIf(process.platform === 'win32')('is made for its owner only', () => {
    const dir = prepareUserDataDir(join(temporaryFolder(), 'a', 'b'));
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(statSync(prepareBrowserProfile(dir).dir).mode & 0o777).toBe(0o700);
  });

  it('gives way to a temporary profile where nothing can be written', () => {
    const file = join(temporaryFolder(), 'a file');
    writeFileSync(file, '');
    expect(prepareUserDataDir(file)).toBe(file);
    const { dir, remove } = prepareBrowserProfile(file);
    expect(statSync(dir).isDirectory()).toBe(true);
    remove();
    expect(() => statSync(dir)).toThrow();
  });
});

describe('the window’s place', () => {
  const displays = [
    { x: 0, y: 0, width: 1920, height: 1040 },
    { x: 1920, y: 0, width: 1280, height: 1000 },
  ];
  const left: Place = { x: 2000, y: 100, width: 1000, height: 700, maximized: true };

  it('is kept and read again', () => {
    const file = join(temporaryFolder(), 'window.json');
    expect(readPlace(file)).toBeNull();
    keepPlace(file, left);
    expect(readPlace(file)).toEqual(left);
    expect(readFileSync(file, 'utf8')).not.toBe('');
    keepPlace(join(file, 'not a folder'), left);
  });

  it.each(['', 'null', '[]', '{"x":1}', '{"x":0,"y":0,"width":1,"height":1}', '{"x":1e999}'])(
    'is forgotten when the file holds %j',
    (text) => {
      const file = join(temporaryFolder(), 'window.json');
      writeFileSync(file, text);
      expect(readPlace(file)).toBeNull();
    },
  );

  it('is as it was left, on a display that is still there, and never larger than it', () => {
    const { x, y, width, height } = left;
    expect(placeOn(displays, left)).toEqual({ x, y, width, height });
    expect(placeOn(displays.slice(0, 1), left)).toEqual({ width, height });
    expect(placeOn(displays, { ...left, y: -300 })).toEqual({ width, height });
    expect(placeOn(displays, { ...left, width: 5_000 })).toMatchObject({ width: 1280 });
    expect(placeOn(displays, null)).toEqual({ width: 1280, height: 860 });
  });
});

it('opens no link but https', async () => {
  await expect(openLink('file:///etc/passwd')).rejects.toThrow('Only https');
});

it('opens a window again at most once a minute', () => {
  const limit = new ReopenLimit();
  expect(limit.wasUsed).toBe(false);
  expect(limit.allows(1_000_000)).toBe(true);
  expect(limit.wasUsed).toBe(true);
  expect(limit.allows(1_059_999)).toBe(false);
  expect(limit.allows(1_060_000)).toBe(true);
});
