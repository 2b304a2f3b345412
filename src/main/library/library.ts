import type { AddOutcome, LibraryChange, LibraryRow } from '../../shared/contract.ts';
import type { EntityKind, EntityRef, LiveEntity } from '../../shared/entities.ts';
import type { Result } from '../../shared/failure.ts';
import { identifiersIn } from '../../shared/identifiers.ts';
import type { Database } from './database.ts';
import { liveReading, shareReading } from './readings.ts';
import { type EntityRecord, type Records, keyOf } from './records.ts';

type Change = Pick<LibraryChange, 'changed' | 'removed'>;

const rowsUnsealedAtATime = 100;

/** The entities that a producer keeps for one connection, and what was last read of each. */
export class Library {
  readonly #db: Database | null;
  readonly #connection: string;
  readonly #records: Records;
  readonly #changed: (change: Change) => void;
  readonly #rows = new Map<string, LibraryRow>();
  /** Which preset each live entity uses, by its key. */
  readonly #presets = new Map<string, string>();
  #closed = false;

  /** `db` is null where nothing may be written: the demo. */
  constructor(
    db: Database | null,
    connection: string,
    records: Records,
    changed: (change: Change) => void,
  ) {
    this.#db = db;
    this.#connection = connection;
    this.#records = records;
    this.#changed = changed;
    this.#load();
  }

