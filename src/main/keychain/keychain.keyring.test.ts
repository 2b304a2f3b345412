import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../shared/failure.ts';
import { Keychain } from './keychain.ts';
import { isKeyringLocked } from './keyring-lock.ts';
import { loadKeytar } from './keytar.ts';
import { keyringMissing, type PrivateKeyring, startKeyring } from './private-keyring.ts';

const missing = keyringMissing();
const reason = missing === null ? '' : ` (skipped: ${missing})`;
const secret = { token: 'tök"en\u0000 with 日本', dataKey: Buffer.alloc(32, 7) };
const failing = (trouble: string): unknown =>
  expect.objectContaining({ ok: false, failure: expect.objectContaining({ trouble }) as unknown });

function keychainIn(env: NodeJS.ProcessEnv, limitMs = 10_000): Keychain {
  return new Keychain(() => loadKeytar(env), {
    limitMs,
    isLocked: () => isKeyringLocked(env, 5_000),
  });
}

describe.skipIf(missing !== null)(
  `Keychain with a real gnome-keyring${reason}`,
  { timeout: 60_000 },
  () => {
    let keyring: PrivateKeyring;
    let env: NodeJS.ProcessEnv;
    let keychain: Keychain;

    beforeEach(async () => {
      keyring = await startKeyring();
      env = { ...process.env, ...keyring.env };
      keychain = keychainIn(env);
    }, 60_000);

    afterEach(async () => {
      await keyring.stop();
    });

    it('writes, reads and removes an item', async () => {
      expect(await keychain.read('one')).toEqual(ok(null));
      expect(await keychain.write('one', secret)).toEqual(ok(undefined));
      expect(await keychain.read('one')).toEqual(ok(secret));
      expect(await keychain.read('two')).toEqual(ok(null));
      expect(await keychain.remove('one')).toEqual(ok(undefined));
      expect(await keychain.read('one')).toEqual(ok(null));
    });

    it('keeps the longest token', async () => {
      const long = { ...secret, token: 'é'.repeat(8_192) };
      expect(await keychain.write('one', long)).toEqual(ok(undefined));
      expect(await keychain.read('one')).toEqual(ok(long));
    });

    it('tells a locked keyring from a missing item, and goes on once it is unlocked', async () => {
      await keychain.write('one', secret);
      await keyring.lock();
      expect(await keychain.read('one')).toEqual(failing('locked'));
      expect(await keychain.read('never written')).toEqual(failing('locked'));
      expect(await keychain.write('one', secret)).toEqual(failing('locked'));
      expect(await keychain.remove('one')).toEqual(failing('locked'));
      await keyring.unlock();
      expect(await keychain.read('one')).toEqual(ok(secret));
    });

    it('finds a keyring locked that was never unlocked since its start', async () => {
      await keychain.write('one', secret);
      await keyring.kill();
      await keyring.start('locked');
      expect(await keychain.read('one')).toEqual(failing('locked'));
      await keyring.unlock();
      expect(await keychain.read('one')).toEqual(ok(secret));
    });

    it('says that there is no service, and goes on once it was started again', async () => {
      await keychain.write('one', secret);
      await keyring.kill();
      expect(await keychain.read('one')).toEqual(failing('no-service'));
      expect(await keychain.write('one', secret)).toEqual(failing('no-service'));
      await keyring.start();
      expect(await keychain.read('one')).toEqual(ok(secret));
    });

    it('says that a stopped service is frozen, without holding up this process, and goes on after', async () => {
      await keychain.write('one', secret);
      const hasty = keychainIn(env, 1_500);
      keyring.freeze();
      let ticks = 0;
      const ticking = setInterval(() => (ticks += 1), 50);
      expect(await hasty.read('one')).toEqual(fail({ kind: 'keychain', trouble: 'frozen' }));
      clearInterval(ticking);
      expect(ticks).toBeGreaterThan(5);
      expect(await hasty.write('one', secret)).toEqual(failing('frozen'));
      keyring.thaw();
      expect(await keychain.read('one')).toEqual(ok(secret));
      expect((await hasty.read('one')).ok).toBe(true);
    });

    it('lets the program end while a call is stuck, and leaves no process behind', async () => {
      keyring.freeze();
      const program = `
      const { loadKeytar } = await import(${JSON.stringify(new URL('./keytar.ts', import.meta.url).href)});
      void (await loadKeytar()).getPassword('Tally', 'one');
      const { readFileSync } = await import('node:fs');
      const helpers = () => readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim();
      setTimeout(() => { console.log(helpers()); process.exit(5); }, 500);`;
      const ending = spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env,
      });
      let said = '';
      ending.stdout.setEncoding('utf8').on('data', (part: string) => (said += part));
      const [code] = (await once(ending, 'close')) as [number];
      expect(code).toBe(5);
      expect(said.trim()).toMatch(/^\d+$/);
      await expect.poll(() => isRunning(Number(said)), { timeout: 10_000 }).toBe(false);
    });

    it('says that there is no bus when the session has ended', async () => {
      await keychain.write('one', secret);
      await keyring.stop();
      expect(await keychain.read('one')).toEqual(failing('no-bus'));
    });
  },
);

describe.skipIf(missing !== null)(
  `Keychain without a keyring${reason}`,
  { timeout: 60_000 },
  () => {
    it.each(['', 'rubbish', 'unix:path=/nowhere/at/all'])(
      'says that there is no bus at “%s”',
      async (address) => {
        const env: NodeJS.ProcessEnv = {
          ...process.env,
          DBUS_SESSION_BUS_ADDRESS: address,
          XDG_RUNTIME_DIR: '/nowhere',
          DISPLAY: '',
        };
        expect(await keychainIn(env).read('one')).toEqual(failing('no-bus'));
      },
    );

    it('says that there is no service on a bus without one, until one is started', async () => {
      const keyring = await startKeyring({ withService: false });
      try {
        const keychain = keychainIn({ ...process.env, ...keyring.env });
        expect(await keychain.read('one')).toEqual(failing('no-service'));
        await keyring.start();
        expect(await keychain.write('one', secret)).toEqual(ok(undefined));
      } finally {
        await keyring.stop();
      }
    });
  },
);

/** A process that ended but wasn't collected by its parent yet (state Z) counts as ended. */
function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
