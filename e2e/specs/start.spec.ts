import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { morningShow, rehearsal, studioB } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { updatesAt } from '../sent.ts';
import { Tally } from '../tally.ts';

const start = join(resolve(import.meta.dirname, '../..'), 'scripts', 'start.mjs');

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(...options: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [start, ...options], { stdio: 'pipe' });
  let out = '';
  let err = '';
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (err += String(text)));
  return new Promise((done) => {
    child.once('close', (code) => {
      done({ code, out, err });
    });
  });
}

/** The processes whose command line names a folder. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes(folder));
}

test('--version and --help answer and exit 0', async () => {
  expect(await run('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/\d+\.\d+/) });
  expect(await run('--help')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/--user-data-dir/),
  });
});

for (const options of [['--nonsense'], ['--host', 'netscape'], ['--open', 'nothing'], ['extra']])
  test(`${options.join(' ')} is an error with a usage line and exit code 2`, async () => {
    const { code, err } = await run(...options);
    expect(code).toBe(2);
    expect(err).toMatch(/usage/i);
  });

test('the demo opens at once on the entity that is on air, and ends with 0', async ({ host }) => {
  await using tally = new Tally({}, host);
  await tally.start('--demo');
  await expect(tally.live.heading('Morning show')).toBeVisible();
  await expect(tally.live.onAir).toBeVisible();
  const { userDataDir } = tally;
  expect(await tally.stop()).toBe(0);
  test.skip(process.platform !== 'linux', 'processes are counted by /proc');
  await expect.poll(() => processesOf(userDataDir)).toEqual([]);
});

test('--open shows an entity, and a second start shows another in the same window', async ({
  host,
}) => {
  await using tally = new Tally({}, host);
  await tally.start('--demo', '--open', `live/${rehearsal.id}`);
  await expect(tally.live.heading(rehearsal.name)).toBeVisible();
  test.skip(host === 'electron', 'the start script is what is tested here');
  const second = await run(
    ...['--host', 'chromium', '--headless', '--user-data-dir', tally.userDataDir],
    ...['--open', `live/${studioB.id}`],
  );
  expect(second.code).toBe(0);
  expect(second.out).toContain('already running');
  await expect(tally.live.heading(studioB.name)).toBeVisible();
});

test('a second start never works on the same outbox: what waits there is sent once', async ({
  host,
  service,
  tally,
}) => {
  test.skip(host === 'electron', 'the start script is what is tested here');
  test.setTimeout(120_000);
  const { liveForm, outbox, review } = tally;
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  await expect(tally.live.ingest).toContainText('rtmp://');
  await liveForm.open();
  await liveForm.description.fill('Once.');
  const clear = service.failApi({ kind: 'reset' });
  await liveForm.reviewButton.click();
  await expect(review.queueButton).toBeEnabled({ timeout: 30_000 });
  await review.queueButton.click();
  await outbox.open();
  await expect(outbox.items).toHaveCount(1);
  service.failApi({ kind: 'late', ms: 500 });
  const options = ['--host', 'chromium', '--headless', '--user-data-dir', tally.userDataDir];
  const seconds = [run(...options), run(...options)];
  clear();
  for (const second of await Promise.all(seconds)) {
    expect(second.code).toBe(0);
    expect(second.out).toContain('already running');
  }
  await expect(outbox.items).toHaveCount(0, { timeout: 60_000 });
  expect(updatesAt(service)).toEqual([{ description: 'Once.' }]);
});

test('ends with 0 on SIGINT', async ({ tally }) => {
  await expect(tally.connectScreen.heading).toBeVisible();
  expect(await tally.stop('SIGINT')).toBe(0);
});
