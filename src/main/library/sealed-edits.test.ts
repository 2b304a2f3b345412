import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Cipher, newDataKey } from '../keychain/cipher.ts';
import { Database } from './database.ts';
import { SealedEdits } from './sealed-edits.ts';
import { historyRecord, liveDraft, liveEntry, presetDraft } from './testing/edit-records.ts';

const key = newDataKey();
const everything = {
  drafts: { put: [liveDraft('show'), presetDraft] },
  entries: { put: [liveEntry('e1'), liveEntry('e2')] },
  history: { put: [historyRecord('h1', 1_000), historyRecord('h2', 2_000)] },
};
const nothing = { drafts: 0, entries: 0, history: 0 };

let folder = '';
let db: Database;
const open = (dataKey = key, connection = 'c1'): SealedEdits =>
  new SealedEdits(db, new Cipher(dataKey), connection);
const countsIn = (store: SealedEdits) => ({
  drafts: store.drafts().length,
  entries: store.entries().length,
  history: [...store.allHistory()].length,
});
const damage = (table: string, id: string): void => {
  db.write(`UPDATE ${table} SET sealed = zeroblob(40) WHERE id = ?`, id);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-sealed-edits-'));
  db = new Database(folder);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('SealedEdits', () => {
  it('has everything again at the next opening', () => {
    expect(open().save(everything)).toBeNull();
    db.close();
    db = new Database(folder);
    expect(open().drafts()).toEqual(everything.drafts.put);
    expect(open().entries()).toEqual(everything.entries.put);
    expect(open().history(null, 9)).toEqual(everything.history.put.toReversed());
  });

  it('keeps connections apart, and writes no text or key in clear', () => {
    open().save(everything);
    expect(countsIn(open(key, 'c2'))).toEqual(nothing);
    expect(open(key, 'c2').unreadable).toBe(0);
    db.all('PRAGMA wal_checkpoint(TRUNCATE)');
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(files.join('')).not.toMatch(/canary|orning show|vening|rtmp/);
  });

  it('leaves what was sealed under another key as it was, and counts it', () => {
    open().save(everything);
    const other = open(newDataKey());
    expect(countsIn(other)).toEqual(nothing);
    expect(other.unreadable).toBe(6);
    other.save({
      drafts: { put: [liveDraft('show', 'other')], removed: [presetDraft.ref] },
      entries: { put: [liveEntry('e1', { kind: 'conflict' })], removed: ['e2'] },
      history: { put: [historyRecord('h1', 5_000)] },
    });
    expect(countsIn(other)).toEqual({ drafts: 1, entries: 1, history: 1 });
    expect(open().drafts()).toEqual(everything.drafts.put);
    expect(open().entries()).toEqual(everything.entries.put);
    expect(open().historyRow('h1')).toEqual(historyRecord('h1', 1_000));
    other.save({ history: { before: 2_000 } });
    expect(open().history(null, 9)).toEqual([historyRecord('h2', 2_000)]);
  });

  it('leaves a damaged row out, goes on with the others, and counts it until it is put again', () => {
    open().save(everything);
    damage('draft', 'show');
    damage('outbox', 'e1');
    damage('history', 'h2');
    const store = open();
    expect(store.drafts()).toEqual([presetDraft]);
    expect(store.entries()).toEqual([liveEntry('e2')]);
    expect(store.history(null, 1)).toEqual([historyRecord('h1', 1_000)]);
    expect(store.historyRow('h2')).toBeNull();
    expect(store.unreadable).toBe(3);
    store.save({ drafts: { put: [liveDraft('show')] }, entries: { removed: ['e1'] } });
    expect(store.drafts()).toHaveLength(2);
    expect(store.unreadable).toBe(1);
  });

  it('opens no row in another row’s place', () => {
    open().save(everything);
    db.write("UPDATE outbox SET sealed = (SELECT sealed FROM outbox WHERE id = 'e1')");
    expect(open().entries()).toEqual([liveEntry('e1')]);
  });

  it('does nothing of a save that the disk refuses, says why, and takes it later', () => {
    const store = open();
    store.save(everything);
    const page = Number(db.all('PRAGMA page_count')[0]?.['page_count']);
    db.all(`PRAGMA max_page_count = ${page}`);
    const changes = {
      entries: { put: [liveEntry('e3')], removed: ['e1'] },
      drafts: { put: [liveDraft('show', 'x'.repeat(1_000_000))], removed: [presetDraft.ref] },
      history: { before: 2_000 },
    };
    expect(store.save(changes)).toBe('full');
    expect(db.view.trouble).toBe('full');
    for (const one of [store, open()]) {
      expect(one.drafts()).toEqual(everything.drafts.put);
      expect(one.entries()).toEqual(everything.entries.put);
      expect(countsIn(one).history).toBe(2);
    }
    db.all('PRAGMA max_page_count = 100000');
    expect(store.save(changes)).toBeNull();
    expect(db.view.writable).toBe(true);
    expect(open().entries()).toEqual([liveEntry('e2'), liveEntry('e3')]);
    expect(open().drafts()).toEqual(changes.drafts.put);
  });

  it('shows what it had where the file can’t be opened, and never says that it saved', () => {
    open().save(everything);
    db.close();
    const holder = new DatabaseSync(join(folder, 'tally.db'));
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    db = new Database(folder);
    const store = open();
    expect(countsIn(store)).toEqual({ drafts: 2, entries: 2, history: 2 });
    expect(store.save({ entries: { put: [liveEntry('e3')], removed: ['e1'] } })).toBe('unopenable');
    expect(store.entries()).toEqual([liveEntry('e2'), liveEntry('e3')]);
    db.close();
    holder.close();
    db = new Database(folder);
    expect(open().entries()).toEqual(everything.entries.put);
  });

  it('saves a draft of 1 MB with 500 relays in 30 ms of processor time', () => {
    const store = open();
    const times = Array.from({ length: 15 }, (_, n) => {
      const draft = liveDraft('show', `${n}${'é'.repeat(500_000)}`, 500);
      const before = process.threadCpuUsage();
      store.save({ drafts: { put: [draft] } });
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1_000;
    }).toSorted((a, b) => a - b);
    expect(times[7]).toBeLessThan(30);
  });
});
