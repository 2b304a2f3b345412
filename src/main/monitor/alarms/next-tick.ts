import type { Clock } from '../../clock.ts';

const spacingMs = 200;
/** A timer that comes so late means that the computer slept, or that its clock was set. */
const lateMs = 10_000;

/** One timer for the next of many moments; several that come close together are one. */
export class NextTick {
  readonly #clock: Clock;
  readonly #tick: (isLate: boolean) => void;
  #at = Infinity;
  #tickedAt = -Infinity;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, tick: (isLate: boolean) => void) {
    this.#clock = clock;
    this.#tick = tick;
  }

  /** At `at` at the latest; null asks for nothing. */
  by(at: number | null): void {
    if (at === null || at >= this.#at) return;
    this.#cancel();
    const now = this.#clock.now();
    // The clock may have been set back since.
    const spaced = Math.min(this.#tickedAt, now) + spacingMs;
    this.#at = Math.max(now, at, spaced);
    this.#cancel = this.#clock.after(this.#at - now, () => {
      const isLate = this.#clock.now() - this.#at > lateMs;
      this.#at = Infinity;
      this.#tickedAt = this.#clock.now();
      this.#tick(isLate);
    });
  }

  /** For good. */
  stop(): void {
    this.#cancel();
    this.#at = -Infinity;
  }
}
