import { randomUUID } from 'node:crypto';
import type { ConnectionView, ConnectionsView } from '../../shared/contract.ts';
import { serviceAddress } from '../../shared/address.ts';
import { type Failure, type Result, fail, ok } from '../../shared/failure.ts';
import { Cipher, newDataKey } from '../keychain/cipher.ts';
import type { ConnectionSecret, Keychain } from '../keychain/keychain.ts';
import type { Redactor } from '../keychain/redaction.ts';
import type { Access } from '../service/client.ts';
import type { Database } from './database.ts';
import { tables } from './schema.ts';

/** A connection with all that main knows of it; never leaves main. */
interface Connection {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly demo: boolean;
  readonly secret: ConnectionView['secret'];
  readonly failure: Failure | null;
  readonly authorised: ConnectionView['authorised'];
  readonly token: string | null;
  readonly createdAt: number;
  readonly cipher: Cipher | null;
}

type Keep = 'keychain' | 'memory';
type Kept = Pick<Connection, 'secret' | 'token' | 'cipher'>;

/**
 * The connections of this workstation: the rows are in the database, the token
 * and the data key in the keychain. Only the active connection's item is asked for.
 */
export class Connections {
  readonly #db: Database;
  readonly #keychain: Pick<Keychain, 'read' | 'write' | 'remove'>;
  readonly #redactor: Redactor;
  readonly #now: () => number;
  readonly #changed: (view: ConnectionsView) => void;
  #all: readonly Connection[] = [];
  /** A typed token that no keychain took yet, so that it needn't be typed again. */
  #untaken: string | null = null;
  #activeId: string | null = null;

