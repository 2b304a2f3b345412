/** Lets a bug in judging one stream not end the judging of the others. */
export class Bugs {
  readonly #told: (message: string) => void;
  readonly #known = new Set<string>();

  /** `told` hears each once: it would come again every few seconds. */
  constructor(told: (message: string) => void) {
    this.#told = told;
  }

  survive(act: () => void): void {
    try {
      act();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!this.#known.has(message)) this.#told(message);
      this.#known.add(message);
    }
  }
}
