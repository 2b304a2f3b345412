import { randomUUID } from 'node:crypto';
import type { EditsView, HistoryList } from '../../shared/edit-views.ts';
import type { EntityRef } from '../../shared/entities.ts';
import { type Failure, type Result, fail, ok } from '../../shared/failure.ts';
import type { Clock } from '../clock.ts';
import type { EditStore, HistoryRecord } from '../library/edit-store.ts';
import type { EntityRecord } from '../library/records.ts';
import { misread } from '../service/answer.ts';
import type { Access, Answer, ServiceClient } from '../service/client.ts';
import type { Held } from './comparing.ts';
import { Drafts, type Fresh } from './drafts.ts';
import { after, draftFor, editIn, send } from './entity-edit.ts';
import { formOf, heldIn, jsonOf, mayPass, misshapen } from './held.ts';
import { historyRow } from './history.ts';
import { exported } from './history-export.ts';
import { OutboxActs } from './outbox-acts.ts';
import { outboxView } from './outbox-view.ts';
import { OutboxRunner } from './outbox-runner.ts';
import { fieldsWithoutKeys } from './review-words.ts';
import { type Copy, Reviews } from './reviews.ts';

export interface EditingSurroundings {
  readonly connectionId: string;
  readonly store: EditStore;
  readonly clock: Clock;
  readonly client: ServiceClient;
  access(): Result<Access>;
  /** Whether requests get through, as far as is known. */
  readonly offline: () => boolean;
  /** What the last answer to a change said of the way to the service. */
  noteOutcome(failure: Failure | null): void;
  /** Reads a live entity now, keeps what it says and shows it. */
  readonly readLive: (id: string, signal: AbortSignal) => Promise<Result<Answer>>;
  record(ref: EntityRef): Result<EntityRecord | null>;
  readonly keep: (ref: EntityRef, answer: Answer) => void;
  readonly nameOf: (ref: EntityRef) => string;
  changed(view: EditsView): void;
  readonly noted: (record: HistoryRecord) => void;
}

const finishWithinMs = 2_000;
const dayMs = 86_400_000;

/** Drafts, reviews, the outbox and the history of one connection. */
export class Editing {
  readonly drafts: Drafts;
  readonly reviews: Reviews;
  readonly acts: OutboxActs;
  readonly #around: EditingSurroundings;
  readonly #outbox: OutboxRunner;
  readonly #ended = new AbortController();
  #told = false;

