import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Cipher, newDataKey } from '../keychain/cipher.ts';
import { Database } from './database.ts';
import { SealedAlarms } from './sealed-alarms.ts';
import { SealedEdits } from './sealed-edits.ts';
import { alarmRecord } from './testing/alarm-records.ts';
import { liveDraft, liveEntry } from './testing/edit-records.ts';

/** What version 1 wrote. */
const versionOne = `
  CREATE TABLE connection (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    key_id TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE entity (
    connection TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL DEFAULT 'never-read',
    read_at INTEGER,
    sealed BLOB,
    PRIMARY KEY (connection, kind, id)
  ) STRICT;
  PRAGMA user_version = 1;
  INSERT INTO connection VALUES ('c1', 'Desk', 'https://api.example.com', '00ff', 7);
  INSERT INTO setting VALUES ('active-connection', 'c1');
  INSERT INTO entity VALUES ('c1', 'live', 'show', 'Morning show', 'known', 9, x'0102');`;

const rows = (db: Database) => ({
  connection: db.all('SELECT * FROM connection'),
  setting: db.all('SELECT * FROM setting'),
  entity: db.all('SELECT * FROM entity'),
});
const kept = {
  connection: [{ id: 'c1', name: 'Desk', address: 'https://api.example.com', created_at: 7 }],
  setting: [{ name: 'active-connection', value: 'c1' }],
  entity: [
    {
      connection: 'c1',
      kind: 'live',
      id: 'show',
      name: 'Morning show',
      state: 'known',
      read_at: 9,
      sealed: new Uint8Array([1, 2]),
    },
  ],
};
const edits = (db: Database) => new SealedEdits(db, new Cipher(key), 'c1');
const key = newDataKey();

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-schema-'));
  file = join(folder, 'tally.db');
  const old = new DatabaseSync(file);
  old.exec(versionOne);
  old.close();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a file of version 1', () => {
  it('is brought to the newest version with all of its rows', () => {
    for (const opening of ['first', 'second']) {
      const db = new Database(folder);
      expect(db.view, opening).toEqual({ writable: true, folder });
      expect(rows(db)).toEqual(kept);
      expect(edits(db).save({ drafts: { put: [liveDraft('show')] } })).toBeNull();
      db.close();
    }
  });

  it('is shown with all of its rows where it can’t be opened, and stays as it was', () => {
    const holder = new DatabaseSync(file);
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const db = new Database(folder);
    expect(db.view).toMatchObject({ writable: false, trouble: 'unopenable' });
    expect(rows(db)).toEqual(kept);
    expect(edits(db).save({ entries: { put: [liveEntry('e1')] } })).toBe('unopenable');
    expect(edits(db).entries()).toEqual([liveEntry('e1')]);
    db.close();
    expect(holder.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
    holder.close();
  });
});

/** What version 2 added to the tables of version 1. */
const versionTwo = `
  ALTER TABLE connection DROP COLUMN key_id;
  CREATE TABLE draft (
    connection TEXT NOT NULL,
    key_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (connection, key_id, kind, id)
  ) STRICT;
  CREATE TABLE outbox (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    connection TEXT NOT NULL,
    key_id TEXT NOT NULL,
    id TEXT NOT NULL,
    sealed BLOB NOT NULL,
    UNIQUE (connection, key_id, id)
  ) STRICT;
  CREATE TABLE history (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    connection TEXT NOT NULL,
    key_id TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    UNIQUE (connection, key_id, id)
  ) STRICT;
  CREATE INDEX history_by_time ON history (connection, at);
  PRAGMA user_version = 2;`;

describe('a file of version 2', () => {
  const cipher = new Cipher(key);
  const edited = { drafts: [liveDraft('show')], entries: [liveEntry('e1'), liveEntry('e2')] };
  const written = (db: Database) => ({ drafts: edits(db).drafts(), entries: edits(db).entries() });

  beforeEach(() => {
    const old = new DatabaseSync(file);
    old.exec(versionTwo);
    const seal = (record: object, place: string): Buffer =>
      cipher.seal(JSON.stringify(record), place);
    for (const draft of edited.drafts)
      old
        .prepare('INSERT INTO draft VALUES (?, ?, ?, ?, ?)')
        .run(
          'c1',
          cipher.keyId,
          'live',
          draft.ref.id,
          seal(draft, `draft/c1/live/${draft.ref.id}`),
        );
    for (const record of edited.entries)
      old
        .prepare('INSERT INTO outbox (connection, key_id, id, sealed) VALUES (?, ?, ?, ?)')
        .run('c1', cipher.keyId, record.entry.id, seal(record, `outbox/c1/${record.entry.id}`));
    old
      .prepare('INSERT INTO history VALUES (7, ?, ?, ?, 9, ?)')
      .run('c1', 'another key', 'h1', new Uint8Array([1, 2]));
    old.close();
  });

  it('is brought to the newest version with all of its rows, and takes alarms', () => {
    for (const opening of ['first', 'second']) {
      const db = new Database(folder);
      expect(db.view, opening).toEqual({ writable: true, folder });
      expect(db.all('PRAGMA user_version')).toEqual([{ user_version: 3 }]);
      expect(rows(db)).toEqual(kept);
      expect(written(db)).toEqual(edited);
      expect(db.all('SELECT position, id, at FROM history')).toEqual([
        { position: 7, id: 'h1', at: 9 },
      ]);
      new SealedAlarms(db, cipher, 'c1').save({ put: [alarmRecord(opening)] });
      expect(new SealedAlarms(db, cipher, 'c1').raised()).toContainEqual(alarmRecord(opening));
      db.close();
    }
  });

  it('is shown with all of its rows where it can’t be opened, and stays as it was', () => {
    const holder = new DatabaseSync(file);
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const db = new Database(folder);
    expect(db.view).toMatchObject({ writable: false, trouble: 'unopenable' });
    expect(written(db)).toEqual(edited);
    db.close();
    expect(holder.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
    holder.close();
  });
});
