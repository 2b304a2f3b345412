import type { EditsView, OutboxView, WaitingChange } from '../../shared/edit-views.ts';
import type { EntityRef } from '../../shared/entities.ts';
import { keyOf } from '../library/entries.ts';
import { sameRef } from './route.ts';

/** What is marked beside an entity. `asks`: a change of it needs the producer. */
export type EditMark = 'draft' | 'waiting' | 'asks';

const emptyOutbox: OutboxView = { entries: [], stopped: null, until: null, waitForClick: false };

/** Whether a change waits for the producer to decide. */
export const asksProducer = ({ state }: WaitingChange): boolean =>
  state.kind === 'conflict' ||
  state.kind === 'refused' ||
  (state.kind === 'unknown' && state.compared !== 'not-yet');

/** The drafts and the outbox of the active connection, as main last told. */
export class Edits {
  #view = $state.raw<EditsView>({ connectionId: null, drafts: [], outbox: emptyOutbox });
  readonly outbox = $derived(this.#view.outbox);
  readonly drafts = $derived(this.#view.drafts);
  readonly #marks: ReadonlyMap<string, EditMark> = $derived(
    new Map([
      ...this.drafts.map((ref) => [keyOf(ref), 'draft'] as const),
      ...this.outbox.entries.map(({ ref }) => [keyOf(ref), 'waiting'] as const),
      ...this.outbox.entries.filter(asksProducer).map(({ ref }) => [keyOf(ref), 'asks'] as const),
    ]),
  );
  readonly asking = $derived(this.outbox.entries.filter(asksProducer).length);

  hasDraft(ref: EntityRef): boolean {
    return this.drafts.some((draft) => sameRef(draft, ref));
  }

  markOf(ref: EntityRef): EditMark | null {
    return this.#marks.get(keyOf(ref)) ?? null;
  }

  take(view: EditsView): void {
    this.#view = view;
  }

  clear(): void {
    this.#view = { connectionId: null, drafts: [], outbox: emptyOutbox };
  }
}
