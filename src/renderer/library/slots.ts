/**
 * Which element draws which row. A row keeps its element for as long as it is drawn;
 * the element of one that left shows another, which takes far less than making one.
 */
export class Slots {
  #slots: ReadonlyMap<string, number> = new Map();
  #active: string | undefined;
  #made = 0;

  /**
   * The element's number for each of the rows to draw, in their order. The element of
   * the `active` row may have the focus, so it goes with its row and never shows another.
   */
  assign(keys: readonly string[], active: string | undefined): readonly number[] {
    const drawn = new Set(keys);
    const free = [...this.#slots].flatMap(([key, slot]) =>
      drawn.has(key) || key === active || key === this.#active ? [] : [slot],
    );
    this.#slots = new Map(
      keys.map((key) => [key, this.#slots.get(key) ?? free.shift() ?? this.#made++]),
    );
    this.#active = active;
    return [...this.#slots.values()];
  }
}