  constructor(
    db: Database,
    keychain: Pick<Keychain, 'read' | 'write' | 'remove'>,
    redactor: Redactor,
    now: () => number,
    changed: (view: ConnectionsView) => void,
  ) {
    this.#db = db;
    this.#keychain = keychain;
    this.#redactor = redactor;
    this.#now = now;
    this.#changed = changed;
    this.#all = db
      .all('SELECT id, name, address, created_at FROM connection ORDER BY created_at, id')
      .map((row) => ({
        id: String(row['id']),
        name: String(row['name']),
        address: String(row['address']),
        demo: false,
        secret: 'asking',
        failure: null,
        authorised: 'unknown',
        token: null,
        createdAt: Number(row['created_at']),
        cipher: null,
      }));
    const active = db.all("SELECT value FROM setting WHERE name = 'active-connection'")[0];
    const activeId = active?.['value'];
    this.#activeId = this.#all.some(({ id }) => id === activeId)
      ? String(activeId)
      : (this.#all[0]?.id ?? null);
  }

  get view(): ConnectionsView {
    return { activeId: this.#activeId, all: this.#all.map(viewOf) };
  }

  get active(): Connection | null {
    return this.#all.find(({ id }) => id === this.#activeId) ?? null;
  }

  /** Address and token of the active connection, or why there are none. */
  get access(): Result<Access> {
    const active = this.active;
    if (active === null) return fail({ kind: 'no-connection' });
    if (active.token !== null) return ok({ address: active.address, token: active.token });
    return fail(active.failure ?? { kind: 'keychain', trouble: 'frozen' });
  }

  async add(
    name: string,
    typed: string,
    token: string | null,
    keep: Keep,
  ): Promise<Result<ConnectionView>> {
    const checked = serviceAddress(typed);
    if (!checked.ok) return fail({ kind: 'invalid', message: checked.reason });
    const id = randomUUID();
    const kept = await this.#keepSecret(id, token, keep);
    if (!kept.ok) {
      // A write that was too late may have landed all the same.
      if (keep === 'keychain') void this.#keychain.remove(id);
      return kept;
    }
    const connection: Connection = {
      id,
      name,
      address: checked.address,
      demo: false,
      failure: null,
      authorised: 'unknown',
      createdAt: this.#now(),
      ...kept.value,
    };
    this.#save(connection);
    return ok(this.#insert(connection));
  }

  /** The connection to the embedded demo: in memory only, gone at the next start. */
  addDemo(address: string, token: string): ConnectionView {
    this.#redactor.add(token);
    const { id } = this.#all.find(({ demo }) => demo) ?? { id: randomUUID() };
    this.#all = this.#all.filter((connection) => connection.id !== id);
    return this.#insert({
      id,
      name: 'Demo',
      address,
      demo: true,
      authorised: 'unknown',
      secret: 'memory',
      failure: null,
      token,
      createdAt: this.#now(),
      cipher: null,
    });
  }

  activate(id: string): boolean {
    const found = this.#all.find((connection) => connection.id === id);
    if (found === undefined) return false;
    this.#activeId = id;
    this.#saveActive(found);
    this.#announce();
    return true;
  }

  rename(id: string, name: string): void {
    this.#db.write('UPDATE connection SET name = ? WHERE id = ?', name, id);
    this.#patch(id, { name });
  }

  /** Asks the keychain for the secret of a connection that has none in memory yet. */
  async unlock(id: string): Promise<void> {
    const connection = this.#all.find((one) => one.id === id);
    if (connection?.token !== null) return;
    this.#patch(id, { secret: 'asking', failure: null });
    const read = await this.#keychain.read(id);
    if (read.ok && read.value !== null) {
      const { token, dataKey } = read.value;
      this.#redactor.add(token);
      this.#patch(id, { secret: 'kept', token, cipher: new Cipher(dataKey) });
      return;
    }
    this.#patch(id, {
      secret: 'trouble',
      failure: read.ok ? { kind: 'keychain', trouble: 'item-missing' } : read.failure,
    });
  }

  /**
   * Takes a new token. A data key that the keychain still holds is kept, so that
   * what was sealed stays readable; only when the item is gone is a new one made.
   */
  async replaceToken(id: string, token: string | null, keep: Keep): Promise<Result<void>> {
    if (!this.#all.some((one) => one.id === id)) return fail({ kind: 'no-connection' });
    const kept = await this.#keepSecret(id, token, keep);
    if (!kept.ok) return kept;
    this.#patch(id, { ...kept.value, failure: null, authorised: 'unknown' });
    return ok(undefined);
  }

  /** Removes the keychain item, and with it the key to all that was sealed, then the rows. */
  async remove(id: string): Promise<Result<void>> {
    const connection = this.#all.find((one) => one.id === id);
    if (connection === undefined) return ok(undefined);
    if (!connection.demo) {
      const removed = await this.#keychain.remove(id);
      if (!removed.ok && connection.secret === 'kept') return removed;
      this.#db.transaction(() => {
        for (const table of tables)
          if (table !== 'connection' && table !== 'setting')
            this.#db.run(`DELETE FROM ${table} WHERE connection = ?`, id);
        this.#db.run('DELETE FROM connection WHERE id = ?', id);
      });
    }
    this.#all = this.#all.filter((one) => one.id !== id);
    if (this.#activeId === id) this.#activeId = this.#all[0]?.id ?? null;
    this.#announce();
    return ok(undefined);
  }

  /** Writes every connection again, after the disk had refused some. */
  saveAgain(): void {
    for (const connection of this.#all) if (!connection.demo) this.#save(connection);
    const { active } = this;
    if (active !== null) this.#saveActive(active);
  }

  noteAuthorised(id: string, authorised: 'yes' | 'no'): void {
    if (this.#all.find((one) => one.id === id)?.authorised === authorised) return;
    this.#patch(id, { authorised });
  }

  async #keepSecret(id: string, typed: string | null, keep: Keep): Promise<Result<Kept>> {
    const token = typed ?? this.#untaken;
    if (token === null) return fail({ kind: 'invalid', message: 'Enter the API token.' });
    this.#untaken = token;
    const kept = await this.#keepIn(keep, id, token);
    if (kept.ok) this.#untaken = null;
    return kept;
  }

  #save({ id, name, address, createdAt }: Connection): void {
    this.#db.write(
      `INSERT INTO connection (id, name, address, created_at) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET name = excluded.name`,
      id,
      name,
      address,
      createdAt,
    );
  }

  #saveActive({ id, demo }: Connection): void {
    if (demo) return;
    this.#db.write(
      "INSERT INTO setting VALUES ('active-connection', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      id,
    );
  }

  async #keepIn(keep: Keep, id: string, token: string): Promise<Result<Kept>> {
    this.#redactor.add(token);
    if (keep === 'memory') return ok({ secret: 'memory', token, cipher: null });
    const held = await this.#keychain.read(id);
    if (!held.ok) return held;
    const secret: ConnectionSecret = { token, dataKey: held.value?.dataKey ?? newDataKey() };
    const written = await this.#keychain.write(id, secret);
    if (!written.ok) return written;
    return ok({ secret: 'kept', token, cipher: new Cipher(secret.dataKey) });
  }

  #insert(connection: Connection): ConnectionView {
    this.#all = [...this.#all, connection];
    this.#announce();
    return viewOf(connection);
  }

  #patch(id: string, change: Partial<Connection>): void {
    this.#all = this.#all.map((one) => (one.id === id ? { ...one, ...change } : one));
    this.#announce();
  }

  #announce(): void {
    this.#changed(this.view);
  }
}

const viewOf = ({
  id,
  name,
  address,
  demo,
  secret,
  authorised,
  failure,
}: Connection): ConnectionView => ({
  id,
  name,
  address,
  demo,
  secret,
  authorised,
  ...(failure === null ? {} : { failure }),
});
