import type { Clock } from '../clock.ts';

/** A clock that stands still until a test makes time pass. */
export class FakeClock implements Clock {
  #now: number;
  #timers: { at: number; readonly act: () => void }[] = [];

  constructor(now = 1_000_000) {
    this.#now = now;
  }

  get waiting(): number {
    return this.#timers.length;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, act: () => void): () => void {
    const timer = { at: this.#now + ms, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Somebody sets it back; timers go on by the time that passes. */
  setBack(ms: number): void {
    this.#now -= ms;
    this.#timers = this.#timers.map((timer) => Object.assign(timer, { at: timer.at - ms }));
  }

  /** Lets `ms` pass; everything due acts in order, and promises settle in between. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#now = next.at;
      next.act();
      await settle();
    }
    this.#now = end;
  }
}

const settle = (): Promise<void> => new Promise((done) => setImmediate(done));
