import type { Alarm } from '../../shared/health.ts';
import type { Cipher } from '../keychain/cipher.ts';
import type { Database } from './database.ts';
import {
  type AlarmChanges,
  type AlarmNote,
  type AlarmPlace,
  type AlarmRecord,
  type AlarmStore,
  MemoryAlarms,
  isAfter,
  placeOf,
} from './alarm-store.ts';

const batch = 64;

/**
 * Keeps alarms in SQLite, sealed under the connection's data key. What was sealed under
 * another key stays beside them, unread and untouched, in case that key comes back; a
 * damaged row is left out.
 */
export class SealedAlarms implements AlarmStore {
  readonly #db: Database;
  readonly #cipher: Cipher;
  readonly #connection: string;
  readonly #unsaved: MemoryAlarms;

  /** `unsaved`: what waits to be written; it is written at once where the disk takes it. */
  constructor(db: Database, cipher: Cipher, connection: string, unsaved = new MemoryAlarms()) {
    this.#db = db;
    this.#cipher = cipher;
    this.#connection = connection;
    this.#unsaved = unsaved;
    this.saveAgain();
  }

  raised(): AlarmRecord[] {
    const kept = this.#db
      .all(
        'SELECT id, sealed FROM alarm WHERE connection = ? AND key_id = ? AND recovered_at IS NULL',
        ...this.#own,
      )
      .filter(({ id }) => !this.#unsaved.has(String(id)))
      .flatMap(({ id, sealed }) => this.#opened(String(id), sealed));
    return [...kept, ...this.#unsaved.raised()];
  }

  *earlier(place: AlarmPlace | null): Generator<Alarm, undefined> {
    const waiting = this.#unsaved.earlier(place);
    for (const alarm of this.#keptEarlier(place)) {
      while (waiting[0] !== undefined && isAfter(alarm, placeOf(waiting[0])))
        yield* waiting.splice(0, 1);
      yield alarm;
    }
    yield* waiting;
  }

  note(name: AlarmNote): unknown {
    if (this.#unsaved.hasNote(name)) return this.#unsaved.note(name);
    const sealed = this.#db.all(
      'SELECT sealed FROM watch WHERE connection = ? AND key_id = ? AND name = ?',
      ...this.#own,
      name,
    )[0]?.['sealed'];
    return this.#plain(this.#notePlace(name), sealed);
  }

  save(changes: AlarmChanges): void {
    this.#unsaved.save(changes);
    this.#write(changes.before);
  }

  saveAgain(): void {
    this.#write();
  }

  get #own(): [connection: string, keyId: string] {
    return [this.#connection, this.#cipher.keyId];
  }

  #write(before?: number): void {
    const { all } = this.#unsaved;
    if (all === null && before === undefined) return;
    const trouble = this.#db.transaction(() => {
      if (before !== undefined)
        this.#db.run(
          'DELETE FROM alarm WHERE connection = ? AND recovered_at < ?',
          this.#connection,
          before,
        );
      for (const record of all?.put ?? []) this.#put(record);
      for (const [name, value] of Object.entries(all?.notes ?? {})) this.#putNote(name, value);
    });
    if (trouble === null) this.#unsaved.clear();
  }

  #put(record: AlarmRecord): void {
    const { id, recoveredAt } = record.alarm;
    this.#db.run(
      `INSERT INTO alarm (connection, key_id, id, recovered_at, sealed) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET recovered_at = excluded.recovered_at, sealed = excluded.sealed`,
      ...this.#own,
      id,
      recoveredAt,
      this.#cipher.seal(JSON.stringify(record), this.#place(id)),
    );
  }

  #putNote(name: string, value: unknown): void {
    if (value === null)
      this.#db.run(
        'DELETE FROM watch WHERE connection = ? AND key_id = ? AND name = ?',
        ...this.#own,
        name,
      );
    else
      this.#db.run(
        `INSERT INTO watch (connection, key_id, name, sealed) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET sealed = excluded.sealed`,
        ...this.#own,
        name,
        this.#cipher.seal(JSON.stringify(value), this.#notePlace(name)),
      );
  }

  *#keptEarlier(place: AlarmPlace | null): Generator<Alarm, undefined> {
    let { recoveredAt, id } = place ?? { recoveredAt: Number.MAX_SAFE_INTEGER, id: '' };
    for (;;) {
      const rows = this.#db.all(
        `SELECT id, recovered_at, sealed FROM alarm
         WHERE connection = ? AND key_id = ? AND (recovered_at, id) < (?, ?)
         ORDER BY recovered_at DESC, id DESC LIMIT ${batch}`,
        ...this.#own,
        recoveredAt,
        id,
      );
      for (const row of rows) {
        id = String(row['id']);
        recoveredAt = Number(row['recovered_at']);
        if (!this.#unsaved.has(id))
          yield* this.#opened(id, row['sealed']).map(({ alarm }) => alarm);
      }
      if (rows.length < batch) return;
    }
  }

  #opened(id: string, sealed: unknown): AlarmRecord[] {
    const record = this.#plain(this.#place(id), sealed);
    return record === null ? [] : [record as AlarmRecord];
  }

  #plain(place: string, sealed: unknown): unknown {
    if (!(sealed instanceof Uint8Array)) return null;
    const opened = this.#cipher.open(Buffer.from(sealed), place);
    return opened.ok ? JSON.parse(opened.plain.toString()) : null;
  }

  #place(id: string): string {
    return `alarm/${this.#connection}/${id}`;
  }

  #notePlace(name: string): string {
    return `watch/${this.#connection}/${name}`;
  }
}
