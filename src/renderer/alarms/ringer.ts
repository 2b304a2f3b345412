import type { Ring } from '../../shared/health.ts';

/** What fails together is judged within a moment, so the first words can speak of all of it. */
const gatherMs = 300;
const atMostEveryMs = 5_000;

/** Tells alarms in bundles, the first almost at once, so that many don’t talk over each other. */
export class Ringer {
  readonly #tell: (rings: readonly Ring[]) => void;
  #waiting: readonly Ring[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (rings: readonly Ring[]) => void) {
    this.#tell = tell;
  }

  ring(ring: Ring): void {
    this.#waiting = [...this.#waiting, ring];
    this.#timer ??= setTimeout(this.#tellWaiting, gatherMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  readonly #tellWaiting = (): void => {
    const rings = this.#waiting;
    this.#waiting = [];
    this.#timer = rings.length === 0 ? undefined : setTimeout(this.#tellWaiting, atMostEveryMs);
    if (rings.length > 0) this.#tell(rings);
  };
}
