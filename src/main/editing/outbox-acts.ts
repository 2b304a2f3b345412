import { randomUUID } from 'node:crypto';
import type { DraftView } from '../../shared/edit-views.ts';
import { type Failure, type Result, fail, ok } from '../../shared/failure.ts';
import type { Clock } from '../clock.ts';
import type { EditStore, EntryRecord } from '../library/edit-store.ts';
import type { Drafts } from './drafts.ts';
import { draftFor } from './entity-edit.ts';
import { isBusy } from './outbox.ts';
import type { OutboxRunner } from './outbox-runner.ts';

/** What a producer does with the changes that wait. */
export class OutboxActs {
  readonly #outbox: OutboxRunner;
  readonly #drafts: Drafts;
  readonly #store: EditStore;
  readonly #clock: Clock;
  readonly #discarded = new Map<string, EntryRecord>();

  constructor(outbox: OutboxRunner, drafts: Drafts, store: EditStore, clock: Clock) {
    this.#outbox = outbox;
    this.#drafts = drafts;
    this.#store = store;
    this.#clock = clock;
  }

  sendNow(entry: string): Result<void> {
    return this.#act(entry, 'send-now');
  }

  markAsSaved(entry: string): Result<void> {
    return this.#act(entry, 'mark-as-saved');
  }

  discard(entry: string): Result<void> {
    const record = this.#outbox.record(entry);
    if (record === undefined) return fail(gone);
    this.#outbox.takeOut(entry);
    if (this.#outbox.record(entry) !== undefined) return fail(underWay);
    this.#discarded.set(entry, record);
    return ok(undefined);
  }

  /** Takes back a discarding: it goes to the end of the outbox. */
  restore(entry: string): Result<void> {
    const record = this.#discarded.get(entry);
    if (record === undefined) return fail(gone);
    const { edit, name } = record;
    const { ref, state } = record.entry;
    const put = { id: entry, ref, edit, name, state: isBusy(record.entry) ? waiting : state };
    const isOlder = this.#outbox
      .recordsOf(ref)
      .some((other) => other.entry.createdAt > record.entry.createdAt);
    if (isOlder) return this.#restoreAsDraft(record);
    const { accepted, trouble } = this.#outbox.enqueue(put, false, null);
    if (!accepted) return fail({ kind: 'storage', trouble: trouble ?? 'failing' });
    this.#discarded.delete(entry);
    return ok(undefined);
  }

  /** One that came before others which still wait can't go back between them. */
  #restoreAsDraft({ entry: { id, ref }, edit }: EntryRecord): Result<void> {
    if (this.#drafts.get(ref) !== undefined)
      return fail({
        kind: 'invalid',
        message:
          'Newer changes of this entity wait, so it can’t go back between them, and there is a draft already.',
        next: 'Send or discard that one, then undo again.',
      });
    this.#drafts.put({ ref, content: draftFor(edit), baseId: randomUUID(), baseAt: null });
    this.#discarded.delete(id);
    return fail({
      kind: 'invalid',
      message: 'Newer changes of this entity wait, so it can’t go back between them.',
      next: 'It is the entity’s draft now.',
    });
  }

  /** Makes a waiting change the entity's draft again. */
  takeBack(entry: string): Result<DraftView> {
    const record = this.#outbox.record(entry);
    if (record === undefined) return fail(gone);
    const { ref } = record.entry;
    if (this.#drafts.get(ref) !== undefined)
      return fail({
        kind: 'invalid',
        message: 'There is a newer draft of this entity.',
        next: 'Send or discard that one first.',
      });
    const changedAt = this.#clock.now();
    const content = draftFor(record.edit);
    const draft = { ref, content, baseId: randomUUID(), baseAt: null, changedAt };
    const trouble = this.#outbox.takeOut(entry, { drafts: { put: [draft] } });
    if (this.#outbox.record(entry) !== undefined) {
      this.#store.save({ drafts: { removed: [ref] } });
      return fail(underWay);
    }
    this.#drafts.adopt(draft, trouble === null);
    return this.#drafts.open(ref);
  }

  #act(id: string, kind: 'send-now' | 'mark-as-saved'): Result<void> {
    if (this.#outbox.record(id) === undefined) return fail(gone);
    this.#outbox.on({ kind, id });
    return ok(undefined);
  }
}

const waiting = { kind: 'waiting' } as const;
const gone: Failure = {
  kind: 'invalid',
  message: 'This change isn’t in the outbox any more.',
  next: 'Look in the history: it may have been sent.',
};
const underWay: Failure = {
  kind: 'invalid',
  message: 'This change is being sent right now.',
  next: 'Wait for its outcome.',
};
