import type { EntityView } from '../../shared/contract.ts';
import type { EntityRef } from '../../shared/entities.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Bridge } from '../bridge.ts';
import { sameRef } from './route.ts';

const mostSeen = 32;
const keyOf = ({ kind, id }: EntityRef): string => `${kind}/${id}`;

/** The entity that is open, as main last told. */
export class Opened {
  view = $state.raw<EntityView | null>(null);
  failure = $state.raw<Failure | null>(null);
  refreshing = $state(false);
  #ref: EntityRef | null = null;
  /** What was open before, so that going back to it waits for nothing. */
  readonly #seen = new Map<string, EntityView>();
  readonly #bridge: Bridge;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** The keys of what was opened, the last first. */
  get recent(): readonly string[] {
    return [...this.#seen.keys()].reverse();
  }

  async open(ref: EntityRef | null): Promise<void> {
    if (!sameRef(ref, this.#ref)) this.view = ref === null ? null : this.#lastSeen(ref);
    this.#ref = ref;
    this.failure = null;
    const opened = await this.#bridge.call('entity.open', { ref });
    if (!sameRef(ref, this.#ref)) return;
    if (!opened.ok) this.failure = opened.failure;
    else if (opened.value !== null) this.take(opened.value);
  }

  take(view: EntityView): void {
    if (!sameRef(view, this.#ref)) return;
    this.view = view;
    this.failure = null;
    this.#seen.delete(keyOf(view));
    this.#seen.set(keyOf(view), view);
    if (this.#seen.size > mostSeen) this.#seen.delete([...this.#seen.keys()][0] ?? '');
  }

  /** Forgets what was seen: another connection's entities may have the same identifiers. */
  forget(): void {
    this.#seen.clear();
  }

  #lastSeen(ref: EntityRef): EntityView | null {
    return this.#seen.get(keyOf(ref)) ?? null;
  }

  /** Reads the live entity now. Gives the failure when not even the asking worked. */
  async refresh(): Promise<Failure | null> {
    const ref = this.#ref;
    if (ref?.kind !== 'live' || this.refreshing) return null;
    this.refreshing = true;
    const read = await this.#bridge.call('live.refresh', { id: ref.id });
    this.refreshing = false;
    if (read.ok) this.take(read.value);
    return read.ok ? null : read.failure;
  }
}
