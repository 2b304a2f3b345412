import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Cipher, newDataKey } from '../keychain/cipher.ts';
import { Database } from './database.ts';
import type { DraftRecord } from './edit-store.ts';
import { EditStores } from './edit-stores.ts';

let folder: string;
let db: Database;
const cipher = new Cipher(newDataKey());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-edits-'));
  db = new Database(folder);
});

afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const nothing = { description: null, shortDescription: null, poster: null, thumbnail: null };
const draft = (name: string, changedAt: number): DraftRecord => ({
  ref: { kind: 'video', id: 'clip' },
  content: {
    kind: 'video',
    base: { name: null, ...nothing },
    fields: { name, ...nothing },
  },
  baseId: 'base',
  baseAt: null,
  changedAt,
});

test('keeps what is in memory over a switch between connections', () => {
  const stores = new EditStores(db);
  stores.of({ id: 'a', cipher: null }).save({ drafts: { put: [draft('mine', 1)] } });
  expect(stores.of({ id: 'b', cipher: null }).drafts()).toEqual([]);
  expect(stores.of({ id: 'a', cipher: null }).drafts()).toEqual([draft('mine', 1)]);
});

test('seals what was edited before the keychain answered', () => {
  const stores = new EditStores(db);
  stores.of({ id: 'a', cipher: null }).save({ drafts: { put: [draft('early', 5)] } });
  expect(stores.of({ id: 'a', cipher }).drafts()).toEqual([draft('early', 5)]);
  expect(new EditStores(db).of({ id: 'a', cipher }).drafts()).toEqual([draft('early', 5)]);
});

test('keeps the newer of two drafts', () => {
  const stores = new EditStores(db);
  stores.of({ id: 'a', cipher }).save({ drafts: { put: [draft('newer', 9)] } });
  stores.of({ id: 'a', cipher: null }).save({ drafts: { put: [draft('older', 5)] } });
  expect(stores.of({ id: 'a', cipher }).drafts()).toEqual([draft('newer', 9)]);
});
