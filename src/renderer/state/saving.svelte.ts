import type { Failure, Result } from '../../shared/failure.ts';

/** How the last change of any setting fared. */
export class Saving {
  /** Whether it is kept. */
  isSaved = $state(false);
  failure = $state.raw<Failure | null>(null);
  #turn = 0;

  /** Waits for a change that was sent; gives whether it is kept. */
  async wait(change: Promise<Result<unknown>>): Promise<boolean> {
    const turn = ++this.#turn;
    this.isSaved = false;
    const kept = await change;
    if (!kept.ok) this.failure = kept.failure;
    else if (turn === this.#turn) {
      this.isSaved = true;
      this.failure = null;
    }
    return kept.ok;
  }
}
