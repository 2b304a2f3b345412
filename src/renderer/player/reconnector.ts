import type { Retry } from './preview-state.ts';
import { type Probe, probePlaylist } from './probe.ts';
import { backOffMs } from './recovery.ts';

export interface ReconnectorOptions {
  readonly fetch: typeof fetch;
  readonly random: () => number;
  readonly isOnline: () => boolean;
  /** The address answered; called once for each `schedule`. */
  readonly onAnswer: (probe: Probe) => void;
}

/** Waits longer and longer, then asks an address whether its stream is back. */
export class Reconnector {
  readonly #options: ReconnectorOptions;
  #attempt = 0;
  #dueAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;
  #url = '';

  constructor(options: ReconnectorOptions) {
    this.#options = options;
  }

  /** The present try; seconds are 0 while it goes on. */
  get retry(): Retry {
    const leftMs = this.#timer === undefined ? 0 : Math.max(1, this.#dueAt - performance.now());
    return { attempt: Math.max(1, this.#attempt), inSeconds: Math.ceil(leftMs / 1000) };
  }

  /** Whether it waits or asks. */
  get isBusy(): boolean {
    return this.#timer !== undefined || this.#asking !== undefined;
  }

  /** Asks `url` after a wait that grows with each call since `forget`. */
  schedule(url: string): void {
    this.cancel();
    this.#attempt += 1;
    this.#url = url;
    const waitMs = backOffMs(this.#attempt, this.#options.random());
    this.#dueAt = performance.now() + waitMs;
    this.#timer = setTimeout(() => this.hurry(), waitMs);
  }

  /** Asks at once when a wait is on. */
  hurry(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.ask(this.#url, this.#options.onAnswer);
  }

  /** Asks `url` outside of the schedule; nothing is answered after `cancel`. */
  ask(url: string, onAnswer: (probe: Probe) => void): void {
    this.cancel();
    const asking = new AbortController();
    this.#asking = asking;
    const { fetch, isOnline } = this.#options;
    probePlaylist(url, { fetch, isOnline, signal: asking.signal }).then(
      (probe) => {
        if (asking.signal.aborted) return;
        this.#asking = undefined;
        onAnswer(probe);
      },
      () => undefined,
    );
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asking?.abort();
    this.#asking = undefined;
  }

  /** All is well again: the next wait is a short one. */
  forget(): void {
    this.#attempt = 0;
  }
}
