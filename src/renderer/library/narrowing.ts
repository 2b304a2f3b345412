import { type Entry, matching } from './entries.ts';

interface Step {
  /** In lower case. */
  readonly query: string;
  readonly found: readonly Entry[];
}

/**
 * Searches as one types: a query that goes on from an earlier one looks only through
 * what that one found, and one that was taken back is known already. As long as the
 * same is found it is the same list, so that nothing is drawn again for it.
 */
export class Narrowing {
  #entries: readonly Entry[] = [];
  #steps: readonly Step[] = [];
  #found: readonly Entry[] = [];

  of(entries: readonly Entry[], query: string): readonly Entry[] {
    const asked = query.toLowerCase();
    const isSame = entries === this.#entries;
    const steps = isSame ? this.#steps.filter((step) => asked.startsWith(step.query)) : [];
    const last = steps.at(-1);
    this.#entries = entries;
    this.#steps = steps;
    if (last?.query === asked) this.#found = last.found;
    else {
      const found = matching(last?.found ?? entries, asked);
      if (!areSame(found, this.#found)) this.#found = found;
      this.#steps = [...steps, { query: asked, found: this.#found }];
    }
    return this.#found;
  }
}

const areSame = (some: readonly Entry[], others: readonly Entry[]): boolean =>
  some.length === others.length && some.every((entry, index) => entry === others[index]);
