import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { type Server, connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityRef } from '../../shared/entities.ts';
import { readRef } from '../options.ts';

/**
 * `first`: this process is the only one for the folder until `release`. `told`:
 * another one is running and was asked to come to the front. `silent`: another
 * one holds the folder and didn't answer.
 */
type Claim =
  | { readonly kind: 'first'; readonly release: () => void }
  | { readonly kind: 'told' }
  | { readonly kind: 'silent' };

const answerWithinMs = 2_000;
/** Longer than an ending application may take. */
const patienceMs = 12_000;
/** `sun_path` holds 104 bytes on macOS, 108 on Linux. */
const longestSocketPath = 100;
const longestMessage = 64 * 1024;
const sqliteBusy = 5;

/**
 * Claims a user-data folder. The claim is a file lock of the operating system (by
 * way of SQLite), so it ends with the process, however that ends; over a socket
 * the running process hears what a second start was asked to open.
 */
export async function claimInstance(
  userDataDir: string,
  open: EntityRef | null,
  onSecondStart: (open: EntityRef | null) => void,
  withinMs = patienceMs,
): Promise<Claim> {
  const until = Date.now() + withinMs;
  for (;;) {
    const { lock, folder } = takeLockSomewhere(userDataDir);
    const socket = socketIn(folder);
    if (lock !== 'held') return first(lock, socket, onSecondStart);
    if (await tell(socket, open)) return { kind: 'told' };
    if (Date.now() >= until) return { kind: 'silent' };
    await delay(50);
  }
}

function first(
  lock: DatabaseSync,
  socket: string,
  onSecondStart: (open: EntityRef | null) => void,
): Claim {
  if (process.platform !== 'win32') rmSync(socket, { force: true });
  const server = listen(socket, onSecondStart);
  const release = (): void => {
    server.close();
    lock.close();
  };
  return { kind: 'first', release };
}

type Lock = DatabaseSync | 'held';

/** In the user-data folder, or in a temporary one that all starts find if it can't be written. */
function takeLockSomewhere(userDataDir: string): { lock: Lock; folder: string } {
  for (const folderOf of [(dir: string) => dir, spareFolder]) {
    const folder = folderOf(userDataDir);
    const lock = takeLock(folder);
    if (lock !== null) return { lock, folder };
  }
  throw new Error('Neither the user-data folder nor a temporary one can be written.');
}

/** null: nothing can be written there. */
function takeLock(folder: string): Lock | null {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(join(folder, 'instance.lock'), { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
      ? 'held'
      : null;
  }
}

function listen(socket: string, onSecondStart: (open: EntityRef | null) => void): Server {
  const server = createServer((connection) => {
    connection.setTimeout(answerWithinMs, () => connection.destroy());
    connection.on('error', () => connection.destroy());
    let received = '';
    connection.setEncoding('utf8').on('data', (text: string) => {
      received += text;
      const end = received.indexOf('\n');
      if (end < 0 && received.length <= longestMessage) return;
      connection.removeAllListeners('data');
      const request = end < 0 ? null : readRequest(received.slice(0, end));
      if (request === null) return connection.destroy();
      connection.end('ok\n');
      onSecondStart(request.open);
    });
  });
  // Without the socket a second start still ends; it only can't bring this one to the front.
  server.on('error', () => undefined);
  server.listen(socket, () => {
    if (process.platform !== 'win32') chmodSync(socket, 0o600);
  });
  server.unref();
  return server;
}

function readRequest(line: string): { open: EntityRef | null } | null {
  try {
    const request: unknown = JSON.parse(line);
    if (typeof request !== 'object' || request === null || !('open' in request)) return null;
    return { open: readRef(request.open) };
  } catch {
    return null;
  }
}

/** Whether the running process took the message. */
function tell(socket: string, open: EntityRef | null): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    const end = (told: boolean): void => {
      connection.destroy();
      resolve(told);
    };
    connection.setTimeout(answerWithinMs, () => {
      end(false);
    });
    connection.once('error', () => {
      end(false);
    });
    connection.once('close', () => {
      end(false);
    });
    createInterface({ input: connection })
      .on('error', () => undefined)
      .once('line', (line) => {
        end(line === 'ok');
      });
    connection.write(`${JSON.stringify({ open })}\n`);
  });
}

/** The same for every start with this folder and by this user. */
function spareFolder(folder: string): string {
  const spare = join(tmpdir(), `tally-${nameOf(folder)}`);
  mkdirSync(spare, { recursive: true, mode: 0o700 });
  return spare;
}

function socketIn(folder: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\tally-${nameOf(folder)}`;
  const path = join(realNameOf(folder), 'instance.sock');
  return Buffer.byteLength(path) <= longestSocketPath
    ? path
    : join(spareFolder(folder), 'instance.sock');
}

const nameOf = (folder: string): string =>
  createHash('sha256')
    .update(`${userInfo().username}\0${realNameOf(folder)}`)
    .digest('hex')
    .slice(0, 24);

function realNameOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
