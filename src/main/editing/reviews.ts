import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Reviewed } from '../../shared/edit-arguments.ts';
import type { DraftView, Review, Sent } from '../../shared/edit-views.ts';
import { type Choice, type Problem, mayBeSent } from '../../shared/edits.ts';
import type { EntityRef } from '../../shared/entities.ts';
import { type Failure, type Result, fail, ok } from '../../shared/failure.ts';
import type { DraftRecord, EditStore } from '../library/edit-store.ts';
import type { Drafts } from './drafts.ts';
import {
  type EntityEdit,
  bodyOf,
  changesOf,
  draftFor,
  editIn,
  isEmpty,
  problemsOf,
} from './entity-edit.ts';
import { type Held, comparison, takenOver } from './comparing.ts';
import { sentOf } from './history.ts';
import type { OutboxRunner } from './outbox-runner.ts';
import {
  behind,
  changedSince,
  gone,
  requestShown,
  reviewNotes,
  reviewWarnings,
} from './review-words.ts';
import { reverting } from './reverting.ts';

/** How the service's copy was had. */
export interface Copy {
  readonly readAt: number | null;
  /** Why it couldn't be read again just now. */
  readonly unread: Failure | null;
}

/** What a review was made of, so that exactly that is sent. */
interface Made extends Copy {
  readonly of: Reviewed;
  readonly ref: EntityRef;
  readonly edit: EntityEdit;
  /** What the service held, for the choices after a conflict. */
  readonly theirs: Held | null;
  /** The draft as it was reviewed; null for the others. */
  readonly draft: DraftRecord | null;
  readonly notes: readonly string[];
}

/** Only what the producer saw whole may be sent. */
interface Shown extends Made {
  readonly isWhole: boolean;
}

interface Surroundings {
  readonly store: EditStore;
  readonly drafts: Drafts;
  readonly outbox: OutboxRunner;
  nameOf(ref: EntityRef): string;
  offline(): boolean;
  /** Reads a live entity now; what can't be read is what was known before. */
  copyOf(ref: EntityRef): Promise<Result<Copy & { readonly theirs: Held | null }>>;
}

const mostReviews = 20;

