import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StorageView } from '../../shared/contract.ts';
import { columns, migrate, tables } from './schema.ts';
import { Damaged, troubleOf } from './storage-trouble.ts';

const fileName = 'tally.db';
const parts = ['', '-wal', '-shm'];
const openingTimeoutMs = 2_000;
/** Writing happens on the main thread, which must not wait for another process. */
const writingTimeoutMs = 50;

interface Opened {
  readonly db: DatabaseSync;
  readonly view: StorageView;
}

/**
 * Opens the store of a user-data folder; never throws. A damaged file is set aside
 * under another name. What can't be opened for writing is read into memory.
 */
export function openStore(folder: string): Opened {
  const file = join(folder, fileName);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return { db: openFile(file), view: { writable: true, folder } };
  } catch (error) {
    if (troubleOf(error) !== 'damaged') return inMemory(folder, error);
  }
  try {
    const setAside = putAside(file);
    return { db: openFile(file), view: { writable: true, folder, trouble: 'damaged', setAside } };
  } catch (error) {
    return inMemory(folder, error);
  }
}

function openFile(file: string): DatabaseSync {
  if (existsSync(file) && statSync(file).size === 0) throw new Damaged();
  const db = new DatabaseSync(file, { timeout: openingTimeoutMs });
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    const found = db.prepare('PRAGMA quick_check(1)').get();
    if (found?.['quick_check'] !== 'ok') throw new Damaged();
    migrate(db);
    db.exec(`PRAGMA busy_timeout = ${writingTimeoutMs}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function inMemory(folder: string, error: unknown): Opened {
  const db = new DatabaseSync(':memory:');
  migrate(db);
  copyRows(join(folder, fileName), db);
  return { db, view: { writable: false, folder, trouble: troubleOf(error) ?? 'unopenable' } };
}

/** What was read before is shown also when it can't be written any more. */
function copyRows(file: string, into: DatabaseSync): void {
  let copies: string | null = null;
  try {
    copies = mkdtempSync(join(tmpdir(), 'tally-read-'));
    const copy = join(copies, fileName);
    for (const part of ['', '-wal'])
      if (existsSync(file + part)) {
        copyFileSync(file + part, copy + part);
        chmodSync(copy + part, 0o600);
      }
    migrateCopy(copy);
    into.prepare('ATTACH ? AS old').run(copy);
    for (const table of tables)
      into.exec(
        `INSERT INTO ${table} (${columns[table]}) SELECT ${columns[table]} FROM old.${table}`,
      );
  } catch {
    // There is nothing that could be read: the library begins empty, as the view says.
  } finally {
    if (into.prepare("SELECT 1 FROM pragma_database_list WHERE name = 'old'").get() !== undefined)
      into.exec('DETACH old');
    if (copies !== null) rmSync(copies, { recursive: true, force: true });
  }
}

/** An older file has other tables. */
function migrateCopy(copy: string): void {
  const db = new DatabaseSync(copy);
  try {
    migrate(db);
  } catch {
    // It is newer, or damaged: what can be read of it as it is, is.
  } finally {
    db.close();
  }
}

function putAside(file: string): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = file.replace(/\.db$/, `-damaged-${stamp}.db`);
  for (const part of parts) if (existsSync(file + part)) renameSync(file + part, aside + part);
  return aside;
}
