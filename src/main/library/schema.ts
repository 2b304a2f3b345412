import type { DatabaseSync } from 'node:sqlite';

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
     connection TEXT NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
     kind TEXT NOT NULL,
     id TEXT NOT NULL,
     name TEXT NOT NULL DEFAULT '',
     state TEXT NOT NULL DEFAULT 'never-read',
     read_at INTEGER,
     sealed BLOB,
     PRIMARY KEY (connection, kind, id)
   ) STRICT;`,
];

/** Brings the database to the newest version; a newer file than this program's is refused. */
export function migrate(db: DatabaseSync): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (version > steps.length)
    throw new Error('This library was written by a newer Tally. Install the newest version.');
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    db.exec(`BEGIN; ${step} PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}
