import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { keyringMissing } from '../src/main/keychain/private-keyring.ts';

const script = fileURLToPath(new URL('./with-keyring.mjs', import.meta.url));
const missing = keyringMissing();

/** @param {string[]} command */
const run = (...command) =>
  new Promise((resolve) => {
    execFile(process.execPath, [script, ...command], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, stdout, stderr });
    });
  });

/** The folder of the private bus, from its address. */
const folderIn = (text) => dirname(/unix:path=(\S+)/.exec(text)?.[1] ?? '');

describe('with-keyring', { timeout: 60_000 }, () => {
  it('passes the exit code on', async () => {
    expect(await run(process.execPath, '-e', 'process.exit(7)')).toMatchObject({ code: 7 });
    expect(await run(process.execPath, '-e', '0')).toMatchObject({ code: 0 });
  });

  it('says how it is used when no command is given', async () => {
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage:') });
  });

  it('says that a command can’t be started', async () => {
    expect(await run('/no/such/program')).toMatchObject({
      code: 127,
      stderr: expect.stringContaining('/no/such/program could not be started'),
    });
  });

  it.skipIf(missing !== null)(
    `gives the command a bus of its own and removes it after${missing ? ` (${missing})` : ''}`,
    async () => {
      const show = 'console.log(process.env.DBUS_SESSION_BUS_ADDRESS)';
      const { stdout } = await run(process.execPath, '-e', show);
      expect(folderIn(stdout)).toMatch(/tally-keyring-/);
      expect(existsSync(folderIn(stdout))).toBe(false);
    },
  );

  it.skipIf(missing !== null)('ends everything when it is told to end', async () => {
    const wait = 'console.log(process.env.DBUS_SESSION_BUS_ADDRESS); setInterval(() => {}, 1000)';
    const running = spawn(process.execPath, [script, process.execPath, '-e', wait]);
    const [address] = await once(running.stdout.setEncoding('utf8'), 'data');
    expect(existsSync(folderIn(address))).toBe(true);
    running.kill('SIGTERM');
    const [code] = await once(running, 'exit');
    expect(code).toBe(143);
    expect(existsSync(folderIn(address))).toBe(false);
  });
});
