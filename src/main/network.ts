import type { NetworkView } from '../shared/contract.ts';
import type { Failure } from '../shared/failure.ts';

const failuresThatMeanOffline = 3;

/**
 * Whether the service can be reached at all: by what the operating system says,
 * which doesn't count for a service on this computer, and by failing requests.
 */
export class Network {
  readonly #now: () => number;
  readonly #changed: (view: NetworkView) => void;
  #view: NetworkView;
  #systemOnline = true;
  #onThisComputer = false;
  #unreachableInARow = 0;

  constructor(now: () => number, changed: (view: NetworkView) => void) {
    this.#now = now;
    this.#changed = changed;
    this.#view = { offline: false, since: now(), reason: null };
  }

  get view(): NetworkView {
    return this.#view;
  }

  /** Whether it makes sense to ask: requests that fail are tried on, a missing network isn't. */
  get worthTrying(): boolean {
    return this.#systemOnline || this.#onThisComputer;
  }

  setSystemOnline(online: boolean): void {
    this.#systemOnline = online;
    this.#judge();
  }

  /** A new service is in use: what was noted of the last one no longer counts. */
  setAddress(address: string | null): void {
    this.#onThisComputer = address?.startsWith('http:') ?? false;
    this.#unreachableInARow = 0;
    this.#judge();
  }

  noteOutcome(failure: Failure | null): void {
    this.#unreachableInARow = failure?.kind === 'unreachable' ? this.#unreachableInARow + 1 : 0;
    this.#judge();
  }

  #judge(): void {
    const reason = !this.worthTrying
      ? 'system'
      : this.#unreachableInARow >= failuresThatMeanOffline
        ? 'requests'
        : null;
    if (reason === this.#view.reason) return;
    this.#view = { offline: reason !== null, since: this.#now(), reason };
    this.#changed(this.#view);
  }
}
