import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { downloadsFolder, saveFile } from './save-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-save-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('writes beside a file of the same name, for its owner only', async () => {
  const first = await saveFile('history.csv', 'one', folder);
  const second = await saveFile('history.csv', 'two', folder);
  expect(second).toBe(join(folder, 'history (2).csv'));
  expect([first, second].map((path) => readFileSync(path, 'utf8'))).toEqual(['one', 'two']);
  expect(statSync(first).mode & 0o777).toBe(0o600);
});

test('rejects what the disk refuses', async () => {
  await expect(saveFile('history.csv', '', join(folder, 'none'))).rejects.toThrow('ENOENT');
});

test('takes the folder that the desktop names, else the home folder', () => {
  expect(downloadsFolder({ XDG_DOWNLOAD_DIR: folder }, '/nowhere')).toBe(folder);
  expect(downloadsFolder({ XDG_DOWNLOAD_DIR: join(folder, 'none') }, folder)).toBe(folder);
});
