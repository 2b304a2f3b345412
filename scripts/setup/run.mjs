import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
export const isWindows = process.platform === 'win32';

/** The Node that runs everything but the set-up: that of the package `node`. */
export const projectNode = join(root, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node');

/** What the set-up can't put right by itself, in words for whoever started it. */
export class SetupError extends Error {}

export const say = (line) => {
  console.log(line);
};

const children = new Set();

/** Runs a program to its end with its output kept for `SetupError`s; `limitMs` kills it. */
export function run(command, args, { env = process.env, limitMs, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what the program started can be ended with it.
      detached: !isWindows,
      windowsHide: true,
    });
    children.add(child);
    let output = '';
    let isLate = false;
    const keep = (text) => {
      output = (output + text).slice(-20_000);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const limit = setTimeout(
      () => {
        isLate = true;
        end(child, 'SIGKILL');
      },
      limitMs ?? 2 ** 31 - 1,
    );
    const done = (code) => {
      clearTimeout(limit);
      children.delete(child);
      resolve({ code, output: output.trim(), isLate });
    };
    child.once('error', (error) => {
      keep(error.message);
      done(127);
    });
    child.once('close', (code) => {
      done(code ?? 1);
    });
  });
}

/** Ends this program, and first what it runs, when it is told to end. */
export function endChildrenOnSignals() {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])
    process.on(signal, () => {
      process.exitCode = code;
      for (const child of children) end(child, signal);
      // The programs get a moment to leave things in order; what is half done is done again.
      const poll = setInterval(() => {
        if (children.size === 0) process.exit(code);
      }, 20);
      setTimeout(() => {
        clearInterval(poll);
        for (const child of children) end(child, 'SIGKILL');
        process.exit(code);
      }, 10_000);
    });
}

function end(child, signal) {
  try {
    if (isWindows) spawn('taskkill', ['/pid', String(child.pid), '/t', '/f']);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}

/** A program's output, indented: all of it, or the first and the last lines. */
export function excerpt(output) {
  const lines = output.split('\n');
  const shown = lines.length <= 24 ? lines : [...lines.slice(0, 8), '…', ...lines.slice(-15)];
  return shown.map((line) => `    ${line}`).join('\n');
}
