/** Hosts that the page may read without a CORS header, each for the streams that it was allowed for. */
export class AllowedHosts {
  readonly #byStream = new Map<string, readonly string[]>();
  readonly #changed: (hosts: readonly string[]) => void;

  /** `changed` hears all of them, whenever there are fewer. */
  constructor(changed: (hosts: readonly string[]) => void) {
    this.#changed = changed;
  }

  /** With their ports. */
  get all(): readonly string[] {
    return [...new Set([...this.#byStream.values()].flat())];
  }

  of(id: string): readonly string[] {
    return this.#byStream.get(id) ?? [];
  }

  /** Gives all of the stream. */
  add(id: string, hosts: readonly string[]): readonly string[] {
    const together = [...new Set([...this.of(id), ...hosts])];
    this.#byStream.set(id, together);
    return together;
  }

  remove(id: string): void {
    if (this.#byStream.delete(id)) this.#changed(this.all);
  }

  clear(): void {
    if (this.#byStream.size === 0) return;
    this.#byStream.clear();
    this.#changed([]);
  }
}
