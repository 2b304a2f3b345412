import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StorageView } from '../../shared/contract.ts';
import { Database } from './database.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-database-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function drop(file: string): void {
  const raw = new DatabaseSync(file);
  raw.exec('DROP TABLE entity');
  raw.close();
}

const set = (db: Database, value: string) =>
  db.write("INSERT INTO setting VALUES ('a', ?) ON CONFLICT DO UPDATE SET value = ?", value, value);
const get = (db: Database) => db.all("SELECT value FROM setting WHERE name = 'a'")[0]?.['value'];

describe('Database', () => {
  it('holds what was written at the next opening', () => {
    const first = new Database(folder);
    expect(set(first, 'kept')).toBeNull();
    first.close();
    const second = new Database(folder);
    expect(get(second)).toBe('kept');
    second.close();
  });

  it('makes a folder that only its owner can enter', () => {
    const db = new Database(join(folder, 'new', 'deep'));
    expect(db.view).toEqual({ writable: true, folder: join(folder, 'new', 'deep') });
    db.close();
  });

  it.each([
    ['rubbish', 'this is not a database, but it is long enough to look like something '.repeat(40)],
    ['a truncated file', 'SQLite format 3\0'],
  ])('sets %s aside under a name that it tells, and begins anew', (_, content) => {
    writeFileSync(join(folder, 'tally.db'), content);
    const db = new Database(folder);
    expect(db.view).toMatchObject({ writable: true, trouble: 'damaged' });
    expect(readFileSync(db.view.setAside ?? '', 'utf8')).toBe(content);
    expect(set(db, 'works')).toBeNull();
    expect(get(db)).toBe('works');
    db.close();
  });

  it('sets a database with a damaged page aside', () => {
    const before = new Database(folder);
    before.transaction(() => {
      for (let n = 0; n < 500; n += 1)
        before.run('INSERT INTO setting VALUES (?, ?)', `name ${n}`, 'x'.repeat(500));
    });
    before.close();
    const file = join(folder, 'tally.db');
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 4096 * 6, 4096 * 40);
    writeFileSync(file, bytes);
    const db = new Database(folder);
    expect(db.view.trouble).toBe('damaged');
    expect(readdirSync(folder).some((name) => name.includes('damaged'))).toBe(true);
    db.close();
  });

  it.each([
    [
      'an empty file',
      (file: string) => {
        writeFileSync(file, '');
      },
    ],
    [
      'a file without a table',
      (file: string) => {
        drop(file);
      },
    ],
  ])('sets %s aside', (_, damage) => {
    const before = new Database(folder);
    set(before, 'old');
    before.close();
    damage(join(folder, 'tally.db'));
    const db = new Database(folder);
    expect(db.view).toMatchObject({ writable: true, trouble: 'damaged' });
    db.close();
  });

  it('says so and goes on when the file is damaged while it is in use', () => {
    const db = new Database(folder);
    db.transaction(() => {
      for (let n = 0; n < 500; n += 1)
        db.run('INSERT INTO setting VALUES (?, ?)', `name ${n}`, 'x'.repeat(20_000));
    });
    db.all('PRAGMA wal_checkpoint(TRUNCATE)');
    truncateSync(join(folder, 'tally.db'), 5_000);
    expect(db.all('SELECT * FROM setting ORDER BY value')).toEqual([]);
    expect(db.view).toMatchObject({ writable: false, trouble: 'damaged-in-use' });
    db.close();
  });

  it('shows what was kept when the file can’t be written any more', () => {
    const before = new Database(folder);
    set(before, 'kept');
    const holder = new DatabaseSync(join(folder, 'tally.db'));
    before.close();
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const db = new Database(folder);
    expect(db.view).toMatchObject({ writable: false, trouble: 'unopenable' });
    expect(get(db)).toBe('kept');
    db.close();
    holder.close();
  });

  it('works in memory and says so where the folder can’t be made', () => {
    const blocked = join(folder, 'a-file');
    writeFileSync(blocked, '');
    const db = new Database(join(blocked, 'below'));
    expect(db.view).toMatchObject({ writable: false, trouble: 'read-only' });
    set(db, 'held');
    expect(get(db)).toBe('held');
    db.close();
  });

  it('refuses a library of a newer program and leaves it as it is', () => {
    const newer = new Database(folder);
    newer.write('PRAGMA user_version = 999');
    newer.close();
    const size = readFileSync(join(folder, 'tally.db')).length;
    const db = new Database(folder);
    expect(db.view).toMatchObject({ writable: false, trouble: 'unopenable' });
    db.close();
    expect(readFileSync(join(folder, 'tally.db'))).toHaveLength(size);
    expect(existsSync(join(folder, 'tally.db'))).toBe(true);
  });

  it('says that the disk is full, keeps the old rows whole, and recovers by itself', () => {
    const views: StorageView[] = [];
    const db = new Database(folder, (view) => views.push(view));
    set(db, 'old');
    db.all('PRAGMA max_page_count = 12');
    expect(set(db, 'x'.repeat(1_000_000))).toBe('full');
    expect(views.at(-1)).toMatchObject({ writable: false, trouble: 'full' });
    expect(get(db)).toBe('old');
    db.all('PRAGMA max_page_count = 100000');
    expect(set(db, 'new')).toBeNull();
    expect(views.at(-1)).toEqual({ writable: true, folder });
    db.close();
  });

  it('does all of a transaction or nothing of it', () => {
    const db = new Database(folder);
    set(db, 'before');
    expect(() =>
      db.transaction(() => {
        db.run("UPDATE setting SET value = 'half'");
        throw new Error('a bug');
      }),
    ).toThrow('a bug');
    expect(get(db)).toBe('before');
    db.close();
  });
});
