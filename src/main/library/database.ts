import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { StorageView } from '../../shared/contract.ts';
import type { StorageTrouble } from '../../shared/failure.ts';
import { openStore } from './open-store.ts';
import { troubleOf } from './storage-trouble.ts';

type Row = Record<string, SQLOutputValue>;

/**
 * The one SQLite file of a user-data folder. What the disk refuses is a value and
 * is told in `view`; it never throws, but for bugs.
 */
export class Database {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #inMemory: boolean;
  readonly #changed: (view: StorageView) => void;
  #view: StorageView;

  constructor(folder: string, changed: (view: StorageView) => void = () => undefined) {
    this.#changed = changed;
    const opened = openStore(folder);
    this.#db = opened.db;
    this.#view = opened.view;
    this.#inMemory = !opened.view.writable;
  }

  get view(): StorageView {
    return this.#view;
  }

  /** Whether writing failed, and may work again while the program runs. */
  get mayRecover(): boolean {
    return !this.#view.writable && !this.#inMemory;
  }

  /** The rows, or none when the file turns out to be damaged. */
  all(sql: string, ...values: SQLInputValue[]): Row[] {
    try {
      return this.#prepared(sql).all(...values);
    } catch (error) {
      this.#noteOrThrow(error);
      return [];
    }
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

  /** Writes and removes some bytes, to see whether the disk takes them again. */
  probe(): void {
    this.transaction(() => {
      this.run("INSERT OR REPLACE INTO setting VALUES ('probe', ?)", 'x'.repeat(65_536));
      this.run("DELETE FROM setting WHERE name = 'probe'");
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
      return this.#noteOrThrow(error);
    }
    if (this.mayRecover) this.#note(null);
    return null;
  }

  #noteOrThrow(error: unknown): StorageTrouble {
    const trouble = troubleOf(error);
    if (trouble === null) throw error;
    const noted = trouble === 'damaged' ? 'damaged-in-use' : trouble;
    this.#note(noted);
    return noted;
  }

  #note(trouble: StorageTrouble | null): void {
    if (this.#view.trouble === (trouble ?? undefined)) return;
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
