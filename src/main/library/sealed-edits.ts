import type { StorageTrouble } from '../../shared/failure.ts';
import type { Cipher } from '../keychain/cipher.ts';
import type { Database } from './database.ts';
import type {
  DraftRecord,
  EditChanges,
  EditStore,
  EntryRecord,
  HistoryRecord,
} from './edit-store.ts';

type Table = 'draft' | 'outbox' | 'history';

const historyBatch = 16;

/**
 * Keeps edits in SQLite, sealed under the connection's data key. What was sealed under
 * another key stays beside them, unread and untouched, in case that key comes back.
 */
export class SealedEdits implements EditStore {
  readonly onDisk = true;
  readonly #db: Database;
  readonly #cipher: Cipher;
  readonly #connection: string;
  readonly #damaged = new Set<string>();

  constructor(db: Database, cipher: Cipher, connection: string) {
    this.#db = db;
    this.#cipher = cipher;
    this.#connection = connection;
  }

  get unreadable(): number {
    const counts = (['draft', 'outbox', 'history'] as const).map((table) =>
      Number(
        this.#db.all(
          `SELECT count(*) AS rows FROM ${table} WHERE connection = ? AND key_id <> ?`,
          ...this.#own,
        )[0]?.['rows'] ?? 0,
      ),
    );
    return counts.reduce((sum, count) => sum + count, this.#damaged.size);
  }

  drafts(): DraftRecord[] {
    return this.#db
      .all('SELECT kind, id, sealed FROM draft WHERE connection = ? AND key_id = ?', ...this.#own)
      .flatMap(({ kind, id, sealed }) =>
        this.#opened<DraftRecord>('draft', `${String(kind)}/${String(id)}`, sealed),
      );
  }

  entries(): EntryRecord[] {
    return this.#db
      .all(
        'SELECT id, sealed FROM outbox WHERE connection = ? AND key_id = ? ORDER BY position',
        ...this.#own,
      )
      .flatMap(({ id, sealed }) => this.#opened<EntryRecord>('outbox', String(id), sealed));
  }

  history(before: number | null, limit: number): HistoryRecord[] {
    const records: HistoryRecord[] = [];
    if (limit > 0)
      for (const record of this.#historyBefore(before)) if (records.push(record) >= limit) break;
    return records;
  }

  historyRow(row: string): HistoryRecord | null {
    const found = this.#db.all(
      'SELECT sealed FROM history WHERE connection = ? AND key_id = ? AND id = ?',
      ...this.#own,
      row,
    )[0];
    if (found === undefined) return null;
    return this.#opened<HistoryRecord>('history', row, found['sealed'])[0] ?? null;
  }

  allHistory(): Iterable<HistoryRecord> {
    return this.#historyBefore(null);
  }

  /** In a database that is in memory only it is kept there, and the trouble given back all the same. */
  save({ drafts, entries, history }: EditChanges): StorageTrouble | null {
    const trouble = this.#db.transaction(() => {
      for (const { kind, id } of drafts?.removed ?? [])
        this.#remove('draft', `${kind}/${id}`, 'kind = ? AND id = ?', kind, id);
      for (const id of entries?.removed ?? []) this.#remove('outbox', id, 'id = ?', id);
      if (history?.before !== undefined)
        this.#db.run(
          'DELETE FROM history WHERE connection = ? AND at < ?',
          this.#connection,
          history.before,
        );
      for (const draft of drafts?.put ?? []) this.#putDraft(draft);
      for (const record of entries?.put ?? []) this.#putEntry(record);
      for (const record of history?.put ?? []) this.#putHistory(record);
    });
    if (trouble !== null || this.#db.view.writable) return trouble;
    return this.#db.view.trouble ?? 'unopenable';
  }

  get #own(): [connection: string, keyId: string] {
    return [this.#connection, this.#cipher.keyId];
  }

  #putDraft(draft: DraftRecord): void {
    const { kind, id } = draft.ref;
    this.#db.run(
      `INSERT INTO draft (connection, key_id, kind, id, sealed) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET sealed = excluded.sealed`,
      ...this.#own,
      kind,
      id,
      this.#sealed('draft', `${kind}/${id}`, draft),
    );
  }

  #putEntry(record: EntryRecord): void {
    const { id } = record.entry;
    this.#db.run(
      `INSERT INTO outbox (connection, key_id, id, sealed) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET sealed = excluded.sealed`,
      ...this.#own,
      id,
      this.#sealed('outbox', id, record),
    );
  }

  #putHistory(record: HistoryRecord): void {
    const { row, at } = record;
    this.#db.run(
      `INSERT INTO history (connection, key_id, id, at, sealed) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET at = excluded.at, sealed = excluded.sealed`,
      ...this.#own,
      row,
      at,
      this.#sealed('history', row, record),
    );
  }

  *#historyBefore(before: number | null): Generator<HistoryRecord, undefined> {
    let at = before ?? Number.MAX_SAFE_INTEGER;
    let position = 0;
    for (;;) {
      const rows = this.#db.all(
        `SELECT position, id, at, sealed FROM history
         WHERE connection = ? AND key_id = ? AND (at, position) < (?, ?)
         ORDER BY at DESC, position DESC LIMIT ${historyBatch}`,
        ...this.#own,
        at,
        position,
      );
      for (const row of rows) {
        yield* this.#opened<HistoryRecord>('history', String(row['id']), row['sealed']);
        at = Number(row['at']);
        position = Number(row['position']);
      }
      if (rows.length < historyBatch) return;
    }
  }

  #remove(table: Table, row: string, where: string, ...values: string[]): void {
    this.#db.run(
      `DELETE FROM ${table} WHERE connection = ? AND key_id = ? AND ${where}`,
      ...this.#own,
      ...values,
    );
    this.#damaged.delete(this.#place(table, row));
  }

  #sealed(table: Table, row: string, record: object): Buffer {
    const place = this.#place(table, row);
    this.#damaged.delete(place);
    return this.#cipher.seal(JSON.stringify(record), place);
  }

  /** The record, or nothing when the row is damaged: that must not keep the others back. */
  #opened<Kept>(table: Table, row: string, sealed: unknown): Kept[] {
    const place = this.#place(table, row);
    const opened =
      sealed instanceof Uint8Array ? this.#cipher.open(Buffer.from(sealed), place) : null;
    if (opened?.ok === true) return [JSON.parse(opened.plain.toString()) as Kept];
    this.#damaged.add(place);
    return [];
  }

  #place(table: Table, row: string): string {
    return `${table}/${this.#connection}/${row}`;
  }
}