/** Says what would be sent, and sends what was said. Nothing goes out but through here. */
export class Reviews {
  readonly #around: Surroundings;
  readonly #made = new Map<string, Shown>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  async start(of: Reviewed): Promise<Result<Review>> {
    if (of.of === 'draft') return this.#ofDraft(of, of.ref);
    return of.of === 'entry' ? this.#ofEntry(of, of.entry) : this.#ofRevert(of, of.row);
  }

  choose(id: string, choices: Readonly<Record<string, Choice>>): Result<Review> {
    const made = this.#made.get(id);
    if (made === undefined) return fail(gone);
    if (this.#isChanged(made)) return fail(changedSince);
    return this.#compared(made, choices);
  }

  async send(id: string, how: 'send' | 'queue'): Promise<Result<Sent>> {
    const made = this.#made.get(id);
    if (made?.isWhole !== true) return fail(gone);
    const { of, ref, edit, draft } = made;
    if (this.#isChanged(made)) return fail(changedSince);
    this.#made.delete(id);
    if (of.of === 'entry') return this.#sendEntry(of.entry, edit);
    const entry = randomUUID();
    const { outbox, drafts } = this.#around;
    const { accepted, trouble } = outbox.enqueue(
      { id: entry, ref, edit, name: this.#around.nameOf(ref) },
      how === 'send',
      draft === null ? null : ref,
    );
    if (!accepted) {
      this.#made.set(id, made);
      return fail({ kind: 'storage', trouble: trouble ?? 'failing' });
    }
    if (draft !== null) drafts.forget(ref, trouble === null);
    if (how === 'queue') return ok({ kind: 'queued', failure: null });
    return ok(await this.#outcome(id, made, entry));
  }

  async #ofDraft(of: Reviewed, ref: EntityRef): Promise<Result<Review>> {
    const draft = this.#around.drafts.get(ref) ?? null;
    if (draft === null) return ok(this.#nothing(ref, unasked));
    const problems = problemsOf(draft.content);
    const start = { of, ref, edit: editIn(draft.content), draft, notes: [] };
    if (!mayBeSent(problems))
      return ok({
        ...this.#head({ ...start, ...unasked, theirs: null }),
        kind: 'problems',
        problems,
      });
    if (this.#around.outbox.recordsOf(ref).length > 0)
      return this.#changes({ ...start, theirs: null, readAt: draft.baseAt, unread: null });
    const copy = await this.#around.copyOf(ref);
    if (!copy.ok) return copy;
    if (this.#around.drafts.get(ref) !== draft) return fail(changedSince);
    return this.#compared({ ...start, ...copy.value });
  }

  async #ofEntry(of: Reviewed, entry: string): Promise<Result<Review>> {
    const record = this.#around.outbox.record(entry);
    if (record === undefined) return fail(gone);
    const { ref } = record.entry;
    const copy = await this.#around.copyOf(ref);
    if (!copy.ok) return copy;
    const review = this.#compared({
      of,
      ref,
      edit: record.edit,
      draft: null,
      notes: [],
      ...copy.value,
    });
    // The outbox finds that all of it is there, and notes that; only a live entity is read for it.
    const isThere = review.ok && review.value.kind === 'nothing' && ref.kind === 'live';
    if (isThere && record.entry.state.kind === 'conflict')
      this.#around.outbox.replace(entry, record.edit);
    return review;
  }

  async #ofRevert(of: Reviewed, row: string): Promise<Result<Review>> {
    const record = this.#around.store.historyRow(row);
    if (record === null) return fail(gone);
    const { ref } = record;
    const copy = await this.#around.copyOf(ref);
    if (!copy.ok) return copy;
    const { edit, notes } = reverting(record.edit, copy.value.theirs);
    const sentAt = `This takes back what was sent on ${new Date(record.at).toLocaleString()}.`;
    const made: Made = { of, ref, edit, draft: null, ...copy.value, notes: [sentAt, ...notes] };
    return isEmpty(edit) ? ok(this.#nothing(ref, made, notes)) : this.#compared(made);
  }

  /** Compares with what the service holds; asks for choices where both sides changed a field. */
  #compared(made: Made, choices: Readonly<Record<string, Choice>> = {}): Result<Review> {
    const { of, edit, theirs, ref } = made;
    const compared = comparison(edit, theirs, choices);
    if (!compared.ok) return compared;
    if (compared.value.kind === 'conflicts') {
      const { conflicts } = compared.value;
      return ok({ ...this.#head(made), kind: 'conflicts', conflicts });
    }
    const merged = compared.value.edit;
    if (isEmpty(merged)) return ok({ ...this.#nothing(ref, made), draft: this.#dropped(made) });
    const isFresh = edit.kind === 'live' && theirs !== null && made.unread === null;
    const notes = isFresh
      ? [...made.notes, takenOver(edit, merged, of.of === 'revert' ? 'then' : 'you started')]
      : made.notes;
    const { draft, view } = this.#rebased(made, merged);
    const next = { ...made, draft, edit: merged, notes };
    const problems = reviewWarnings(merged);
    if (!mayBeSent(problems))
      return ok({ ...this.#head(next), draft: view, kind: 'problems', problems });
    return this.#changes(next, view, problems);
  }

  /** The draft, carried over to what the service holds now: a form of its own, which the page may take. */
  #rebased(
    { ref, edit, draft, readAt }: Made,
    merged: EntityEdit,
  ): { readonly draft: DraftRecord | null; readonly view: DraftView | null } {
    if (draft === null || isDeepStrictEqual(merged, edit)) return { draft, view: null };
    const { drafts } = this.#around;
    drafts.put({ ref, content: draftFor(merged), baseId: randomUUID(), baseAt: readAt });
    const view = drafts.open(ref);
    return { draft: drafts.get(ref) ?? null, view: view.ok ? view.value : null };
  }

  /** A draft of which nothing is left to send goes, and a fresh form takes its place. */
  #dropped({ of, ref }: Made): DraftView | null {
    if (of.of !== 'draft') return null;
    this.#around.drafts.discard(ref);
    const view = this.#around.drafts.open(ref);
    return view.ok ? view.value : null;
  }

  #isChanged({ of, ref, draft }: Made): boolean {
    return of.of === 'draft' && this.#around.drafts.get(ref) !== draft;
  }

  #changes(
    made: Made,
    draft: DraftView | null = null,
    warnings: readonly Problem[] = reviewWarnings(made.edit),
  ): Result<Review> {
    const { edit, ref, unread } = made;
    const body = bodyOf(edit);
    if (!body.ok) return body;
    const isLate = this.#around.offline() || unread !== null;
    const waiting = made.of.of === 'entry' ? 0 : this.#around.outbox.recordsOf(ref).length;
    return ok({
      ...this.#head(made, true),
      draft,
      kind: 'changes',
      changes: changesOf(edit),
      warnings,
      notes: [...(waiting === 0 ? [] : [behind(waiting)]), ...made.notes, ...reviewNotes(edit)],
      request: requestShown(ref, edit),
      how: isLate || waiting > 0 ? 'queue' : 'send',
    });
  }

  #nothing(ref: EntityRef, copy: Copy, notes: readonly string[] = []): Review {
    const { readAt, unread } = copy;
    const name = this.#around.nameOf(ref);
    return { kind: 'nothing', review: randomUUID(), ref, name, readAt, unread, draft: null, notes };
  }

  #head(made: Made, isWhole = false) {
    const review = randomUUID();
    this.#made.set(review, { ...made, isWhole });
    const [oldest] = this.#made.keys();
    if (this.#made.size > mostReviews && oldest !== undefined) this.#made.delete(oldest);
    const { ref, readAt, unread } = made;
    return { review, ref, name: this.#around.nameOf(ref), readAt, unread, draft: null };
  }

  async #sendEntry(entry: string, edit: EntityEdit): Promise<Result<Sent>> {
    const { outbox } = this.#around;
    if (outbox.record(entry) === undefined) return fail(gone);
    outbox.replace(entry, edit);
    const settled = await outbox.settled(entry);
    if (settled.kind === 'gone') return ok(sentOf(settled.record));
    const { state } = settled.entry;
    if (state.kind === 'conflict') return ok({ kind: 'changed' });
    if (state.kind === 'refused') return ok({ kind: 'not-sent', failure: state.failure });
    const failure = 'failure' in state ? (state.failure ?? null) : null;
    return ok(
      state.kind === 'unknown'
        ? { kind: 'unknown', entry, compared: state.compared, failure }
        : { kind: 'queued', failure },
    );
  }

  /** What surely wasn't sent leaves the outbox again: it is a draft as before. */
  async #outcome(id: string, made: Shown, entry: string): Promise<Sent> {
    const { outbox } = this.#around;
    const settled = await outbox.settled(entry);
    if (settled.kind === 'gone') return sentOf(settled.record);
    const { state } = settled.entry;
    const failure = 'failure' in state ? (state.failure ?? null) : null;
    const compared = state.kind === 'unknown' ? state.compared : 'not-yet';
    if (state.kind === 'unknown' || state.kind === 'sending' || state.kind === 'comparing')
      return { kind: 'unknown', entry, compared, failure };
    const goesOn = state.kind === 'checking' || (state.kind === 'waiting' && mayGoOn(failure));
    if (outbox.isStopped || goesOn || !this.#takeBack(id, made, entry))
      return { kind: 'queued', failure };
    return failure === null ? { kind: 'changed' } : { kind: 'not-sent', failure };
  }

  /** False when a newer draft, made from something else, is in the way. */
  #takeBack(id: string, made: Shown, entry: string): boolean {
    const { drafts, outbox } = this.#around;
    const { draft, ref } = made;
    const newer = drafts.get(ref);
    if (draft !== null && newer !== undefined && newer.baseId !== draft.baseId) return false;
    // A form that went on while this was sent holds all of it.
    const isNeeded = draft !== null && newer === undefined;
    const trouble = outbox.takeOut(entry, isNeeded ? { drafts: { put: [draft] } } : {});
    if (isNeeded) drafts.adopt(draft, trouble === null);
    this.#made.set(id, made);
    return true;
  }
}

/** Nothing went wrong but that it has to wait. */
const mayGoOn = (failure: Failure | null): boolean =>
  failure === null || failure.kind === 'throttled';

const unasked: Copy = { readAt: null, unread: null };
