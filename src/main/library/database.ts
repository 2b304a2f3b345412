import { accessSync, constants, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite';
import type { StorageView } from '../../shared/contract.ts';
import type { StorageTrouble } from '../../shared/failure.ts';
import { migrate } from './schema.ts';

type Row = Record<string, SQLOutputValue>;

const fileName = 'tally.db';

/** SQLite's primary result codes, https://www.sqlite.org/rescode.html */
const code = { busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cantOpen: 14, notADb: 26 };

/**
 * The one SQLite file of a user-data folder. Opening never fails: a damaged
 * file is set aside under another name and a new one begun; where none can be
 * written the rows live in memory and `view` says so.
 */
export class Database {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #view: StorageView;
  readonly #inMemory: boolean;
  readonly #changed: (view: StorageView) => void;

  constructor(folder: string, changed: (view: StorageView) => void = () => undefined) {
    this.#changed = changed;
    const opened = open(folder);
    this.#db = opened.db;
    this.#view = opened.view;
    this.#inMemory = !opened.view.writable;
  }

  get view(): StorageView {
    return this.#view;
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepared(sql).all(...values);
  }

  /** Runs a statement inside `transaction`. */
  run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepared(sql).run(...values);
  }

  /** Runs one writing statement; null when it was written, else what kept it from that. */
  write(sql: string, ...values: SQLInputValue[]): StorageTrouble | null {
    return this.#attempt(() => {
      this.run(sql, ...values);
    });
  }

  /** Runs all of `act` or, when it throws or the disk refuses, nothing of it. */
  transaction(act: () => void): StorageTrouble | null {
    return this.#attempt(() => {
      this.#db.exec('BEGIN IMMEDIATE');
      try {
        act();
        this.#db.exec('COMMIT');
      } catch (error) {
        if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
        throw error;
      }
    });
  }

  close(): void {
    this.#db.close();
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #attempt(act: () => void): StorageTrouble | null {
    try {
      act();
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === null) throw error;
      this.#note(trouble);
      return trouble;
    }
    if (!this.#view.writable && !this.#inMemory) this.#note(null);
    return null;
  }

  #note(trouble: StorageTrouble | null): void {
    if (this.#view.trouble === trouble) return;
    const { folder, setAside } = this.#view;
    this.#view = {
      folder,
      writable: trouble === null,
      ...(trouble === null ? {} : { trouble }),
      ...(setAside === undefined ? {} : { setAside }),
    };
    this.#changed(this.#view);
  }
}

function open(folder: string): { db: DatabaseSync; view: StorageView } {
  const file = join(folder, fileName);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return { db: openFile(file), view: { writable: true, folder } };
  } catch (error) {
    if (troubleOf(error) !== 'damaged') return inMemory(folder, troubleOf(error) ?? 'unopenable');
  }
  try {
    const setAside = putAside(file);
    return { db: openFile(file), view: { writable: true, folder, trouble: 'damaged', setAside } };
  } catch (error) {
    return inMemory(folder, troubleOf(error) ?? 'unopenable');
  }
}

function openFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 2_000 });
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    const found = db.prepare('PRAGMA quick_check(1)').get();
    if (found?.['quick_check'] !== 'ok') throw new Damaged();
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function inMemory(
  folder: string,
  trouble: StorageTrouble,
): { db: DatabaseSync; view: StorageView } {
  const db = new DatabaseSync(':memory:');
  migrate(db);
  return { db, view: { writable: false, folder, trouble } };
}

function putAside(file: string): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = file.replace(/\.db$/, `-damaged-${stamp}.db`);
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  return aside;
}

class Damaged extends Error {}

function troubleOf(error: unknown): StorageTrouble | null {
  if (error instanceof Damaged) return 'damaged';
  if (!(error instanceof Error)) return null;
  if ('errcode' in error && typeof error.errcode === 'number') {
    switch (error.errcode & 0xff) {
      case code.corrupt:
      case code.notADb:
        return 'damaged';
      case code.full:
        return 'full';
      case code.ioError:
        return 'failing';
      case code.readOnly:
        return 'read-only';
      case code.busy:
      case code.cantOpen:
        return 'unopenable';
      default:
        return null;
    }
  }
  if ('code' in error && typeof error.code === 'string') {
    if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return 'full';
    if (/^E(ACCES|PERM|ROFS|NOTDIR|EXIST|NOENT)$/.test(error.code)) return 'read-only';
  }
  return null;
}
