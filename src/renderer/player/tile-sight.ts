/** Tells tiles when they come into sight and when they leave it, by one observer for all. */
export class TileSight {
  readonly #watched = new Map<Element, (isInSight: boolean) => void>();
  readonly #observer: IntersectionObserver;

  constructor() {
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          this.#watched.get(target)?.(isIntersecting);
      },
      // A tile begins to play shortly before it is scrolled to.
      { rootMargin: '120px' },
    );
  }

  /** Calls `tell` now and with each change; the returned function ends it. */
  watch(element: Element, tell: (isInSight: boolean) => void): () => void {
    this.#watched.set(element, tell);
    this.#observer.observe(element);
    return () => {
      this.#observer.unobserve(element);
      this.#watched.delete(element);
    };
  }

  destroy(): void {
    this.#observer.disconnect();
  }
}
