import type { DraftView } from '../../shared/edit-views.ts';
import type { EntityRef } from '../../shared/entities.ts';
import { keyOf } from '../library/entries.ts';
import type { Notice } from '../state/notices.svelte.ts';
import type { Tally } from '../state/tally.svelte.ts';
import { shortened } from '../ui/text.ts';

type Discarding = Pick<Tally, 'bridge' | 'notices' | 'library' | 'navigation'>;

/** A form whatever it edits. */
export interface ShownForm {
  /** Nothing can be typed into it meanwhile. */
  discarding: boolean;
  flush(): Promise<void>;
  take(view: DraftView): void;
}

/** The forms on the page, to show a draft that is taken back by a notice. */
const opened = new Map<string, ShownForm>();
/** How each of them reviews its draft. */
const reviews = new Map<string, () => void>();

/** Tells which form shows the draft of an entity, until the returned function is called. */
export function showing(ref: EntityRef, form: ShownForm, review: () => void): () => void {
  const key = keyOf(ref);
  opened.set(key, form);
  reviews.set(key, review);
  return () => {
    if (opened.get(key) === form) opened.delete(key);
    if (reviews.get(key) === review) reviews.delete(key);
  };
}

/** Reviews an entity's draft, by its form if there is one: it holds the latest keystrokes. */
export function reviewDraft(tally: Tally, { kind, id }: EntityRef): void {
  const review = reviews.get(keyOf({ kind, id }));
  if (review === undefined) tally.reviewing.open({ of: 'draft', ref: { kind, id } });
  else review();
}

/**
 * Discards an entity's draft, with a way back; its form, if there is one, takes nothing that
 * is typed until it shows a fresh one.
 */
export async function discardDraft(tally: Discarding, { kind, id }: EntityRef): Promise<void> {
  const form = opened.get(keyOf({ kind, id }));
  if (form?.discarding === true) return;
  if (form !== undefined) form.discarding = true;
  await discard(tally, { kind, id });
  if (form !== undefined) form.discarding = false;
}

async function discard(tally: Discarding, ref: EntityRef): Promise<void> {
  await opened.get(keyOf(ref))?.flush();
  const discarded = await tally.bridge.call('draft.discard', ref);
  if (!discarded.ok) {
    tally.notices.fail(discarded.failure);
    return;
  }
  const fresh = await tally.bridge.call('draft.open', ref);
  if (fresh.ok) opened.get(keyOf(ref))?.take(fresh.value);
  const name = shortened(tally.library.nameOf(ref) || ref.id, 60);
  tally.notices.say(`The draft of “${name}” was discarded`, undoing(tally, ref));
}

const undoing = (tally: Discarding, ref: EntityRef): Notice['action'] => ({
  label: 'Undo',
  run: () => void restoreDraft(tally, ref),
});

async function restoreDraft(tally: Discarding, ref: EntityRef): Promise<void> {
  // What was typed since is a newer draft, which isn’t to be lost for the one before.
  await opened.get(keyOf(ref))?.flush();
  const restored = await tally.bridge.call('draft.restore', ref);
  if (!restored.ok) {
    tally.notices.fail(restored.failure, undoing(tally, ref));
    return;
  }
  const form = opened.get(keyOf(ref));
  if (form === undefined) tally.navigation.edit(ref);
  else form.take(restored.value);
}
