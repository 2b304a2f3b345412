import { posix, win32 } from 'node:path';

interface Computer {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exists: (path: string) => boolean;
}

/**
 * The program of an installed Chrome, Chromium or Edge, or of the one that
 * TALLY_BROWSER names; null when there is none.
 */
export function findBrowser({ platform, env, exists }: Computer): string | null {
  const named = env['TALLY_BROWSER'];
  if (named !== undefined && named !== '') return exists(named) ? named : null;
  return placesOf(platform, env).find((place) => exists(place)) ?? null;
}

function placesOf(platform: NodeJS.Platform, env: Computer['env']): string[] {
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    const roots = ['/Applications', posix.join(env['HOME'] ?? '/', 'Applications')];
    return apps.flatMap((app) => roots.map((root) => `${root}/${app}.app/Contents/MacOS/${app}`));
  }
  if (platform === 'win32') {
    const roots = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap(
      (n) => env[n] ?? [],
    );
    const programs = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ];
    return programs.flatMap((program) => roots.map((root) => win32.join(root, program)));
  }
  const programs = [
    'google-chrome-stable',
    'google-chrome',
    'chromium',
    'chromium-browser',
    'microsoft-edge-stable',
    'microsoft-edge',
  ];
  const folders = [...(env['PATH'] ?? '').split(posix.delimiter), '/usr/bin', '/usr/local/bin'];
  return programs.flatMap((program) =>
    folders.filter((folder) => folder.startsWith('/')).map((folder) => `${folder}/${program}`),
  );
}
