import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Cipher, newDataKey } from '../keychain/cipher.ts';
import { Database } from './database.ts';
import { type EditStore, MemoryEdits } from './edit-store.ts';
import { SealedEdits } from './sealed-edits.ts';
import { historyRecord, liveDraft, liveEntry, presetDraft } from './testing/edit-records.ts';

let folder = '';
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-edits-'));
  db = new Database(folder);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each<[string, () => EditStore]>([
  ['SealedEdits', () => new SealedEdits(db, new Cipher(newDataKey()), 'c1')],
  ['MemoryEdits', () => new MemoryEdits()],
])('%s', (_, open) => {
  it('is empty at first', () => {
    const store = open();
    expect(store.drafts()).toEqual([]);
    expect(store.entries()).toEqual([]);
    expect(store.history(null, 10)).toEqual([]);
    expect(store.historyRow('h1')).toBeNull();
    expect([...store.allHistory()]).toEqual([]);
    expect(store.unreadable).toBe(0);
  });

  it('gives a draft back as it was put, also what it left unsaid', () => {
    const store = open();
    const odd = liveDraft('odd / id', 'שלום 👩‍🚀\u200b\r\n\ud800 half', 0);
    expect(store.save({ drafts: { put: [liveDraft('show'), odd, presetDraft] } })).toBeNull();
    const drafts = store.drafts();
    expect(drafts).toHaveLength(3);
    expect(drafts).toEqual(expect.arrayContaining([liveDraft('show'), odd, presetDraft]));
    const kept = drafts.find(({ ref }) => ref.id === 'show')?.content;
    expect(kept?.kind === 'live' && 'description' in kept.base).toBe(false);
  });

  it('puts a later draft in the place of the earlier one, and lets one go', () => {
    const store = open();
    const sameId = { ...presetDraft, ref: { kind: 'preset' as const, id: 'show' } };
    store.save({ drafts: { put: [liveDraft('show'), sameId] } });
    store.save({ drafts: { put: [liveDraft('show', 'later')] } });
    expect(store.drafts()).toHaveLength(2);
    store.save({ drafts: { removed: [sameId.ref, { kind: 'video', id: 'never there' }] } });
    expect(store.drafts()).toEqual([liveDraft('show', 'later')]);
  });

  it('keeps entries in the order in which they were first put', () => {
    const store = open();
    store.save({ entries: { put: [liveEntry('b'), liveEntry('a')] } });
    store.save({ entries: { put: [liveEntry('c')], removed: ['a'] } });
    store.save({ entries: { put: [liveEntry('b', { kind: 'sending' })] } });
    expect(store.entries()).toEqual([liveEntry('b', { kind: 'sending' }), liveEntry('c')]);
    store.save({ entries: { put: [liveEntry('a')], removed: ['c'] } });
    expect(store.entries().map(({ entry }) => entry.id)).toEqual(['b', 'a']);
  });

  it('pages through the history, newest first, and lets the old go', () => {
    const store = open();
    const put = [3, 1, 4, 2, 5].map((at) => historyRecord(`h${at}`, at * 1_000));
    store.save({ history: { put } });
    const rows = (before: number | null, limit: number) =>
      store.history(before, limit).map(({ row }) => row);
    expect(rows(null, 2)).toEqual(['h5', 'h4']);
    expect(rows(4_000, 2)).toEqual(['h3', 'h2']);
    expect(rows(null, 0)).toEqual([]);
    expect(store.historyRow('h3')).toEqual(historyRecord('h3', 3_000));
    store.save({ history: { before: 3_000, put: [historyRecord('late', 1)] } });
    expect(rows(null, 10)).toEqual(['h5', 'h4', 'h3', 'late']);
  });

  it('gives all of a long history, also rows of the same moment, the last put first', () => {
    const store = open();
    const put = Array.from({ length: 100 }, (_, n) => historyRecord(`h${n}`, n < 50 ? 7 : 8));
    store.save({ history: { put } });
    const rows = [...store.allHistory()].map(({ row }) => row);
    expect(rows).toEqual(put.map(({ row }) => row).reverse());
    expect(store.history(null, 60).map(({ row }) => row)).toEqual(rows.slice(0, 60));
  });
});
