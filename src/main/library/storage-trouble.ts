import type { StorageTrouble } from '../../shared/failure.ts';

/** SQLite's primary result codes, https://www.sqlite.org/rescode.html */
const code = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  notADb: 26,
};

/** The file isn't what this program wrote. */
export class Damaged extends Error {}

/** What an error of the file system or of SQLite says of the disk; null for a bug. */
export function troubleOf(error: unknown): StorageTrouble | null {
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
      case code.locked:
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
