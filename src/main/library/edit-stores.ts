import type { Cipher } from '../keychain/cipher.ts';
import type { Database } from './database.ts';
import { type EditStore, MemoryEdits } from './edit-store.ts';
import { keyOf } from './records.ts';
import { SealedEdits } from './sealed-edits.ts';

/** The edits of every connection; those in memory outlast a switch to another one. */
export class EditStores {
  readonly #db: Database;
  readonly #inMemory = new Map<string, MemoryEdits>();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * `cipher` is null where nothing can be sealed: the demo, work without saving, and
   * while the keychain hasn't answered. What was edited until it did is sealed then.
   */
  of({ id, cipher }: { readonly id: string; readonly cipher: Cipher | null }): EditStore {
    const held = this.#inMemory.get(id);
    if (cipher !== null) {
      const sealed = new SealedEdits(this.#db, cipher, id);
      if (held !== undefined && moved(held, sealed)) this.#inMemory.delete(id);
      return sealed;
    }
    const store = held ?? new MemoryEdits();
    this.#inMemory.set(id, store);
    return store;
  }
}

/** Of two drafts of an entity the newer one is kept. */
function moved(from: MemoryEdits, to: SealedEdits): boolean {
  const changedAt = new Map(to.drafts().map((draft) => [keyOf(draft.ref), draft.changedAt]));
  const put = from.drafts().filter((one) => one.changedAt > (changedAt.get(keyOf(one.ref)) ?? 0));
  const trouble = to.save({
    drafts: { put },
    entries: { put: from.entries() },
    history: { put: [...from.allHistory()] },
  });
  return trouble === null;
}