  rows(): LibraryRow[] {
    return [...this.#rows.values()];
  }

  row(ref: EntityRef): LibraryRow | undefined {
    return this.#rows.get(keyOf(ref));
  }

  /** The live entities that use a preset, as far as they were read, the newest first. */
  usersOf(presetId: string): LibraryRow[] {
    return this.rows()
      .filter((row) => this.#presets.get(keyOf(row)) === presetId)
      .sort((a, b) => (b.readAt ?? 0) - (a.readAt ?? 0));
  }

  record(ref: EntityRef): Result<EntityRecord | null> {
    return this.#records.get(ref);
  }

  /** Adds every identifier in pasted text that isn't there yet. */
  add(kind: EntityKind, text: string): AddOutcome {
    const { ids, empty, duplicates, refused } = identifiersIn(text, kind);
    const added = ids
      .map((id): EntityRef => ({ kind, id }))
      .filter((ref) => !this.#rows.has(keyOf(ref)));
    this.#insert(added);
    return { added, duplicates: duplicates + ids.length - added.length, empty, refused };
  }

  /** Adds one entity, known by its exact identifier. */
  insert(ref: EntityRef): void {
    if (!this.#rows.has(keyOf(ref))) this.#insert([ref]);
  }

  remove(ref: EntityRef): void {
    if (!this.#rows.delete(keyOf(ref))) return;
    this.#records.remove(ref);
    this.#db?.write(
      'DELETE FROM entity WHERE connection = ? AND kind = ? AND id = ?',
      this.#connection,
      ref.kind,
      ref.id,
    );
    this.#changed({ changed: [], removed: [ref] });
  }

  /** Keeps an answer of the service about an entity of the library. */
  keep(ref: EntityRef, record: EntityRecord): void {
    const before = this.#rows.get(keyOf(ref));
    if (before === undefined) return;
    const last = this.#records.get(ref);
    if (last.ok && last.value !== null) shareReading(last.value, record);
    this.#records.put(ref, record);
    this.#notePreset(ref, record);
    this.#update(before, { ...before, ...summaryOf(ref, record), state: 'known' });
  }

  noteNotFound(ref: EntityRef): void {
    const before = this.#rows.get(keyOf(ref));
    if (before !== undefined) this.#update(before, { ...before, state: 'not-found' });
  }

  /** Fills the rows' statuses from what was read before, a few at a time, and tells each live entity. */
  async unsealStatuses(
    told: (id: string, entity: LiveEntity) => void = () => undefined,
  ): Promise<void> {
    const known = this.rows().filter((row) => row.kind === 'live' && row.readAt !== null);
    for (let from = 0; from < known.length; from += rowsUnsealedAtATime) {
      await new Promise(setImmediate);
      if (this.#closed) return;
      const changed = known
        .slice(from, from + rowsUnsealedAtATime)
        .flatMap((row) => this.#withStatus(row, told));
      for (const row of changed) this.#rows.set(keyOf(row), row);
      if (changed.length > 0) this.#changed({ changed, removed: [] });
    }
  }

  /** Writes the whole index again, after the disk had refused some of it. */
  saveAgain(): void {
    this.#db?.transaction(() => {
      for (const { kind, id, name, state } of this.#rows.values())
        this.#db?.run(
          `INSERT INTO entity (connection, kind, id, name, state) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET name = excluded.name, state = excluded.state`,
          this.#connection,
          kind,
          id,
          name,
          state,
        );
    });
  }

  close(): void {
    this.#closed = true;
  }

  #withStatus(before: LibraryRow, told: (id: string, entity: LiveEntity) => void): LibraryRow[] {
    const row = this.#rows.get(keyOf(before));
    if (row !== before) return [];
    const record = this.#records.get(row);
    if (!record.ok || record.value === null) return [];
    this.#notePreset(row, record.value);
    told(row.id, liveReading(record.value).entity);
    return [{ ...row, ...summaryOf(row, record.value) }];
  }

  /** A preset of the library is known from the live entities that use it. */
  #notePreset(ref: EntityRef, record: EntityRecord): void {
    const preset = ref.kind === 'live' ? liveReading(record).entity.preset : undefined;
    if (preset?.id === undefined) {
      this.#presets.delete(keyOf(ref));
      return;
    }
    this.#presets.set(keyOf(ref), preset.id);
    const row = this.#rows.get(keyOf({ kind: 'preset', id: preset.id }));
    const name = preset.name ?? row?.name ?? '';
    if (row !== undefined && (row.state !== 'known' || row.name !== name))
      this.#update(row, { ...row, name, state: 'known' });
  }

  #insert(refs: readonly EntityRef[]): void {
    const rows = refs.map(emptyRow);
    if (rows.length === 0) return;
    this.#db?.transaction(() => {
      for (const { kind, id } of refs)
        this.#db?.run(
          'INSERT OR IGNORE INTO entity (connection, kind, id) VALUES (?, ?, ?)',
          this.#connection,
          kind,
          id,
        );
    });
    for (const row of rows) this.#rows.set(keyOf(row), row);
    this.#changed({ changed: rows, removed: [] });
  }

  #update(before: LibraryRow, after: LibraryRow): void {
    this.#rows.set(keyOf(after), after);
    if (after.name !== before.name || after.state !== before.state)
      this.#db?.write(
        'UPDATE entity SET name = ?, state = ? WHERE connection = ? AND kind = ? AND id = ?',
        after.name,
        after.state,
        this.#connection,
        after.kind,
        after.id,
      );
    this.#changed({ changed: [after], removed: [] });
  }

  #load(): void {
    const found = this.#db?.all(
      'SELECT kind, id, name, state, read_at FROM entity WHERE connection = ?',
      this.#connection,
    );
    for (const row of found ?? []) {
      const loaded: LibraryRow = {
        ...emptyRow({ kind: row['kind'] as EntityKind, id: String(row['id']) }),
        name: String(row['name']),
        state: row['state'] as LibraryRow['state'],
        readAt: typeof row['read_at'] === 'number' ? row['read_at'] : null,
      };
      this.#rows.set(keyOf(loaded), loaded);
    }
  }
}

const emptyRow = ({ kind, id }: EntityRef): LibraryRow => ({
  kind,
  id,
  name: '',
  status: null,
  relayTrouble: false,
  state: 'never-read',
  readAt: null,
});

function summaryOf(
  { kind }: EntityRef,
  record: EntityRecord,
): Partial<LibraryRow> & { readAt: number } {
  const { readAt } = record;
  if (kind !== 'live') return { ...nameIn(record), readAt };
  const { entity } = liveReading(record);
  return {
    name: entity.name ?? '',
    readAt,
    status: entity.status ?? '',
    relayTrouble: (entity.relay ?? []).some(
      ({ status }) => status !== undefined && status !== 'enable',
    ),
  };
}

function nameIn({ text }: EntityRecord): { name: string } {
  const { name } = JSON.parse(text) as Record<string, unknown>;
  return { name: typeof name === 'string' ? name : '' };
}
