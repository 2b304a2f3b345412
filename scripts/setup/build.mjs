import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, excerpt, projectNode, root, run, say } from './run.mjs';

const folders = ['src', 'resources'];
const files = ['electron.vite.config.ts', 'package-lock.json'];
const results = [
  'main/electron.js',
  'main/chromium.js',
  'preload/chromium.cjs',
  'renderer/index.html',
];
const stamp = join(root, 'out', 'sources.sha256');

/** Whether out/ was made from the sources as they are. By content: a checkout sets any time. */
export const isBuilt = () =>
  results.every((file) => existsSync(join(root, 'out', file))) &&
  existsSync(stamp) &&
  readFileSync(stamp, 'utf8') === fingerprint();

export async function build() {
  say('Building the application.');
  const made = fingerprint();
  rmSync(stamp, { force: true });
  const program = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const { code, output } = await run(projectNode, [program, 'build', '--logLevel', 'warn']);
  if (code !== 0) throw new SetupError(`The build failed:\n${excerpt(output)}`);
  writeFileSync(stamp, made);
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const file of [...folders.flatMap(filesOf), ...files].sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

const filesOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
