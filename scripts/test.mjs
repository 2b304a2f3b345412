// What `npm test` runs: the checks, the unit tests and the end-to-end specs, then one
// line with the sum. `npm run unit` and `npm run e2e` run a single suite.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import {
  countsOfPlaywright,
  countsOfVitest,
  isGood,
  sum,
  summary,
  withExitCode,
} from './test/counts.mjs';

const root = resolve(import.meta.dirname, '..');
const at = (...path) => join(root, ...path);
const vitest = at('node_modules/vitest/vitest.mjs');
const playwright = at('node_modules/playwright/cli.js');
const underKeyring = [process.execPath, at('scripts/with-keyring.mjs'), process.execPath];

if (process.argv.length > 2) {
  console.error('Usage: npm test. To choose: npm run unit -- FILTER, npm run e2e -- FILTER');
  process.exit(2);
}

const reports = mkdtempSync(join(tmpdir(), 'tally-test-'));
process.on('exit', () => {
  rmSync(reports, { recursive: true, force: true });
});

const children = new Set();
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    isStopped = true;
    for (const child of children) child.kill(signal);
  });

const counts = [];
for (const suite of [checks, unit, endToEnd]) if (!isStopped) counts.push(await suite());
if (isStopped) process.exit(1);

const total = sum(counts);
console.log(summary(total));
process.exit(isGood(total) ? 0 : 1);

/** Each script that `npm run check` is made of counts as one; two run at a time. */
async function checks() {
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const waiting = Object.keys(scripts).filter((name) => name.startsWith('check:'));
  const outcomes = [];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { code, output } = await run([scripts[name]], { shell: true, stdio: 'pipe' });
      console.log(`${code === 0 ? 'ok' : 'FAILED'} ${name}`);
      if (code !== 0) console.log(output);
      outcomes.push({ passed: Number(code === 0), failed: Number(code !== 0), skipped: 0 });
    }
  };
  await Promise.all([work(), work()]);
  return sum(outcomes);
}

async function unit() {
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run([...underKeyring, vitest, 'run', ...reporters]);
  return withExitCode(read(file, countsOfVitest), code);
}

async function endToEnd() {
  const file = join(reports, 'playwright.json');
  const specs = [...underKeyring, playwright, 'test', '--reporter=list,json'];
  const { code } = await run([...display(), ...specs], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  return withExitCode(read(file, countsOfPlaywright), code);
}

/** What gives a screen to programs that need one, where there is none. */
function display() {
  const { DISPLAY, WAYLAND_DISPLAY, PATH = '' } = process.env;
  const isNeeded = process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY;
  const isThere = PATH.split(delimiter).some((folder) => existsSync(join(folder, 'xvfb-run')));
  return isNeeded && isThere ? ['xvfb-run', '--auto-servernum'] : [];
}

function run([command, ...args], { env = {}, shell = false, stdio = 'inherit' } = {}) {
  const path = [at('node_modules/.bin'), process.env.PATH].join(delimiter);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, PATH: path, ...env },
      shell,
      stdio: ['ignore', stdio, stdio],
    });
    children.add(child);
    let output = '';
    const keep = (text) => {
      output += text;
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    child.once('error', (error) => {
      keep(error.message);
      console.error(`${command} could not be started: ${error.message}`);
      resolve({ code: 127, output });
    });
    child.once('close', (code) => {
      children.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

function read(file, countsOf) {
  try {
    return countsOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
