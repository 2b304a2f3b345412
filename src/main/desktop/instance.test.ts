import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { claimInstance } from './instance.ts';
import { ProcessLines } from './testing/process-lines.ts';

vi.setConfig({ testTimeout: 30_000 });

const script = join(import.meta.dirname, 'testing', 'claiming-process.ts');
const started: ProcessLines[] = [];
let dir = '';

const claim = (folder = dir, id = ''): ProcessLines => {
  const process = new ProcessLines(script, folder, id);
  started.push(process);
  return process;
};

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tally-instance-'));
});

afterEach(async () => {
  for (const { child, exit } of started.splice(0)) {
    child.kill('SIGKILL');
    await exit;
  }
  rmSync(dir, { recursive: true });
});

it('lets one of many simultaneous starts be the first, and tells it of the others', async () => {
  const starts = ['a', 'b', 'c', 'd'].map((id) => claim(dir, id));
  const outcomes = await Promise.all(
    starts.map(async (start) => ({ start, outcome: await start.line(/^(first|told|silent)$/) })),
  );
  const firsts = outcomes.filter(({ outcome }) => outcome === 'first');
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['first', 'told', 'told', 'told']);
  const asked = [1, 2, 3].map(async () => firsts[0]?.start.line('asked'));
  expect(new Set(await Promise.all(asked)).size).toBe(3);
});

it('is free again at once after the first was killed', async () => {
  const killed = claim();
  await killed.line('first');
  killed.child.kill('SIGKILL');
  await killed.exit;
  await claim().line('first');
});

it('waits for one that is just ending', async () => {
  const ending = claim();
  await ending.line('first');
  const outcome = claimInstance(dir, null, () => undefined, 5_000);
  ending.child.stdin?.end();
  const claimed = await outcome;
  // Whether it was still told, or took over, is a matter of moments; both may not run.
  expect(['first', 'told']).toContain(claimed.kind);
  expect(await ending.exit).toBe(0);
  if (claimed.kind === 'first') claimed.release();
});

it('works in a folder whose path is too long for a socket', async () => {
  const long = join(dir, 'x'.repeat(120));
  mkdirSync(long);
  const first = claim(long);
  await first.line('first');
  await claim(long, 'é').line('told');
  expect(await first.line('asked')).toBe('asked {"kind":"live","id":"é"}');
});

it('works where the folder can’t be written', async () => {
  const noFolder = join(dir, 'a file');
  writeFileSync(noFolder, '');
  const first = claim(noFolder);
  await first.line('first');
  await claim(noFolder, 'x').line('told');
  expect(await first.line('asked')).toContain('"x"');
});

it.skipIf(process.platform === 'win32')('keeps others away from its socket', async () => {
  await claim().line('first');
  await expect
    .poll(() => statSync(join(dir, 'instance.sock')).mode & 0o777, {
      interval: 10,
      timeout: 10_000,
    })
    .toBe(0o600);
});

it.skipIf(process.platform === 'win32')('survives nonsense on its socket', async () => {
  const first = claim();
  await first.line('first');
  for (const nonsense of ['\n', 'null\n', '{"open":"x"', 'x'.repeat(100_000), '{}\n']) {
    await new Promise<void>((resolve) => {
      const connection = connect(join(dir, 'instance.sock'));
      connection
        .on('error', () => undefined)
        .on('close', () => {
          resolve();
        });
      connection.end(nonsense);
      connection.resume();
    });
  }
  await claim(dir, 'x').line('told');
  expect(await first.line('asked')).toBe('asked {"kind":"live","id":"x"}');
  expect(first.lines).toEqual([]);
});
