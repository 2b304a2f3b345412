import { execFileSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A disk of 8 MB in memory that can be filled up. */
interface SmallDisk extends Disposable {
  /** Leaves not a byte. */
  fill(): void;
  /** Makes room again. */
  free(): void;
  /** What SQLite says of a copy of a database as it is now: “ok”. */
  integrityOf(database: string): string;
}

/** Why there can be no small disk here, or null. */
export const smallDiskMissing = (): string | null =>
  process.platform === 'linux' && process.getuid?.() === 0
    ? null
    : 'only root of a Linux can mount a small disk';

export function mountSmallDisk(folder: string): SmallDisk {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    fill: () => {
      fillUp(filler);
      if (statfsSync(folder).bavail > 0) throw new Error('The disk is not full.');
    },
    free: () => {
      rmSync(filler);
    },
    integrityOf: (database) => integrityOfCopy(join(folder, database)),
    // Lazily: whoever still has a file open there may go on until it ends.
    [Symbol.dispose]: () => {
      execFileSync('umount', ['--lazy', folder]);
    },
  };
}

function fillUp(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4_096));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}

function integrityOfCopy(path: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tally-copy-'));
  const copy = join(folder, 'copy.db');
  try {
    for (const part of ['', '-wal'])
      if (existsSync(path + part)) copyFileSync(path + part, copy + part);
    const db = new DatabaseSync(copy);
    const found = db.prepare('PRAGMA integrity_check').get();
    db.close();
    return String(found?.['integrity_check']);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
