import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readVersion } from './packages.mjs';
import { projectNode, root, run, say } from './run.mjs';

const folder = join(root, 'node_modules', 'electron');
const record = join(root, 'node_modules', '.cache', 'tally', 'electron-tried');
const limitMs = { start: 90_000, test: 90_000, electron: 30 * 60_000 };

export function hasElectron() {
  const program = programPath();
  return program !== null && existsSync(program);
}

/** Whether this version's binary was tried before, whatever came of it. */
export function wasElectronTried() {
  try {
    return readFileSync(record, 'utf8') === version();
  } catch {
    return false;
  }
}

/** Tries to get Electron's binary; without it Tally runs in an installed browser. */
export async function fetchElectron(goal) {
  const limit = limitMs[goal];
  say(`Fetching Electron ${version()}, for at most ${limit / 1000} s.`);
  const fetched = await run(projectNode, [join(folder, 'install.js')], { limitMs: limit });
  const reason = fetched.isLate
    ? `it took longer than ${limit / 1000} s`
    : fetched.code === 0
      ? await whyItCannotRun()
      : firstLine(fetched.output);
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, version());
  if (reason === null) return;
  rmSync(join(folder, 'path.txt'), { force: true });
  say(
    `Electron’s binary couldn’t be had (${reason}), so Tally runs in an installed browser. ` +
      'To try again: node scripts/setup.mjs electron',
  );
}

/** The binary may be there and lack a library of the system; it says so when it starts. */
async function whyItCannotRun() {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const { code, output } = await run(programPath(), ['--eval', '0'], { env, limitMs: 30_000 });
  return code === 0 ? null : firstLine(output);
}

function programPath() {
  try {
    return join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
  } catch {
    return null;
  }
}

const version = () => readVersion(join(folder, 'package.json'));
const firstLine = (output) => output.split('\n')[0] || 'it gave no reason';
