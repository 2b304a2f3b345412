import { randomUUID } from 'node:crypto';
import type { DraftContent as SentContent } from '../../shared/edit-arguments.ts';
import type { DraftKept, DraftView, EditsView } from '../../shared/edit-views.ts';
import type { EntityRef } from '../../shared/entities.ts';
import { type Result, fail, ok } from '../../shared/failure.ts';
import type { Clock } from '../clock.ts';
import type { DraftRecord, EditStore } from '../library/edit-store.ts';
import { keyOf } from '../library/records.ts';
import { type DraftContent, editIn, isEmpty } from './entity-edit.ts';
import { type HeldKeys, draftOf, keysToHold, withoutKeys } from './live-edit.ts';

/** What a form begins with: nothing changed in it yet. */
export interface Fresh {
  readonly content: DraftContent;
  readonly baseAt: number | null;
}

interface Base extends Fresh {
  readonly ref: EntityRef;
  /** Every key typed into a form of it while the program runs, so that undo and redo lose none. */
  readonly typed: HeldKeys;
}

const mostBases = 100;

interface Surroundings {
  readonly store: EditStore;
  readonly clock: Clock;
  /** What is known of an entity now, with what waits in the outbox in it. */
  fresh(ref: EntityRef): Result<Fresh>;
  /** How many of its changes wait in the outbox. */
  waiting(ref: EntityRef): number;
  /** Which entities have a draft is another set now. */
  changed(): void;
}

/** The drafts of one connection: in memory as the page last sent them, and in the store. */
export class Drafts {
  readonly #around: Surroundings;
  readonly #records: Map<string, DraftRecord>;
  /** What the forms on the page were made from, by id: a form goes on with its own, whatever came since. */
  readonly #bases = new Map<string, Base>();
  readonly #discarded = new Map<string, DraftRecord>();
  readonly #unsaved = new Set<string>();

  constructor(around: Surroundings) {
    this.#around = around;
    this.#records = new Map(around.store.drafts().map((record) => [keyOf(record.ref), record]));
  }

