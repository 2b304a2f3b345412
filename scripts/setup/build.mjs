import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { SetupError, excerpt, projectNode, root, run, say } from './run.mjs';

const sources = ['src', 'resources', 'electron.vite.config.ts', 'package-lock.json'];
const results = ['main/electron.js', 'main/chromium.js', 'preload/electron.cjs', 'renderer/index.html'];
const stamp = join(root, 'out', 'sources.sha256');

/** Whether out/ was made from the sources as they are. By content: a checkout may set any time. */
export function isBuilt() {
  return (
    results.every((file) => existsSync(join(root, 'out', file))) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprint()
  );
}

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
  for (const file of sources.flatMap((name) => filesOf(join(root, name))))
    hash.update(`${relative(root, file)}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function filesOf(path) {
  const [first] = [path].filter((one) => existsSync(one));
  if (first === undefined) return [];
  const entries = listed(path);
  if (entries === null) return [path];
  return entries
    .filter(({ name }) => !name.endsWith('.test.ts') && name !== 'testing')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)],
    );
}
