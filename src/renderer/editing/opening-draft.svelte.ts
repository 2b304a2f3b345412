import type { DraftView } from '../../shared/edit-views.ts';
import type { EntityKind } from '../../shared/entities.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Bridge } from '../bridge.ts';
import { DraftForm, type KeyRules } from './draft-form.svelte.ts';

type ViewOf<K extends EntityKind> = Extract<DraftView, { kind: K }>;

/** Opens an entity's draft: the one that is kept, else a fresh one. */
export class OpeningDraft<K extends EntityKind> {
  form = $state.raw<DraftForm<ViewOf<K>> | null>(null);
  /** `nothing-known`: a live entity that was never read. */
  failure = $state.raw<Failure | null>(null);
  readonly #bridge: Bridge;
  readonly #ref: { readonly kind: K; readonly id: string };
  readonly #keys: KeyRules<ViewOf<K>['fields']> | undefined;
  #isAsking = false;

  constructor(
    bridge: Bridge,
    ref: { readonly kind: K; readonly id: string },
    keys?: KeyRules<ViewOf<K>['fields']>,
  ) {
    this.#bridge = bridge;
    this.#ref = ref;
    this.#keys = keys;
  }

  /** Opens it, or shows it anew where nothing was changed in it. */
  async open(): Promise<void> {
    if (this.#isAsking || (this.form !== null && !this.#isUntouched(this.form))) return;
    this.#isAsking = true;
    const opened = await this.#bridge.call('draft.open', this.#ref);
    this.#isAsking = false;
    this.failure = opened.ok ? null : opened.failure;
    if (!opened.ok) return;
    const view = opened.value as ViewOf<K>;
    if (this.form === null) this.form = new DraftForm(this.#bridge, view, this.#keys);
    else if (this.#isUntouched(this.form)) this.form.take(view);
  }

  /** Shows a fresh form once what was in it was sent, or waits in the outbox; not over what is typed meanwhile. */
  async openAnew(): Promise<void> {
    const { form } = this;
    const revision = form?.revision;
    const opened = await this.#bridge.call('draft.open', this.#ref);
    if (opened.ok && form?.revision === revision) form?.take(opened.value as ViewOf<K>);
  }

  #isUntouched(form: DraftForm<ViewOf<K>>): boolean {
    return !form.changed && !form.canUndo && !form.canRedo;
  }
}