  get list(): EditsView['drafts'] {
    return [...this.#records.values()].map(({ ref, changedAt }) => ({ ...ref, changedAt }));
  }

  get(ref: EntityRef): DraftRecord | undefined {
    return this.#records.get(keyOf(ref));
  }

  /** The draft that is kept, else a fresh form; `nothing-known` for a live entity never read. */
  open(ref: EntityRef): Result<DraftView> {
    const kept = this.get(ref);
    if (kept !== undefined) {
      if (!this.#bases.has(kept.baseId)) this.#hold(kept.baseId, kept);
      return ok(this.#view(ref, kept));
    }
    const fresh = this.#around.fresh(ref);
    if (!fresh.ok) return fresh;
    const baseId = randomUUID();
    this.#hold(baseId, { ref, ...fresh.value });
    return ok(this.#view(ref, { ...fresh.value, baseId }));
  }

  /** Takes the form as it is now, with the base that it was made from, and seals it to disk. */
  keep(sent: SentContent): Result<DraftKept> {
    const ref: EntityRef = { kind: sent.kind, id: sent.id };
    const base = this.#bases.get(sent.baseId);
    if (base === undefined || keyOf(base.ref) !== keyOf(ref))
      return fail({
        kind: 'invalid',
        message: 'This form is out of date.',
        next: 'Open it again.',
      });
    const content = this.#taken(base, sent);
    const { baseAt } = base;
    if (isEmpty(editIn(content))) return ok(this.#kept(this.#remove(ref), false));
    return ok(this.#kept(this.put({ ref, content, baseId: sent.baseId, baseAt }), true));
  }

  /** Puts a draft in the place of the one that there is; gives what keeps it from the disk. */
  put(draft: Omit<DraftRecord, 'changedAt'>): DraftKept['trouble'] {
    const isNew = this.get(draft.ref) === undefined;
    const { ref, content, baseId, baseAt } = draft;
    const changedAt = this.#around.clock.now();
    this.#records.set(keyOf(ref), { ref, content, baseId, baseAt, changedAt });
    this.#note(ref, false);
    const trouble = this.saveAgain();
    if (isNew) this.#around.changed();
    return trouble;
  }

  /** Takes a draft that the caller saved, or not, in a transaction of its own. */
  adopt(record: DraftRecord, isSaved: boolean): void {
    this.#records.set(keyOf(record.ref), record);
    this.#note(record.ref, isSaved);
    this.#around.changed();
  }

  /** Lets a draft go that the caller took out of the store, or could not. */
  forget(ref: EntityRef, isSaved: boolean): void {
    this.#records.delete(keyOf(ref));
    this.#note(ref, isSaved);
    this.#around.changed();
  }

  discard(ref: EntityRef): Result<void> {
    const record = this.get(ref);
    if (record === undefined) return ok(undefined);
    this.#discarded.set(keyOf(ref), record);
    this.#remove(ref);
    return ok(undefined);
  }

  /** Takes back the last discarding of an entity's draft. */
  restore(ref: EntityRef): Result<DraftView> {
    const record = this.#discarded.get(keyOf(ref));
    if (record === undefined)
      return fail({
        kind: 'invalid',
        message: 'There is no discarded draft to take back.',
        next: 'Look at the form: it may be back already.',
      });
    if (this.get(ref) !== undefined)
      return fail({
        kind: 'invalid',
        message: 'There is a newer draft of this entity, and what was discarded would replace it.',
        next: 'Send that one, or undo what was typed in it, then press Undo again.',
      });
    this.#discarded.delete(keyOf(ref));
    this.put(record);
    return this.open(ref);
  }

  /** Writes what the disk refused before. */
  saveAgain(): DraftKept['trouble'] {
    const put: DraftRecord[] = [];
    const removed: EntityRef[] = [];
    for (const key of this.#unsaved) {
      const record = this.#records.get(key);
      if (record === undefined) removed.push(refOf(key));
      else put.push(record);
    }
    if (put.length + removed.length === 0) return null;
    const trouble = this.#around.store.save({ drafts: { put, removed } });
    if (trouble === null) this.#unsaved.clear();
    return trouble;
  }

  #note(ref: EntityRef, isSaved: boolean): void {
    if (isSaved) this.#unsaved.delete(keyOf(ref));
    else this.#unsaved.add(keyOf(ref));
  }

  #hold(baseId: string, base: Omit<Base, 'typed'>): void {
    const typed = base.content.kind === 'live' ? base.content.keys : {};
    this.#bases.set(baseId, { ...base, typed });
    const needed = new Set([...this.#records.values()].map((record) => record.baseId));
    const [oldest] = [...this.#bases.keys()].filter((id) => !needed.has(id));
    if (this.#bases.size > mostBases && oldest !== undefined) this.#bases.delete(oldest);
  }

  #taken(base: Base, sent: SentContent): DraftContent {
    const { content, typed } = base;
    if (content.kind === 'live' && sent.kind === 'live') {
      const keys = keysToHold(sent.fields, typed);
      this.#bases.set(sent.baseId, { ...base, typed: { ...typed, ...keys } });
      return { ...content, fields: withoutKeys(sent.fields), keys };
    }
    if (content.kind === 'video' && sent.kind === 'video')
      return { ...content, fields: sent.fields };
    if (content.kind === 'preset' && sent.kind === 'preset')
      return { ...content, removal: sent.fields };
    return content;
  }

  #remove(ref: EntityRef): DraftKept['trouble'] {
    if (!this.#records.delete(keyOf(ref))) return null;
    this.#unsaved.add(keyOf(ref));
    const trouble = this.saveAgain();
    this.#around.changed();
    return trouble;
  }

  #kept(trouble: DraftKept['trouble'], changed: boolean): DraftKept {
    return { changed, trouble, onDisk: this.#around.store.onDisk };
  }

  #view(ref: EntityRef, draft: (Fresh & { readonly baseId: string }) | DraftRecord): DraftView {
    const { content, baseId, baseAt } = draft;
    const common = {
      id: ref.id,
      baseId,
      baseAt,
      changedAt: 'changedAt' in draft ? draft.changedAt : null,
      waiting: this.#around.waiting(ref),
    };
    switch (content.kind) {
      case 'live':
        return {
          ...common,
          kind: 'live',
          fields: withoutKeys(content.fields),
          base: draftOf(content.base).fields,
        };
      case 'video':
        return { ...common, kind: 'video', fields: content.fields, base: content.base };
      case 'preset':
        return { ...common, kind: 'preset', fields: content.removal, base: content.profiles };
    }
  }
}

function refOf(key: string): EntityRef {
  const at = key.indexOf('/');
  return { kind: key.slice(0, at) as EntityRef['kind'], id: key.slice(at + 1) };
}
