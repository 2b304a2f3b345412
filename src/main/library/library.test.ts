import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EntityRef } from '../../shared/entities.ts';
import { Cipher, newDataKey } from '../keychain/cipher.ts';
import { Database } from './database.ts';
import { Library } from './library.ts';
import { heldPreset } from './presets.ts';
import { type EntityRecord, MemoryRecords, SealedRecords } from './records.ts';

const connection = 'c1';
const show: EntityRef = { kind: 'live', id: 'show' };
const record = (fields: object, readAt = 1_000): EntityRecord => ({
  text: JSON.stringify({ id: 'show', name: 'Morning show', ...fields }),
  readAt,
  tookMs: 20,
});

let folder = '';
let key: Buffer;
let db: Database;
let changes: unknown[] = [];

const open = (dataKey = key): Library =>
  new Library(db, connection, new SealedRecords(db, new Cipher(dataKey), connection), (change) =>
    changes.push(change),
  );

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-library-'));
  key = newDataKey();
  db = new Database(folder);
  db.write("INSERT INTO connection VALUES ('c1', 'Desk', 'https://api.example.com', 1)");
  changes = [];
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('Library', () => {
  it('adds what is new, and counts what is there already and what is empty', () => {
    const library = open();
    library.add('live', 'show');
    const outcome = library.add('live', 'show\n\nother\nother\n');
    expect(outcome.added).toEqual([{ kind: 'live', id: 'other' }]);
    expect(outcome.duplicates).toBe(2);
    expect(outcome.empty).toBeGreaterThan(0);
  });

  it('has its rows and what was last read again at the next opening', async () => {
    const first = open();
    first.insert(show);
    first.keep(show, record({ status: 'broadcasting', relay: [{ status: 'error' }] }));
    const next = open();
    expect(next.row(show)).toMatchObject({ name: 'Morning show', state: 'known', readAt: 1_000 });
    await next.unsealStatuses();
    expect(next.row(show)).toMatchObject({ status: 'broadcasting', relayTrouble: true });
    expect(next.record(show)).toMatchObject({ ok: true, value: { readAt: 1_000, tookMs: 20 } });
  });

  it('knows a preset from the live entities that use it, the newest first', () => {
    const library = open();
    const ladder = { kind: 'preset', id: 'ladder' } as const;
    const other = { kind: 'live', id: 'other' } as const;
    for (const ref of [show, other, ladder]) library.insert(ref);
    const preset = { id: 'ladder', name: 'Ladder', profiles: [] };
    library.keep(show, record({ preset }));
    library.keep(other, { ...record({ id: 'other', preset }), readAt: 2_000 });
    expect(library.row(ladder)).toMatchObject({ name: 'Ladder', state: 'known' });
    expect(library.usersOf('ladder').map(({ id }) => id)).toEqual(['other', 'show']);
    expect(heldPreset(library, 'ladder')).toMatchObject({
      heldBy: { id: 'other' },
      record: { text: JSON.stringify(preset), readAt: 2_000 },
    });
    library.keep(other, { ...record({ id: 'other', preset: null }), readAt: 3_000 });
    expect(heldPreset(library, 'ladder')).toMatchObject({ heldBy: { id: 'show' } });
    expect(heldPreset(library, 'unknown')).toBeNull();
  });

  it('writes nothing of an answer in clear but the name', () => {
    const library = open();
    library.insert(show);
    library.keep(show, record({ description: 'canary text', ingest: { key: 'canary-key' } }));
    db.close();
    const file = readFileSync(join(folder, 'tally.db'), 'latin1');
    expect(file).toContain('Morning show');
    expect(file).not.toContain('canary');
    db = new Database(folder);
  });

  it('keeps what was sealed under another key, unread, with its reason', () => {
    const first = open();
    first.insert(show);
    first.keep(show, record({}));
    const other = open(newDataKey());
    expect(other.record(show)).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
    expect(open().record(show)).toMatchObject({ ok: true, value: { readAt: 1_000 } });
  });

  it('holds the newest age in memory and writes an unchanged answer every 30 s only', () => {
    const library = open();
    library.insert(show);
    const onDisk = () => db.all("SELECT read_at FROM entity WHERE id = 'show'")[0]?.['read_at'];
    library.keep(show, record({}, 1_000));
    library.keep(show, record({}, 6_000));
    expect(library.record(show)).toMatchObject({ value: { readAt: 6_000 } });
    expect(onDisk()).toBe(1_000);
    library.keep(show, record({}, 31_000));
    expect(onDisk()).toBe(31_000);
    library.keep(show, record({ name: 'New name' }, 32_000));
    expect(onDisk()).toBe(32_000);
  });

  it('holds what the disk refuses in memory', () => {
    const library = open();
    library.insert(show);
    db.all('PRAGMA max_page_count = 12');
    library.keep(show, record({ description: 'x'.repeat(500_000) }));
    expect(library.record(show)).toMatchObject({ ok: true, value: { readAt: 1_000 } });
  });

  it('writes what the disk refused once it takes it again', () => {
    const library = open();
    db.all('PRAGMA max_page_count = 12');
    library.add('live', Array.from({ length: 2_000 }, (_, n) => `entity-${n}`).join('\n'));
    expect(db.mayRecover).toBe(true);
    expect(open().rows()).toEqual([]);
    db.all('PRAGMA max_page_count = 100000');
    db.probe();
    expect(db.view.writable).toBe(true);
    library.saveAgain();
    expect(open().rows()).toHaveLength(2_000);
  });

  it('forgets an entity that is removed, and says so', () => {
    const library = open();
    library.insert(show);
    library.keep(show, record({}));
    library.remove(show);
    expect(open().rows()).toEqual([]);
    expect(changes.at(-1)).toEqual({ changed: [], removed: [show] });
  });

  it('notes an entity that the service doesn’t know, and keeps the last facts', () => {
    const library = open();
    library.insert(show);
    library.keep(show, record({}));
    library.noteNotFound(show);
    expect(open().row(show)).toMatchObject({ state: 'not-found', name: 'Morning show' });
  });

  it('writes nothing at all for the demo', () => {
    const library = new Library(null, connection, new MemoryRecords(), () => undefined);
    library.insert(show);
    library.keep(show, record({}));
    expect(library.row(show)?.name).toBe('Morning show');
    expect(db.all('SELECT * FROM entity')).toEqual([]);
  });

  it('adds 10,000 entities in less than a second', () => {
    const library = open();
    const began = performance.now();
    library.add('live', Array.from({ length: 10_000 }, (_, n) => `entity-${n}`).join('\n'));
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(open().rows()).toHaveLength(10_000);
  });
});
