/** Milliseconds without movement that make a stall. */
const STALL_AFTER_MS = 1000;

/** Watches whether the picture moves, from the place of the playhead read now and then. */
export class StallWatch {
  /** How many times the picture stood still since the watch began. */
  count = 0;
  /** How many steps were taken against the present stall. */
  stepsTaken = 0;
  #position = -1;
  #movedAt = 0;
  #isStalled = false;
  #beganAt: readonly number[] = [];

  /** How many of the stalls began in the minute before `now`. */
  inLastMinute(now: number): number {
    this.#beganAt = this.#beganAt.filter((at) => at > now - 60_000);
    return this.#beganAt.length;
  }

  /** Begins anew at `now`, keeping the count: the picture was not expected to move. */
  excuse(now: number): void {
    this.#position = -1;
    this.#movedAt = now;
    this.#isStalled = false;
    this.stepsTaken = 0;
  }

  /** A step against the stall moved the playhead: that is no movement of the picture. */
  stepTaken(position: number): void {
    this.stepsTaken += 1;
    this.#position = position;
  }

  /** Takes the playhead in seconds; returns for how long it has stood still, 0 when it moves. */
  see(now: number, position: number): number {
    if (position !== this.#position) {
      this.excuse(now);
      this.#position = position;
      return 0;
    }
    const stoodMs = now - this.#movedAt;
    if (stoodMs < STALL_AFTER_MS) return 0;
    if (!this.#isStalled) {
      this.count += 1;
      this.#beganAt = [...this.#beganAt, now];
    }
    this.#isStalled = true;
    return stoodMs;
  }
}

/** Counts what happened lately. */
export class RecentTimes {
  readonly #withinMs: number;
  #times: number[] = [];

  constructor(withinMs: number) {
    this.#withinMs = withinMs;
  }

  add(): void {
    this.#times.push(performance.now());
  }

  get count(): number {
    const since = performance.now() - this.#withinMs;
    this.#times = this.#times.filter((at) => at >= since);
    return this.#times.length;
  }
}
