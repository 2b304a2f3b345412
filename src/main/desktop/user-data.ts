import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, resolve, win32 } from 'node:path';

/** The folder where the platform wants an application's data. */
export function usualUserDataDir(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Tally');
  if (platform === 'win32')
    return win32.join(env['APPDATA'] ?? win32.join(home, 'AppData', 'Roaming'), 'Tally');
  const config = env['XDG_CONFIG_HOME'] ?? '';
  return posix.join(posix.isAbsolute(config) ? config : posix.join(home, '.config'), 'tally');
}

/** Makes the folder if it can, for its owner only. The application says when it can't. */
export function prepareUserDataDir(dir: string): string {
  const path = resolve(dir);
  makeWritable(path);
  return path;
}

/** A browser that finds less for its profile doesn't start, or falls over later. */
const leastForProfileBytes = 32 * 1024 * 1024;

/** The browser's own folder in the user data; a temporary one where nothing can be written. */
export function prepareBrowserProfile(userDataDir: string): { dir: string; remove: () => void } {
  const dir = join(userDataDir, 'browser');
  if (makeWritable(dir) && hasRoom(dir)) return { dir, remove: () => undefined };
  const temporary = mkdtempSync(join(tmpdir(), 'tally-browser-'));
  const remove = (): void => {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  };
  return { dir: temporary, remove };
}

function hasRoom(dir: string): boolean {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize >= leastForProfileBytes;
}

function makeWritable(dir: string): boolean {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
