/** Lets things begin one after another, so that sixteen players don't hold up the page. */
export class TileStarts {
  readonly #everyMs: number;
  #waiting: readonly (() => void)[] = [];
  #isPausing = false;

  constructor(everyMs = 150) {
    this.#everyMs = everyMs;
  }

  /** Calls `begin` soon, the first at once; the returned function takes it out of the queue. */
  add(begin: () => void): () => void {
    this.#waiting = [...this.#waiting, begin];
    if (!this.#isPausing) this.#pause(0);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== begin);
    };
  }

  #pause(ms: number): void {
    this.#isPausing = true;
    setTimeout(() => this.#next(), ms);
  }

  #next(): void {
    const [begin, ...rest] = this.#waiting;
    this.#waiting = rest;
    if (begin === undefined) this.#isPausing = false;
    else this.#pause(this.#everyMs);
    begin?.();
  }
}
