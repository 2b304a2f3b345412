import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock } from './lock.mjs';

let folder;
let file;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-lock-'));
  file = join(folder, 'deep', 'setup.lock');
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('two set-ups do their work one after the other, and the second says that it waits', async () => {
  const done = [];
  const work = (name) => async () => {
    done.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    done.push(`${name} ends`);
  };
  await Promise.all([withLock(file, work('first')), withLock(file, work('second'))]);
  expect(done).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  expect(console.log).toHaveBeenCalledExactlyOnceWith(
    'Another set-up is at work here: waiting for it.',
  );
});

test('the lock goes when the work fails', async () => {
  const failing = withLock(file, () => Promise.reject(new Error('no network')));
  await expect(failing).rejects.toThrow('no network');
  expect(existsSync(file)).toBe(false);
});

test('the lock of a process that is gone holds nobody up', async () => {
  await withLock(file, () => {});
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(file, String(pid));
  expect(await withLock(file, () => 'worked')).toBe('worked');
  expect(console.log).not.toHaveBeenCalled();
});

test('a lock without a sign of life for long is another process’s number by now', async () => {
  await withLock(file, () => {});
  writeFileSync(file, String(process.ppid));
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(file, longAgo, longAgo);
  expect(await withLock(file, () => 'worked')).toBe('worked');
});
