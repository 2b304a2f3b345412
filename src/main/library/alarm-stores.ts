import type { Cipher } from '../keychain/cipher.ts';
import { type AlarmStore, MemoryAlarms } from './alarm-store.ts';
import type { Database } from './database.ts';
import { SealedAlarms } from './sealed-alarms.ts';

/** The alarms of every connection; those in memory outlast a switch to another one. */
export class AlarmStores {
  readonly #db: Database;
  readonly #inMemory = new Map<string, MemoryAlarms>();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * `cipher` is null where nothing can be sealed: the demo, work without saving, and
   * while the keychain hasn't answered. What was raised until it did is sealed then.
   */
  of({ id, cipher }: { readonly id: string; readonly cipher: Cipher | null }): AlarmStore {
    const held = this.#inMemory.get(id) ?? new MemoryAlarms();
    this.#inMemory.set(id, held);
    return cipher === null ? held : new SealedAlarms(this.#db, cipher, id, held);
  }
}
