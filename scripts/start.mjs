// What `npm start` runs: reads the options, picks the host, and runs it until it ends.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { argumentsFor, exitWrongOptions, help, parseOptions, usage } from '../src/main/options.ts';

const appDir = resolve(import.meta.dirname, '..');

// A reader that goes away, as in `npm start | head`, is no reason to fall over.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

// npm hands a signal to the shell that it started, and that may die of it without a word to us.
if (process.env.npm_lifecycle_event === 'start') {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}

// Until a host listens, a signal ends with 0 all the same: nothing runs yet.
const endEarly = () => process.exit(0);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, endEarly);

process.exit(await start(process.argv.slice(2)));

async function start(args) {
  const asked = parseOptions(args);
  switch (asked.kind) {
    case 'wrong':
      console.error(`${asked.message}\n${usage}`);
      return exitWrongOptions;
    case 'help':
      console.log(help);
      return 0;
    case 'version':
      console.log(JSON.parse(readFileSync(join(appDir, 'package.json'), 'utf8')).version);
      return 0;
    case 'run':
      return run(asked.options);
  }
}

async function run(options) {
  const electron = electronProgram();
  const { host, reason } = choose(options, electron);
  if (host === null) {
    console.error(reason);
    return 1;
  }
  console.log(`Host: ${host}, ${reason}.`);
  const { runChromium } = host === 'electron' ? {} : await import('../out/main/chromium.js');
  const running = runChromium?.(options) ?? runElectron(electron, options);
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, endEarly);
  return running;
}

function choose({ host, headless }, electron) {
  if (host === 'electron' && electron === null)
    return { host: null, reason: 'Electron’s binary isn’t there; leave out --host electron.' };
  if (host !== null) return { host, reason: 'as asked' };
  if (headless) return { host: 'chromium', reason: 'since only it runs headless' };
  return electron === null
    ? { host: 'chromium', reason: 'since Electron’s binary isn’t there' }
    : { host: 'electron', reason: 'since its binary is there' };
}

/** Electron's installer names its program in path.txt once it has been unpacked. */
function electronProgram() {
  const folder = join(appDir, 'node_modules', 'electron');
  try {
    const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

function runElectron(program, options) {
  const isRoot = process.getuid?.() === 0;
  const switches = isRoot ? ['--no-sandbox'] : [];
  const child = spawn(program, [...switches, appDir, ...argumentsFor(options)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  return new Promise((ended) => {
    child.once('error', (error) => {
      console.error(`Electron could not be started: ${error.message}`);
      ended(1);
    });
    child.once('exit', (code) => ended(code ?? 1));
  });
}
