import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError, excerpt, run, say } from './run.mjs';

/*
 * What Tally needs of the system. The places of browsers are those of
 * src/main/desktop/find-browser.ts, which a Node before 22.18 can't import.
 */

const { platform, env } = process;
const isLinux = platform === 'linux';
const isRoot = isLinux && process.getuid() === 0;

const browser = { name: 'Chromium, Chrome or Edge', isThere: hasBrowser };
const secretLibrary = { name: 'libsecret', isThere: () => hasLibrary('libsecret-1.so.0') };
const program = (name) => ({ name, isThere: () => onPath(name) });
const forTests = ['gnome-keyring-daemon', 'dbus-run-session', 'Xvfb', 'xauth', 'ffmpeg'].map(
  program,
);

// Chromium brings fonts along on Debian.
const packagesOf = {
  'apt-get': {
    [browser.name]: isUbuntu() ? 'chromium-browser' : 'chromium',
    [secretLibrary.name]: 'libsecret-1-0',
    'gnome-keyring-daemon': 'gnome-keyring',
    'dbus-run-session': 'dbus',
    Xvfb: 'xvfb',
    xauth: 'xauth',
    ffmpeg: 'ffmpeg',
  },
  dnf: {
    [browser.name]: 'chromium',
    [secretLibrary.name]: 'libsecret',
    'gnome-keyring-daemon': 'gnome-keyring',
    'dbus-run-session': 'dbus-daemon',
    Xvfb: 'xorg-x11-server-Xvfb',
    xauth: 'xorg-x11-xauth',
    ffmpeg: 'ffmpeg-free',
  },
  pacman: {
    [browser.name]: 'chromium',
    [secretLibrary.name]: 'libsecret',
    'gnome-keyring-daemon': 'gnome-keyring',
    'dbus-run-session': 'dbus',
    Xvfb: 'xorg-server-xvfb',
    xauth: 'xorg-xauth',
    ffmpeg: 'ffmpeg',
  },
};
const commandOf = {
  'apt-get': 'apt-get update && sudo apt-get install --yes',
  dnf: 'dnf install',
  pacman: 'pacman -S',
};

/** Whether packages may be installed without asking: by root, on Debian or Ubuntu. */
export const canInstall = () => isRoot && onPath('apt-get');

/** The needs of a goal that the system doesn't meet. */
export function missingFromSystem(goal, withoutBrowser) {
  const needs = [
    ...(withoutBrowser && goal !== 'test' ? [] : [browser]),
    ...(isLinux ? [secretLibrary] : []),
    ...(isLinux && goal === 'test' ? forTests : []),
  ];
  return needs.filter(({ isThere }) => !isThere()).map(({ name }) => name);
}

/** Stops with the command to run where something is missing that can't be installed from here. */
export function requireSystem(goal, withoutBrowser) {
  const missing = missingFromSystem(goal, withoutBrowser);
  if (missing.length > 0) throw new SetupError(howToGet(missing));
}

export async function installSystemPackages(missing) {
  if (!canInstall()) throw new SetupError(howToGet(missing));
  const packages = missing.map((name) => packagesOf['apt-get'][name]);
  say(`Installing system packages: ${packages.join(', ')}.`);
  const patience = ['-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=300'];
  const options = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
  // What an interrupted installation left half done; one broken source must not stop the rest.
  await run('dpkg', ['--configure', '-a'], options);
  const updated = await run('apt-get', [...patience, 'update'], options);
  const install = ['install', '--yes', '--no-install-recommends', ...packages];
  const installed = await run('apt-get', [...patience, ...install], options);
  if (installed.code === 0) return;
  const reasons = [updated, installed].filter(({ code }) => code !== 0);
  throw new SetupError(
    `apt-get could not install them:\n${reasons.map(({ output }) => excerpt(output)).join('\n')}`,
  );
}

function howToGet(missing) {
  const needed = `Tally needs what isn’t installed here: ${missing.join('; ')}.`;
  const manager = Object.keys(commandOf).find((name) => isLinux && onPath(name));
  if (manager === undefined)
    return `${needed} Install it, then start again; TALLY_BROWSER can name a browser’s program.`;
  const packages = missing.map((name) => packagesOf[manager][name]).join(' ');
  return `${needed} Install it with this command, then start again:\n\n    sudo ${commandOf[manager]} ${packages}\n`;
}

function hasBrowser() {
  if (env.TALLY_BROWSER) return existsSync(env.TALLY_BROWSER);
  if (platform === 'darwin')
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].some((app) =>
      ['/Applications', join(env.HOME ?? '/', 'Applications')].some((folder) =>
        existsSync(`${folder}/${app}.app/Contents/MacOS/${app}`),
      ),
    );
  if (platform === 'win32')
    return ['Google\\Chrome', 'Chromium', 'Microsoft\\Edge'].some((app) =>
      [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].some((folder) =>
        ['chrome.exe', 'msedge.exe'].some((name) =>
          existsSync(join(folder ?? '', app, 'Application', name)),
        ),
      ),
    );
  return [
    'google-chrome-stable',
    'google-chrome',
    'chromium',
    'chromium-browser',
    'microsoft-edge-stable',
    'microsoft-edge',
  ].some(onPath);
}

function onPath(name) {
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return folders.some((folder) => folder.startsWith('/') && existsSync(join(folder, name)));
}

/** Debian and its kin keep libraries in a folder for each architecture. */
function hasLibrary(name) {
  const roots = ['/usr/lib', '/usr/lib64', '/lib', '/lib64', '/usr/local/lib'].filter(existsSync);
  const folders = roots.flatMap((folder) => [
    folder,
    ...readdirSync(folder)
      .filter((sub) => sub.includes('-linux-'))
      .map((sub) => join(folder, sub)),
  ]);
  return folders.some((folder) => existsSync(join(folder, name)));
}

function isUbuntu() {
  try {
    return /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}
