import type { Clock } from '../../clock.ts';

const spacingMs = 250;
const sometimeMs = 2_000;

/** Tells of changes: at once, but not many times a second, however many they are. */
export class CalmTeller {
  readonly #clock: Clock;
  readonly #tell: () => void;
  #toldAt = -Infinity;
  #plannedAt = Infinity;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, tell: () => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** For what a producer waits for, or must know now. */
  soon(): void {
    this.#planIn(spacingMs);
  }

  /** For figures that go on changing. */
  sometime(): void {
    this.#planIn(sometimeMs);
  }

  /** For good. */
  stop(): void {
    this.#cancel();
    this.#plannedAt = -Infinity;
  }

  #planIn(spaceMs: number): void {
    const now = this.#clock.now();
    // The clock may have been set back since.
    const at = Math.max(now, Math.min(this.#toldAt, now) + spaceMs);
    if (at >= this.#plannedAt) return;
    this.#cancel();
    this.#plannedAt = at;
    this.#cancel = this.#clock.after(at - now, () => {
      this.#plannedAt = Infinity;
      this.#toldAt = this.#clock.now();
      this.#tell();
    });
  }
}
