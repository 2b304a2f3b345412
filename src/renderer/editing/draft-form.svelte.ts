import type { DraftContent } from '../../shared/edit-arguments.ts';
import type { DraftKept, DraftView } from '../../shared/edit-views.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Bridge } from '../bridge.ts';

const keptAfterMs = 300;
const triedAgainAfterMs = 3_000;
/** Typing on within this time is one step of undo. */
const sameStepMs = 1_000;
const mostSteps = 100;

interface Step<Fields> {
  readonly fields: Fields;
  /** What the step changed, to put the focus there again. */
  readonly field: string;
}

/** What a form does with keys, which the page forgets once main has them. */
export interface KeyRules<Fields> {
  /** The fields without the typed keys that main has, now that it has those that were sent. */
  settled: (fields: Fields, sent: Fields) => Fields;
  /** An earlier or later step without keys that `now` is rid of. */
  forgotten: (step: Fields, now: Fields) => Fields;
  /** A step as undo can bring it back; a key that was given away stays as it is now. */
  revived: (step: Fields, now: Fields) => Fields;
}

const noKeys = {
  settled: <Fields>(fields: Fields): Fields => fields,
  forgotten: <Fields>(step: Fields): Fields => step,
  revived: <Fields>(step: Fields): Fields => step,
};

/**
 * A draft on the page: what the form shows, its undo and redo, and the way to main,
 * which has every keystroke within a third of a second.
 */
export class DraftForm<View extends DraftView> {
  view: View;
  fields: View['fields'];
  /** What main last said of keeping it; null before the first answer. */
  kept = $state.raw<DraftKept | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** Whether there are keystrokes that main doesn't have yet. */
  pending = $state(false);
  /** While main discards it: what would be typed now is gone with the rest. */
  discarding = $state(false);
  #undo = $state.raw<readonly Step<View['fields']>[]>([]);
  #redo = $state.raw<readonly Step<View['fields']>[]>([]);
  readonly canUndo = $derived(this.#undo.length > 0);
  readonly canRedo = $derived(this.#redo.length > 0);
  /** Whether there is a draft: something differs from what it was made from. */
  readonly changed = $derived.by(
    () => this.pending || (this.kept?.changed ?? this.view.changedAt !== null),
  );
  readonly #bridge: Bridge;
  readonly #keys: KeyRules<View['fields']>;
  /** Counts the producer's changes, to tell whether there were more since. */
  revision = 0;
  /** The fields that main has. */
  #sent: View['fields'] | null = null;
  #lastEdit = { field: '', at: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #keeping: Promise<void> | null = null;

  constructor(bridge: Bridge, view: View, keys: KeyRules<View['fields']> = noKeys) {
    this.#bridge = bridge;
    this.#keys = keys;
    this.view = $state.raw(view);
    this.fields = $state.raw(view.fields);
  }

  /** Shows another draft of the same entity; what was done before can't be undone in it. */
  take(view: View): void {
    clearTimeout(this.#timer);
    this.pending = false;
    this.kept = null;
    this.failure = null;
    this.view = view;
    this.fields = view.fields;
    this.#sent = null;
    this.#undo = [];
    this.#redo = [];
    this.#lastEdit = { field: '', at: 0 };
  }

  /** `field`: the `data-field` that is changed; typing in one is undone in one step. */
  edit(field: string, fields: View['fields']): void {
    const now = Date.now();
    const isSameStep = this.#lastEdit.field === field && now - this.#lastEdit.at < sameStepMs;
    if (!isSameStep) this.#undo = [...this.#undo, { fields: this.fields, field }].slice(-mostSteps);
    this.#redo = [];
    this.#lastEdit = { field, at: now };
    this.#change(fields);
  }

  /** Gives the field that it changed, null when there is nothing to undo. */
  undo(): string | null {
    const step = this.#undo.at(-1);
    if (step === undefined || this.discarding) return null;
    this.#undo = this.#undo.slice(0, -1);
    this.#redo = [...this.#redo, { fields: this.fields, field: step.field }];
    return this.#went(step);
  }

  redo(): string | null {
    const step = this.#redo.at(-1);
    if (step === undefined || this.discarding) return null;
    this.#redo = this.#redo.slice(0, -1);
    this.#undo = [...this.#undo, { fields: this.fields, field: step.field }];
    return this.#went(step);
  }

  /** Settles when main has the form as it is, or when it didn't take it: see `failure`. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#keeping !== null) await this.#keeping;
    while (this.pending) {
      await this.#keep();
      if (this.failure !== null) return;
    }
  }

  /** Gives main the form as it is without waiting for anything: the page is going. */
  leave(): void {
    if (this.pending) void this.#send();
  }

  /** Forgets the keys that main has; called when the caret leaves a key, too. */
  settle(): void {
    if (this.#sent === null) return;
    const fields = this.#keys.settled(this.fields, this.#sent);
    if (fields === this.fields) return;
    const forgetful = (step: Step<View['fields']>): Step<View['fields']> => ({
      ...step,
      fields: this.#keys.forgotten(step.fields, fields),
    });
    this.fields = fields;
    this.#sent = this.#keys.forgotten(this.#sent, fields);
    this.#undo = this.#undo.map(forgetful);
    this.#redo = this.#redo.map(forgetful);
  }

  #went(step: Step<View['fields']>): string {
    this.#lastEdit = { field: '', at: 0 };
    this.#change(this.#keys.revived(step.fields, this.fields));
    return step.field;
  }

  #change(fields: View['fields']): void {
    this.revision += 1;
    this.fields = fields;
    if (this.pending) return;
    this.pending = true;
    this.#later(keptAfterMs);
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#keep(), ms);
  }

  #keep(): Promise<void> {
    this.#keeping ??= this.#send().finally(() => {
      this.#keeping = null;
    });
    return this.#keeping;
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    const { fields, view } = this;
    const { kind, id, baseId } = view;
    const content = { kind, id, baseId, fields } as DraftContent;
    const kept = await this.#bridge.call('draft.keep', content);
    if (view !== this.view) {
      // Another draft was taken meanwhile; what was typed into it has waited for this answer.
      if (this.pending) this.#later(keptAfterMs);
      return;
    }
    this.failure = kept.ok ? null : kept.failure;
    this.pending = !kept.ok || fields !== this.fields;
    if (this.pending) this.#later(kept.ok ? keptAfterMs : triedAgainAfterMs);
    if (!kept.ok) return;
    this.kept = kept.value;
    this.#sent = fields;
    this.settle();
  }
}