  constructor(around: EditingSurroundings) {
    const { store, clock } = around;
    this.#around = around;
    const changed = (): void => {
      this.#tellSoon();
    };
    this.#outbox = new OutboxRunner({
      store,
      clock,
      readLive: around.readLive,
      send: (ref, edit, signal) => this.#send(ref, edit, signal),
      answered: around.keep,
      noted: (record) => {
        this.#keepWhatDidNotTake(record);
        around.noted(record);
      },
      changed,
    });
    this.drafts = new Drafts({
      store,
      clock,
      changed,
      fresh: (ref) => this.#fresh(ref),
      waiting: (ref) => this.#outbox.recordsOf(ref).length,
    });
    this.acts = new OutboxActs(this.#outbox, this.drafts, store, clock);
    this.reviews = new Reviews({
      store,
      drafts: this.drafts,
      outbox: this.#outbox,
      nameOf: around.nameOf,
      offline: around.offline,
      copyOf: (ref) => this.#copyOf(ref),
    });
  }

  get view(): EditsView {
    const { connectionId, clock } = this.#around;
    return {
      connectionId,
      drafts: this.drafts.list,
      outbox: outboxView(this.#outbox, clock.now()),
    };
  }

  start(online: boolean, { waitForClick, historyDays }: Settings): void {
    this.#outbox.start(online, waitForClick);
    this.keepHistoryFor(historyDays);
  }

  /** Waits a moment for the answer to what is being sent, so that it needn't be doubted. */
  finish(): Promise<void> {
    return this.#outbox.finish(finishWithinMs);
  }

  stop(): void {
    this.#ended.abort();
    this.#outbox.stop();
  }

  setOnline(online: boolean): void {
    this.#outbox.on({ kind: 'online', online });
  }

  /** The way to the service is open again: nothing waits any longer than it must. */
  hurry(): void {
    if (!this.#outbox.outbox.online) return;
    this.#outbox.on({ kind: 'online', online: false });
    this.#outbox.on({ kind: 'online', online: true });
  }

  tokenReplaced(): void {
    this.#outbox.on({ kind: 'token-replaced' });
  }

  waitForClick(waitForClick: boolean): void {
    this.#outbox.on({ kind: 'wait-for-click', waitForClick });
  }

  keepHistoryFor(days: number): void {
    const before = this.#around.clock.now() - days * dayMs;
    this.#around.store.save({ history: { before } });
  }

  /** Writes what the disk refused before. */
  saveAgain(): void {
    this.drafts.saveAgain();
    this.#outbox.saveAgain();
  }

  /** The text of a draft as JSON, its keys left out. */
  draftAsJson(ref: EntityRef): Result<string> {
    const draft = this.drafts.get(ref);
    if (draft === undefined)
      return fail({
        kind: 'invalid',
        message: 'There is no draft of this entity.',
        next: 'Change a field first.',
      });
    const fields = fieldsWithoutKeys(editIn(draft.content));
    return ok(JSON.stringify({ kind: ref.kind, id: ref.id, fields }, null, 2));
  }

  /** What was accepted and isn't there, or not all of it, is a draft again, unless there is one. */
  #keepWhatDidNotTake({ ref, edit, outcome }: HistoryRecord): void {
    if (outcome !== 'did-not' && outcome !== 'partly') return;
    if (this.drafts.get(ref) === undefined)
      this.drafts.put({ ref, content: draftFor(edit), baseId: randomUUID(), baseAt: null });
  }

  history(before: number | null, limit: number): HistoryList {
    const records = this.#around.store.history(before, limit + 1);
    return {
      connectionId: this.#around.connectionId,
      rows: records.slice(0, limit).map(historyRow),
      more: records.length > limit,
    };
  }

  exportHistory(format: 'csv' | 'json'): string {
    return exported(this.#around.store.allHistory(), format);
  }

  async #send(
    ref: EntityRef,
    edit: Parameters<typeof send>[3],
    signal: AbortSignal,
  ): Promise<Result<Answer>> {
    const access = this.#around.access();
    if (!access.ok) return access;
    const answer = await send(this.#around.client, access.value, ref.id, edit, signal);
    if (!signal.aborted) this.#around.noteOutcome(answer.ok ? null : answer.failure);
    return answer;
  }

  /** A form for what is known now; what waits in the outbox counts as done. */
  #fresh(ref: EntityRef): Result<Fresh> {
    const waiting = this.#outbox.recordsOf(ref).at(-1);
    if (waiting !== undefined)
      return ok({ content: after(waiting.edit), baseAt: waiting.entry.createdAt });
    // What was sealed can't be seen yet, and a form begun now could hide a draft there.
    const access = this.#around.access();
    if (!access.ok && access.failure.kind === 'keychain') return access;
    const record = this.#around.record(ref);
    if (!record.ok) return record;
    const json = jsonOf(record.value);
    if (json === null && ref.kind === 'live') return fail({ kind: 'nothing-known' });
    return ok({ content: formOf(ref, json), baseAt: record.value?.readAt ?? null });
  }

  /** What the service holds: a live entity is read now, the others are as last answered. */
  async #copyOf(ref: EntityRef): Promise<Result<Copy & { readonly theirs: Held | null }>> {
    const known = (unread: Failure | null): Result<Copy & { readonly theirs: Held | null }> => {
      const record = this.#around.record(ref);
      if (!record.ok) return record;
      const theirs = record.value === null ? null : heldIn(ref, jsonOf(record.value) ?? {});
      return ok({ theirs, readAt: record.value?.readAt ?? null, unread });
    };
    if (ref.kind !== 'live') return known(null);
    if (this.#around.offline()) return known({ kind: 'unreachable', detail: 'Tally is offline' });
    const read = await this.#around.readLive(ref.id, this.#ended.signal);
    if (!read.ok) return mayPass(read.failure) ? known(read.failure) : read;
    const { json, receivedAt, status } = read.value;
    const detail = misshapen(ref, json);
    if (detail !== null) return fail(misread(status, detail));
    return ok({ theirs: heldIn(ref, json), readAt: receivedAt, unread: null });
  }

  /** One push for all that changes at once. */
  #tellSoon(): void {
    if (this.#told) return;
    this.#told = true;
    queueMicrotask(() => {
      this.#told = false;
      if (!this.#ended.signal.aborted) this.#around.changed(this.view);
    });
  }
}

interface Settings {
  readonly waitForClick: boolean;
  readonly historyDays: number;
}
