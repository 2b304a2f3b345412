import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from './run.mjs';

const beatMs = 2_000;
const silentForMs = 30_000;

/** Does `work` while no other process that asks for the same lock file does its own. */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let waited = false; !take(file); waited = true) {
    if (!waited) say('Another set-up is at work here: waiting for it.');
    await delay(200);
  }
  const isMine = () => existsSync(file) && Number(readFileSync(file, 'utf8')) === process.pid;
  const beat = setInterval(() => {
    const now = new Date();
    if (isMine()) utimesSync(file, now, now);
  }, beatMs);
  const release = () => {
    if (isMine()) rmSync(file, { force: true });
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  return isStale(file) && setAside(file) && take(file);
}

/** Its process is gone, or hasn't shown a sign of life for long: then the number is another's. */
function isStale(file) {
  try {
    const ageMs = Date.now() - statSync(file).mtimeMs;
    const holder = Number(readFileSync(file, 'utf8'));
    if (ageMs > silentForMs) return true;
    // It was made a moment ago and isn't written yet.
    if (holder === 0) return ageMs > beatMs;
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** By renaming: of several that find the lock stale, one gets it. */
function setAside(file) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    rmSync(aside);
    return true;
  } catch {
    return false;
  }
}
