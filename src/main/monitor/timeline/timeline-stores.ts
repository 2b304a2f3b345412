import type { Cipher } from '../../keychain/cipher.ts';
import type { Database } from '../../library/database.ts';
import { SealedTimeline } from './sealed-timeline.ts';
import { MemoryTimeline, type TimelineStore } from './timeline-store.ts';

/** The timelines of every connection; those in memory outlast a switch to another one. */
export class TimelineStores {
  readonly #db: Database;
  readonly #inMemory = new Map<string, MemoryTimeline>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** `cipher` is null where nothing can be sealed: the demo, and work without saving. */
  of({ id, cipher }: { readonly id: string; readonly cipher: Cipher | null }): TimelineStore {
    if (cipher !== null) return new SealedTimeline(this.#db, cipher, id);
    const store = this.#inMemory.get(id) ?? new MemoryTimeline();
    this.#inMemory.set(id, store);
    return store;
  }
}
