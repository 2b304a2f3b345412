import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A gnome-keyring of its own on a D-Bus of its own, for tests. */
export interface PrivateKeyring {
  /** What a program needs in its environment to use it. */
  readonly env: Readonly<Record<string, string>>;
  lock(): Promise<void>;
  unlock(): Promise<void>;
  /** Stops the daemon from answering, as a hung one would. */
  freeze(): void;
  thaw(): void;
  /** Ends the daemon as a crash does; the bus stays. */
  kill(): Promise<void>;
  /** Starts the daemon after `kill`, or where `withService` was false. */
  start(state?: 'unlocked' | 'locked'): Promise<void>;
  /** Ends everything and removes its files. */
  stop(): Promise<void>;
}

const programs = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'];
const password = 'not a secret';
const secrets = '/org/freedesktop/secrets';
const limitMs = 15_000;

/** Why there can be no private keyring on this machine, or null. */
export function keyringMissing(): string | null {
  if (process.platform !== 'linux') return 'gnome-keyring is for Linux';
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const missing = programs.filter((name) => !folders.some((folder) => isProgram(folder, name)));
  return missing.length === 0 ? null : `${missing.join(', ')} not installed`;
}

/**
 * Starts a bus and, unless `withService` is false, an unlocked keyring. Nothing of
 * the user's own session, keyring or home folder is touched. No unlock window can
 * appear: the bus starts no services by itself.
 */
export async function startKeyring({ withService = true } = {}): Promise<PrivateKeyring> {
  const folder = mkdtempSync(join(tmpdir(), 'tally-keyring-'));
  const runtime = join(folder, 'run');
  for (const path of [runtime, join(folder, 'home')]) mkdirSync(path, { mode: 0o700 });
  const address = `unix:path=${join(folder, 'bus')}`;
  writeFileSync(join(folder, 'bus.conf'), busConfig(address));
  const env = { DBUS_SESSION_BUS_ADDRESS: address };
  const daemonEnv = {
    PATH: process.env['PATH'],
    HOME: join(folder, 'home'),
    XDG_DATA_HOME: join(folder, 'home', 'data'),
    XDG_RUNTIME_DIR: runtime,
    ...env,
  };
  let daemon: ChildProcess | null = null;

  const bus = spawn(
    'dbus-daemon',
    [`--config-file=${join(folder, 'bus.conf')}`, '--nofork', '--print-address=1'],
    { stdio: ['ignore', 'pipe', 'ignore'], env: daemonEnv },
  );
  const clean = (): void => {
    daemon?.kill('SIGKILL');
    bus.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', clean);

  const isLocked = async (): Promise<boolean | null> => {
    const property = ['org.freedesktop.Secret.Collection', 'Locked'];
    return ask(daemonEnv, `${secrets}/aliases/default`, 'org.freedesktop.DBus.Properties.Get', [
      ...property.map((text) => `string:${text}`),
    ]).then(
      (answer) => answer.includes('true'),
      () => null,
    );
  };

  const keyring: PrivateKeyring = {
    env,
    lock: async () => {
      const collection = `array:objpath:${secrets}/collection/login`;
      await ask(daemonEnv, secrets, 'org.freedesktop.Secret.Service.Lock', [collection]);
    },
    unlock: () => unlockBySocket(join(runtime, 'keyring', 'control')),
    freeze: () => {
      daemon?.kill('SIGSTOP');
    },
    thaw: () => {
      daemon?.kill('SIGCONT');
    },
    kill: async () => {
      await ended(daemon);
      daemon = null;
    },
    start: async (state = 'unlocked') => {
      const unlocked = state === 'unlocked';
      const args = ['--foreground', '--components=secrets', ...(unlocked ? ['--unlock'] : [])];
      const started = spawn('gnome-keyring-daemon', args, {
        stdio: ['pipe', 'ignore', 'ignore'],
        env: daemonEnv,
      });
      daemon = started;
      started.stdin.end(unlocked ? password : '');
      const latest = Date.now() + limitMs;
      while ((await isLocked()) !== !unlocked) {
        if (started.exitCode !== null || Date.now() > latest)
          throw new Error(`gnome-keyring-daemon did not get ${state}`);
        await pause(20);
      }
    },
    stop: async () => {
      await ended(daemon);
      await ended(bus);
      process.off('exit', clean);
      clean();
    },
  };

  try {
    await Promise.race([
      once(bus.stdout, 'data'),
      once(bus, 'exit').then(() => {
        throw new Error('dbus-daemon ended at once');
      }),
    ]);
    if (withService) await keyring.start();
    return keyring;
  } catch (error) {
    await keyring.stop();
    throw error;
  }
}

const busConfig = (address: string): string => `<busconfig>
  <type>session</type>
  <listen>${address}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

function isProgram(folder: string, name: string): boolean {
  try {
    accessSync(join(folder, name), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function ask(
  env: NodeJS.ProcessEnv,
  path: string,
  method: string,
  args: readonly string[],
): Promise<string> {
  const to = ['--session', '--print-reply=literal', '--dest=org.freedesktop.secrets', path, method];
  const { stdout } = await promisify(execFile)('dbus-send', [...to, ...args], {
    env,
    timeout: limitMs,
  });
  return stdout;
}

/** gnome-keyring's control protocol: a credentials byte, then length, operation 1 and password. */
async function unlockBySocket(path: string): Promise<void> {
  const text = Buffer.from(password);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(12 + text.length, 1);
  head.writeUInt32BE(1, 5);
  head.writeUInt32BE(text.length, 9);
  const socket = connect(path);
  try {
    socket.write(Buffer.concat([head, text]));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    if (answer.readUInt32BE(4) !== 0) throw new Error('gnome-keyring-daemon did not unlock');
  } finally {
    socket.destroy();
  }
}

async function ended(child: ChildProcess | null): Promise<void> {
  if (child?.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
