import { Cipher } from '../../keychain/cipher.ts';
import { Database } from '../../library/database.ts';
import type { HistoryRecord } from '../../library/edit-store.ts';
import { keyOf } from '../../library/records.ts';
import { SealedEdits } from '../../library/sealed-edits.ts';
import { receivedIn } from './file-service.ts';
import { type Told, connection, testKey, versionIn, versionReceived } from './versions.ts';

const change = (ref: string, version: number): string => `${ref} v${version}`;

/** What was acknowledged in a folder so far, to be held against what is there after a crash. */
export class CrashLedger {
  readonly counts = { drafts: 0, queued: 0, noted: 0, discarded: 0, received: 0 };
  readonly #folder: string;
  /** The last version of each entity's draft that was acknowledged. */
  readonly #drafts = new Map<string, number>();
  readonly #queueing = new Map<string, number>();
  readonly #queued = new Set<string>();
  readonly #discarding = new Set<string>();
  readonly #noted = new Set<string>();
  /** The rows of the history that were seen, and which change each is. */
  readonly #history = new Map<string, string>();
  /** The changes that, so the history says, the service holds. */
  readonly #arrived = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  take(told: Told): void {
    const [kind, ref = '', version = 0] = told;
    switch (kind) {
      case 'opening':
        return;
      case 'draft':
        this.counts.drafts += 1;
        this.#drafts.set(ref, version);
        return;
      case 'queueing':
        this.#queueing.set(ref, version);
        return;
      case 'queued':
        this.counts.queued += 1;
        this.#queued.add(change(ref, version));
        return;
      case 'discarding':
        this.counts.discarded += 1;
        this.#discarding.add(change(ref, version));
        return;
      case 'noted':
        this.counts.noted += 1;
        this.#noted.add(change(ref, version));
    }
  }

  /** Opens the store as the next start does, and says all that is wrong with it. */
  faults(): string[] {
    const db = new Database(this.#folder);
    try {
      const { writable, trouble } = db.view;
      const check = db.all('PRAGMA integrity_check').map((row) => String(row['integrity_check']));
      const store = new SealedEdits(db, new Cipher(testKey), connection);
      return [
        ...(writable && trouble === undefined ? [] : [`the store says: ${trouble ?? 'read-only'}`]),
        ...(check.join() === 'ok' ? [] : [`integrity check: ${check.join()}`]),
        ...this.#missing(store),
        ...(store.unreadable === 0 ? [] : [`${store.unreadable} rows can’t be opened`]),
      ];
    } finally {
      db.close();
    }
  }

  /** Says which changes arrived at the service twice, or never and the history says they did. */
  faultsOfSending(): string[] {
    const received = receivedIn(this.#folder).map((one) => change(one.ref, versionReceived(one)));
    this.counts.received = received.length;
    const once = new Set<string>();
    const twice = received.filter((one) => once.size === once.add(one).size);
    const never = [...this.#arrived].filter((one) => !once.has(one));
    return [
      ...twice.map((one) => `${one} was sent twice`),
      ...never.map((one) => `${one} never arrived`),
    ];
  }

  #missing(store: SealedEdits): string[] {
    const drafts = new Map(
      store.drafts().map(({ ref, content }) => [keyOf(ref), versionIn(content)]),
    );
    const waiting = store
      .entries()
      .map(({ entry, edit }) => change(keyOf(entry.ref), versionIn(edit)));
    const faults = this.#readHistory(store);
    const sent = new Set(this.#history.values());
    const places = [...waiting, ...sent];
    const found = new Set(places);
    if (found.size < places.length) faults.push('a change is in two places');
    for (const [ref, version] of drafts)
      if (found.has(change(ref, version))) faults.push(`${ref} v${version} is draft and queued`);
    for (const one of this.#queued)
      if (!found.has(one) && !this.#discarding.has(one)) faults.push(`${one} was queued, and gone`);
    for (const one of this.#noted)
      if (!sent.has(one)) faults.push(`${one} was noted, and isn’t in the history`);
    for (const [ref, version] of this.#drafts) {
      if ((drafts.get(ref) ?? 0) >= version) continue;
      const queueing = this.#queueing.get(ref) ?? 0;
      const one = change(ref, queueing);
      if (queueing < version || !(found.has(one) || this.#discarding.has(one)))
        faults.push(`draft ${ref} v${version} is gone; there is v${drafts.get(ref) ?? 'none'}`);
    }
    return faults;
  }

  /** Reads what is new in the history; the rows of before must be there still. */
  #readHistory(store: SealedEdits): string[] {
    const fresh: HistoryRecord[] = [];
    for (const record of store.allHistory()) {
      if (this.#history.has(record.row)) break;
      fresh.push(record);
    }
    for (const { row, ref, edit, outcome } of fresh) {
      const one = change(keyOf(ref), versionIn(edit));
      this.#history.set(row, one);
      if (outcome === 'took' || outcome === 'accepted' || outcome === 'already')
        this.#arrived.add(one);
    }
    const values = [...this.#history.values()];
    return new Set(values).size === values.length ? [] : ['a change is twice in the history'];
  }

  /** Whether every row of the history that was ever seen is there. */
  faultsOfHistory(): string[] {
    const db = new Database(this.#folder);
    const store = new SealedEdits(db, new Cipher(testKey), connection);
    const there = new Set([...store.allHistory()].map(({ row }) => row));
    db.close();
    const gone = [...this.#history.keys()].filter((row) => !there.has(row));
    return gone.length === 0 ? [] : [`${gone.length} rows of the history are gone`];
  }
}
