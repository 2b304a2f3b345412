import { hash } from 'node:crypto';
import type { EntityRef } from '../../shared/entities.ts';
import { type Result, fail, ok } from '../../shared/failure.ts';
import type { Cipher } from '../keychain/cipher.ts';
import type { Database } from './database.ts';

/** An entity as the service last gave it: the answer word for word, and when. */
export interface EntityRecord {
  readonly text: string;
  readonly readAt: number;
  readonly tookMs: number;
}

const sameAnswerSavedEveryMs = 30_000;

/** Where the records of one connection are kept. */
export interface Records {
  get(ref: EntityRef): Result<EntityRecord | null>;
  put(ref: EntityRef, record: EntityRecord): void;
  remove(ref: EntityRef): void;
}

/** Keeps records in memory only: for the demo and for work without saving. */
export class MemoryRecords implements Records {
  readonly #held = new Map<string, EntityRecord>();

  get(ref: EntityRef): Result<EntityRecord | null> {
    return ok(this.#held.get(keyOf(ref)) ?? null);
  }

  put(ref: EntityRef, record: EntityRecord): void {
    this.#held.set(keyOf(ref), record);
  }

  remove(ref: EntityRef): void {
    this.#held.delete(keyOf(ref));
  }
}

/**
 * Keeps records in SQLite, sealed under the connection's data key. One that was
 * sealed under another key stays where it is, unread, in case that key comes back.
 * What the disk refuses is held in memory until it takes it. An answer that only
 * repeats the last one is not written each time: its age on disk may lag by 30 s.
 */
export class SealedRecords implements Records {
  readonly #db: Database;
  readonly #cipher: Cipher;
  readonly #connection: string;
  readonly #unsaved = new MemoryRecords();
  readonly #saved = new Map<string, { digest: string; at: number }>();

  constructor(db: Database, cipher: Cipher, connection: string) {
    this.#db = db;
    this.#cipher = cipher;
    this.#connection = connection;
  }

  get(ref: EntityRef): Result<EntityRecord | null> {
    const unsaved = this.#unsaved.get(ref);
    if (unsaved.ok && unsaved.value !== null) return unsaved;
    const row = this.#db.all(
      'SELECT sealed, read_at FROM entity WHERE connection = ? AND kind = ? AND id = ?',
      this.#connection,
      ref.kind,
      ref.id,
    )[0];
    const sealed = row?.['sealed'];
    if (!(sealed instanceof Uint8Array)) return ok(null);
    const opened = this.#cipher.open(Buffer.from(sealed), this.#place(ref));
    if (!opened.ok)
      return fail({
        kind: 'invalid',
        message:
          opened.reason === 'other-key'
            ? 'What was read before is sealed under a key that is no longer in the keychain.'
            : 'What was read before is damaged on disk.',
        next: 'Refresh, so that it is read again.',
      });
    const { text, tookMs } = JSON.parse(opened.plain.toString()) as Omit<EntityRecord, 'readAt'>;
    return ok({ text, tookMs, readAt: Number(row?.['read_at'] ?? 0) });
  }

  put(ref: EntityRef, record: EntityRecord): void {
    const { text, tookMs, readAt } = record;
    const digest = hash('sha256', text);
    const saved = this.#saved.get(keyOf(ref));
    if (saved?.digest === digest && readAt - saved.at < sameAnswerSavedEveryMs) {
      this.#unsaved.put(ref, record);
      return;
    }
    const trouble = this.#db.write(
      `INSERT INTO entity (connection, kind, id, sealed, read_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET sealed = excluded.sealed, read_at = excluded.read_at`,
      this.#connection,
      ref.kind,
      ref.id,
      this.#cipher.seal(JSON.stringify({ text, tookMs }), this.#place(ref)),
      readAt,
    );
    if (trouble !== null) {
      this.#unsaved.put(ref, record);
      return;
    }
    this.#unsaved.remove(ref);
    this.#saved.set(keyOf(ref), { digest, at: readAt });
  }

  remove(ref: EntityRef): void {
    this.#unsaved.remove(ref);
  }

  #place(ref: EntityRef): string {
    return `entity/${this.#connection}/${ref.kind}/${ref.id}`;
  }
}

/** One string for a reference, to index maps with. */
export const keyOf = (ref: EntityRef): string => `${ref.kind}/${ref.id}`;
