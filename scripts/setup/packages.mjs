import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { SetupError, excerpt, isWindows, projectNode, root, run, say } from './run.mjs';

const at = (...path) => join(root, ...path);

/** Whether node_modules holds what the lock file names; npm writes its own record last. */
export function arePackagesInstalled() {
  const wanted = packagesOf(at('package-lock.json'));
  const installed = packagesOf(at('node_modules', '.package-lock.json'));
  return (
    installed !== null &&
    existsSync(projectNode) &&
    Object.entries(wanted ?? {}).every(
      ([place, { version, integrity, optional, devOptional }]) =>
        place === '' ||
        (place in installed
          ? installed[place].version === version && installed[place].integrity === integrity
          : optional || devOptional),
    )
  );
}

/** `npm ci`, where the script of the package `node` is the only one that runs. */
export async function installPackages() {
  say('Installing the packages of package-lock.json (npm ci): a minute or two.');
  // Windows can't remove the Node that runs, so there npm changes only what differs.
  const install = isWindows && existsSync(at('node_modules')) ? 'install' : 'ci';
  await npm(install, '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund');
  await npm('rebuild', 'node', '--ignore-scripts=false');
  if (isWindows) {
    writeFileSync(at('node_modules/.bin/node.cmd'), shim);
    writeFileSync(at('node_modules/.bin/exec.cmd'), '@%*\r\n');
  }

  const version = readVersion(at('node_modules/node/package.json'));
  const { output } = await run(projectNode, ['--version']);
  if (output !== `v${version}`)
    throw new SetupError(`The package node did not bring Node ${version}:\n${excerpt(output)}`);
}

// `exec` in the start script lets signals reach Node itself; Windows' shell doesn't know the word.
// npm made its own before the package knew that its program is node.exe.
const shim = '@"%~dp0\\..\\node\\bin\\node.exe" %*\r\n';

async function npm(...args) {
  const { npm_execpath: script = '', npm_node_execpath: node = process.execPath } = process.env;
  // Only what went wrong: warnings about the engines of packages say nothing about Node 24.
  const all = [...args, '--loglevel', 'error'];
  const options = { env: withoutProjectBin(process.env) };
  const { code, output } =
    basename(script) === 'npm-cli.js'
      ? await run(node, [script, ...all], options)
      : await run(isWindows ? 'npm.cmd' : 'npm', all, { ...options, shell: isWindows });
  if (code !== 0)
    throw new SetupError(
      `npm ${args[0]} failed; check the connection to the package registry:\n${excerpt(output)}`,
    );
}

/** npm replaces the folder, so it must not run by the Node that is in there. */
function withoutProjectBin(env) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = (env[name] ?? '').split(delimiter);
  const others = folders.filter((folder) => folder !== at('node_modules', '.bin'));
  return { ...env, [name]: others.join(delimiter) };
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

export const readVersion = (file) => JSON.parse(readFileSync(file, 'utf8')).version;
