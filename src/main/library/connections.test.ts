import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Result, fail, ok } from '../../shared/failure.ts';
import { Cipher } from '../keychain/cipher.ts';
import type { ConnectionSecret } from '../keychain/keychain.ts';
import { Redactor } from '../keychain/redaction.ts';
import { Connections } from './connections.ts';
import { Database } from './database.ts';
import { SealedAlarms } from './sealed-alarms.ts';
import { SealedEdits } from './sealed-edits.ts';
import { alarmRecord } from './testing/alarm-records.ts';
import { historyRecord, liveDraft, liveEntry } from './testing/edit-records.ts';

class FakeKeychain {
  readonly items = new Map<string, ConnectionSecret>();
  locked = false;

  #answer<T>(value: T): Promise<Result<T>> {
    return Promise.resolve(this.locked ? fail({ kind: 'keychain', trouble: 'locked' }) : ok(value));
  }

  read(id: string): Promise<Result<ConnectionSecret | null>> {
    return this.#answer(this.items.get(id) ?? null);
  }

  write(id: string, secret: ConnectionSecret): Promise<Result<void>> {
    if (!this.locked) this.items.set(id, secret);
    return this.#answer(undefined);
  }

  remove(id: string): Promise<Result<void>> {
    if (!this.locked) this.items.delete(id);
    return this.#answer(undefined);
  }
}

let folder = '';
let keychain: FakeKeychain;
let db: Database;
const open = () =>
  new Connections(
    db,
    keychain,
    new Redactor(),
    () => 1,
    () => undefined,
  );

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-connections-'));
  keychain = new FakeKeychain();
  db = new Database(folder);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

async function connected() {
  const connections = open();
  const added = await connections.add('Desk', ' https://api.example.com/v1/ ', 'token', 'keychain');
  if (!added.ok) throw new Error('not added');
  connections.activate(added.value.id);
  return { connections, id: added.value.id };
}

describe('Connections', () => {
  it('keeps the token in the keychain and the rest in the database', async () => {
    const { connections, id } = await connected();
    expect(keychain.items.get(id)?.token).toBe('token');
    expect(connections.access).toEqual(ok({ address: 'https://api.example.com', token: 'token' }));
    expect(JSON.stringify(db.all('SELECT * FROM connection'))).not.toContain('token');
  });

  it('never shows a token in its view', async () => {
    const { connections } = await connected();
    expect(JSON.stringify(connections.view)).not.toContain('"token"');
  });

  it('asks the keychain again at the next start', async () => {
    const { id } = await connected();
    const next = open();
    expect(next.view).toMatchObject({ activeId: id, all: [{ secret: 'asking' }] });
    await next.unlock(id);
    expect(next.access.ok).toBe(true);
  });

  it('adds nothing while the keychain is locked', async () => {
    keychain.locked = true;
    const connections = open();
    expect(await connections.add('Desk', 'https://api.example.com', 'token', 'keychain')).toEqual(
      fail({ kind: 'keychain', trouble: 'locked' }),
    );
    expect(connections.view.all).toEqual([]);
  });

  it('holds a token that the keychain didn’t take, so that it needn’t be typed again', async () => {
    keychain.locked = true;
    const connections = open();
    await connections.add('Desk', 'https://api.example.com', 'token', 'keychain');
    keychain.locked = false;
    const added = await connections.add('Desk', 'https://api.example.com', null, 'keychain');
    expect(added.ok).toBe(true);
    expect([...keychain.items.values()][0]?.token).toBe('token');
    const again = await connections.add('Other', 'https://api.example.com', null, 'keychain');
    expect(again.ok ? null : again.failure).toMatchObject({ kind: 'invalid' });
  });

  it('takes an empty answer for a known connection as lost or locked, never as new', async () => {
    const { id } = await connected();
    keychain.items.clear();
    const next = open();
    await next.unlock(id);
    expect(next.view.all[0]).toMatchObject({
      secret: 'trouble',
      failure: { kind: 'keychain', trouble: 'item-missing' },
    });
    expect(keychain.items.size).toBe(0);
  });

  it('keeps the data key when only the token is replaced', async () => {
    const { connections, id } = await connected();
    const before = keychain.items.get(id)?.dataKey;
    await connections.replaceToken(id, 'new token', 'keychain');
    expect(keychain.items.get(id)).toEqual({ token: 'new token', dataKey: before });
  });

  it('writes nothing to the keychain for work without saving', async () => {
    const { connections, id } = await connected();
    keychain.items.clear();
    await connections.replaceToken(id, 'new token', 'memory');
    expect(keychain.items.size).toBe(0);
    expect(connections.active).toMatchObject({ secret: 'memory', cipher: null });
    expect(connections.access.ok).toBe(true);
  });

  it('refuses an address with its reason', async () => {
    const added = await open().add('Desk', 'ftp://example.com', 'token', 'keychain');
    expect(added.ok ? null : added.failure.kind).toBe('invalid');
  });

  it('removes the keychain item with the connection, and activates the next', async () => {
    const { connections, id } = await connected();
    const other = await connections.add('Other', 'https://b.example.com', 'b', 'keychain');
    await connections.remove(id);
    expect(keychain.items.has(id)).toBe(false);
    expect(connections.view.activeId).toBe(other.ok ? other.value.id : null);
  });

  it('removes what was kept for the connection, and nothing of another’s', async () => {
    const { connections, id } = await connected();
    const edits = (connection: string) =>
      new SealedEdits(db, new Cipher(Buffer.alloc(32)), connection);
    for (const connection of [id, 'other'])
      edits(connection).save({
        drafts: { put: [liveDraft('show')] },
        entries: { put: [liveEntry('e1')] },
        history: { put: [historyRecord('h1', 1)] },
      });
    for (const connection of [id, 'other']) {
      const cipher = new Cipher(Buffer.alloc(32));
      new SealedAlarms(db, cipher, connection).save({
        put: [alarmRecord('a1')],
        notes: { muted: [] },
      });
      db.write("INSERT INTO event VALUES (NULL, ?, 'key', 'show', 1, x'00')", connection);
      db.write("INSERT INTO point VALUES (?, 'show', 60, 1, 2, 3, 4)", connection);
    }
    await connections.remove(id);
    for (const table of ['draft', 'outbox', 'history', 'alarm', 'watch', 'event', 'point'])
      expect(db.all(`SELECT connection FROM ${table}`), table).toEqual([{ connection: 'other' }]);
  });

  it('keeps a connection whose keychain item can’t be removed', async () => {
    const { connections, id } = await connected();
    keychain.locked = true;
    expect((await connections.remove(id)).ok).toBe(false);
    expect(connections.view.all.map((one) => one.id)).toEqual([id]);
  });

  it('forgets the demo at the next start', async () => {
    const connections = open();
    const demo = connections.addDemo('http://127.0.0.1:1234', 'demo token');
    connections.activate(demo.id);
    expect(connections.access.ok).toBe(true);
    expect(open().view.all).toEqual([]);
    await Promise.resolve();
  });
});
