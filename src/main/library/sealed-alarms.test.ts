import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Cipher, newDataKey } from '../keychain/cipher.ts';
import { type AlarmStore, MemoryAlarms, placeOf } from './alarm-store.ts';
import { AlarmStores } from './alarm-stores.ts';
import { Database } from './database.ts';
import { SealedAlarms } from './sealed-alarms.ts';
import { alarmRecord } from './testing/alarm-records.ts';

const key = newDataKey();
const recovered = (id: string, recoveredAt: number) => alarmRecord(id, { recoveredAt });
const idsOf = (store: AlarmStore): string[] => Array.from(store.earlier(null), ({ id }) => id);

let folder = '';
let db: Database;
const open = (dataKey = key, connection = 'c1', unsaved?: MemoryAlarms): SealedAlarms =>
  new SealedAlarms(db, new Cipher(dataKey), connection, unsaved);
/** The disk refuses all that is written until the function given back is called. */
const full = (): (() => void) => {
  db.all('PRAGMA query_only = ON');
  return () => {
    db.all('PRAGMA query_only = OFF');
  };
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-alarms-'));
  db = new Database(folder);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ['SealedAlarms', () => open()],
  ['MemoryAlarms', () => new MemoryAlarms()],
])('%s', (_name, made) => {
  it('tells raised and recovered ones apart, the last to recover first', () => {
    const store = made();
    store.save({
      put: [alarmRecord('a'), recovered('b', 2), recovered('d', 3), recovered('c', 3)],
    });
    expect(store.raised()).toEqual([alarmRecord('a')]);
    expect(idsOf(store)).toEqual(['d', 'c', 'b']);
    expect(Array.from(store.earlier(placeOf(recovered('d', 3).alarm)), ({ id }) => id)).toEqual([
      'c',
      'b',
    ]);
    store.save({ put: [recovered('a', 9)] });
    expect(store.raised()).toEqual([]);
    expect(idsOf(store)).toEqual(['a', 'd', 'c', 'b']);
    store.save({ before: 3 });
    expect(idsOf(store)).toEqual(['a', 'd', 'c']);
  });

  it('keeps and removes what is noted beside them', () => {
    const store = made();
    expect(store.note('muted')).toBeNull();
    store.save({ notes: { muted: [{ id: 'show', until: null }], webhook: 'https://x.example' } });
    store.save({ notes: { webhook: null } });
    expect(store.note('muted')).toEqual([{ id: 'show', until: null }]);
    expect(store.note('webhook')).toBeNull();
  });
});

describe('SealedAlarms', () => {
  it('has everything again at the next opening, in more than one batch', () => {
    const many = Array.from({ length: 200 }, (_, index) => recovered(`a${1_000 + index}`, index));
    open().save({ put: [...many, alarmRecord('raised', {}, true)], notes: { webhook: 'w' } });
    db.close();
    db = new Database(folder);
    expect(open().raised()).toEqual([alarmRecord('raised', {}, true)]);
    expect([...open().earlier(null)]).toEqual(many.map(({ alarm }) => alarm).reverse());
    expect(open().note('webhook')).toBe('w');
  });

  it('keeps connections apart, and writes no name or address in clear', () => {
    open().save({ put: [alarmRecord('a')], notes: { webhook: 'https://x.example/canary' } });
    expect(open(key, 'c2').raised()).toEqual([]);
    expect(open(key, 'c2').note('webhook')).toBeNull();
    db.all('PRAGMA wal_checkpoint(TRUNCATE)');
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(files.join('')).not.toMatch(/canary|orning show|segment/);
  });

  it('leaves what was sealed under another key as it was', () => {
    open().save({ put: [alarmRecord('a'), recovered('b', 1)], notes: { webhook: 'mine' } });
    const other = open(newDataKey());
    expect([other.raised(), idsOf(other), other.note('webhook')]).toEqual([[], [], null]);
    other.save({ put: [recovered('a', 5)], notes: { webhook: null } });
    expect(open().raised()).toEqual([alarmRecord('a')]);
    expect(open().note('webhook')).toBe('mine');
  });

  it('leaves a damaged row out and goes on with the others', () => {
    open().save({
      put: [alarmRecord('a'), alarmRecord('b'), recovered('c', 1), recovered('d', 2)],
    });
    db.write("UPDATE alarm SET sealed = zeroblob(40) WHERE id IN ('a', 'd')");
    expect(open().raised()).toEqual([alarmRecord('b')]);
    expect(idsOf(open())).toEqual(['c']);
  });

  it('opens a row in its own place only', () => {
    open().save({ put: [alarmRecord('a'), recovered('b', 1)] });
    db.write("UPDATE alarm SET sealed = (SELECT sealed FROM alarm WHERE id = 'a') WHERE id = 'b'");
    expect(idsOf(open())).toEqual([]);
  });

  it('holds what the disk refuses, shows it, and writes it with what comes next', () => {
    const store = open();
    store.save({ put: [alarmRecord('a'), recovered('b', 1), recovered('e', 9)] });
    const free = full();
    store.save({ put: [recovered('a', 5), alarmRecord('c')], notes: { muted: [] } });
    expect(db.view.writable).toBe(false);
    expect(store.raised()).toEqual([alarmRecord('c')]);
    expect(idsOf(store)).toEqual(['e', 'a', 'b']);
    expect(store.note('muted')).toEqual([]);
    expect(open().raised()).toEqual([alarmRecord('a')]);
    free();
    store.saveAgain();
    expect(open().raised()).toEqual([alarmRecord('c')]);
    expect(idsOf(open())).toEqual(['e', 'a', 'b']);
    expect(open().note('muted')).toEqual([]);
  });
});

describe('AlarmStores', () => {
  const cipher = new Cipher(key);

  it('keeps what is in memory over a switch between connections', () => {
    const stores = new AlarmStores(db);
    stores.of({ id: 'a', cipher: null }).save({ put: [alarmRecord('mine')] });
    expect(stores.of({ id: 'b', cipher: null }).raised()).toEqual([]);
    expect(stores.of({ id: 'a', cipher: null }).raised()).toEqual([alarmRecord('mine')]);
  });

  it('seals what was raised before the keychain answered', () => {
    const stores = new AlarmStores(db);
    stores.of({ id: 'a', cipher: null }).save({ put: [alarmRecord('early')] });
    expect(stores.of({ id: 'a', cipher }).raised()).toEqual([alarmRecord('early')]);
    expect(new AlarmStores(db).of({ id: 'a', cipher }).raised()).toEqual([alarmRecord('early')]);
  });

  it('keeps what the disk refused over a switch, and writes it then', () => {
    const stores = new AlarmStores(db);
    const free = full();
    stores.of({ id: 'a', cipher }).save({ put: [alarmRecord('late')] });
    expect(stores.of({ id: 'a', cipher }).raised()).toEqual([alarmRecord('late')]);
    free();
    stores.of({ id: 'a', cipher });
    expect(new AlarmStores(db).of({ id: 'a', cipher }).raised()).toEqual([alarmRecord('late')]);
  });
});
