import type { DatabaseSync } from 'node:sqlite';
import { Damaged } from './storage-trouble.ts';

/** Each step brings the file from the version before to the next. */
const steps: readonly string[] = [
  `CREATE TABLE connection (
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
   ) STRICT;`,
  `ALTER TABLE connection DROP COLUMN key_id;
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
   CREATE INDEX history_by_time ON history (connection, at);`,
  `CREATE TABLE alarm (
     connection TEXT NOT NULL,
     key_id TEXT NOT NULL,
     id TEXT NOT NULL,
     recovered_at INTEGER,
     sealed BLOB NOT NULL,
     PRIMARY KEY (connection, key_id, id)
   ) STRICT;
   CREATE INDEX alarm_by_time ON alarm (connection, recovered_at);
   CREATE TABLE watch (
     connection TEXT NOT NULL,
     key_id TEXT NOT NULL,
     name TEXT NOT NULL,
     sealed BLOB NOT NULL,
     PRIMARY KEY (connection, key_id, name)
   ) STRICT;
   CREATE TABLE event (
     position INTEGER PRIMARY KEY AUTOINCREMENT,
     connection TEXT NOT NULL,
     key_id TEXT NOT NULL,
     entity TEXT NOT NULL,
     at INTEGER NOT NULL,
     sealed BLOB NOT NULL
   ) STRICT;
   CREATE INDEX event_by_time ON event (connection, entity, at);
   CREATE TABLE point (
     connection TEXT NOT NULL,
     entity TEXT NOT NULL,
     span INTEGER NOT NULL,
     at INTEGER NOT NULL,
     behind REAL,
     bitrate REAL,
     loudness REAL,
     PRIMARY KEY (connection, entity, span, at)
   ) STRICT, WITHOUT ROWID;`,
];

export const tables = [
  'connection',
  'setting',
  'entity',
  'draft',
  'outbox',
  'history',
  'alarm',
  'watch',
  'event',
  'point',
] as const;

/**
 * The columns of the newest version. `key_id`: the data key that a row is sealed
 * under. `span`: how many seconds a point of the timeline stands for.
 */
export const columns: Record<(typeof tables)[number], string> = {
  connection: 'id, name, address, created_at',
  setting: 'name, value',
  entity: 'connection, kind, id, name, state, read_at, sealed',
  draft: 'connection, key_id, kind, id, sealed',
  outbox: 'position, connection, key_id, id, sealed',
  history: 'position, connection, key_id, id, at, sealed',
  alarm: 'connection, key_id, id, recovered_at, sealed',
  watch: 'connection, key_id, name, sealed',
  event: 'position, connection, key_id, entity, at, sealed',
  point: 'connection, entity, span, at, behind, bitrate, loudness',
};

/**
 * Brings the database to the newest version. A newer file than this program's is
 * refused; one whose tables aren't what its version says is `Damaged`.
 */
export function migrate(db: DatabaseSync): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (version > steps.length)
    throw new Error('This library was written by a newer Tally. Install the newest version.');
  try {
    for (const [index, step] of steps.entries())
      if (index >= version) db.exec(`BEGIN; ${step} PRAGMA user_version = ${index + 1}; COMMIT;`);
    for (const table of tables) db.prepare(`SELECT ${columns[table]} FROM ${table}`);
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    if (error instanceof Error && 'errcode' in error && error.errcode === 1) throw new Damaged();
    throw error;
  }
}
