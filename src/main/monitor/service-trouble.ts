import type { Failure } from '../../shared/failure.ts';

/** What keeps the service from answering for any entity, and since when. */
export interface ServiceTrouble {
  readonly failure: Failure;
  readonly since: number;
}

/** Whether a failure says that the whole service is in trouble, not one entity. */
export function isOfTheService(failure: Failure): boolean {
  switch (failure.kind) {
    case 'unreachable':
    case 'timed-out':
    case 'throttled':
    case 'not-understood':
    case 'too-large':
      return true;
    case 'refused':
      return failure.status >= 500;
    default:
      return false;
  }
}

/** Whether all entities share a failure: the token is one for all, too. */
const isShared = (failure: Failure): boolean =>
  failure.kind === 'not-authorised' || isOfTheService(failure);

/** Whether the service itself said so; what Tally couldn't ask says nothing of it. */
const isAnswer = (failure: Failure | null): boolean =>
  failure === null || failure.kind === 'not-found' || failure.kind === 'refused';

/**
 * Learns from one read after the other whether it is the service that fails, or one entity: the
 * service does until any entity is answered.
 */
export class ServiceTroubles {
  #now: ServiceTrouble | null = null;
  readonly #failed = new Set<string>();
  #overAt = -Infinity;

  /** null while the service answers. */
  get now(): ServiceTrouble | null {
    return this.#now;
  }

  note(id: string, failure: Failure | null, at: number): void {
    if (failure !== null && isShared(failure)) {
      this.#now = { failure, since: this.#now?.since ?? at };
      this.#failed.add(id);
      return;
    }
    if (!isAnswer(failure)) return;
    if (this.#failed.size > 1) this.#overAt = at;
    this.#failed.clear();
    this.#now = null;
  }

  /**
   * Why the service gives nothing of an entity that failed last at `own.at`; null while it
   * does. What failed with others says nothing of it once the service answers again.
   */
  of(own: { readonly failure: Failure; readonly at: number } | null): {
    readonly failure: Failure | null;
    readonly isShared: boolean;
  } {
    if (own !== null && !isShared(own.failure)) return { failure: own.failure, isShared: false };
    if (this.#now !== null) return { failure: this.#now.failure, isShared: true };
    return {
      failure: own === null || own.at <= this.#overAt ? null : own.failure,
      isShared: false,
    };
  }
}
