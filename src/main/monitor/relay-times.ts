import type { Relay } from '../../shared/entities.ts';

interface Standing {
  readonly status: string | undefined;
  /** null: it had it when Tally first saw the relay. */
  readonly at: number | null;
}

/** Since when each relay of one entity has had its status, where Tally saw it change. */
export class RelayTimes {
  #since: ReadonlyMap<string, Standing> = new Map();
  #inOrder: readonly (number | null)[] = [];

  /** Milliseconds since 1970, in the order of the entity's relays; null where nobody knows. */
  get since(): readonly (number | null)[] {
    return this.#inOrder;
  }

  note(relays: readonly Relay[], now: number): void {
    const next = new Map<string, Standing>();
    this.#inOrder = relays.map(({ id, name, url, status }, index) => {
      const key = id ?? `${name ?? ''}\n${url ?? ''}\n${index}`;
      const before = this.#since.get(key);
      const entry =
        before?.status === status && before !== undefined
          ? before
          : { status, at: before === undefined ? null : now };
      next.set(key, entry);
      return entry.at;
    });
    this.#since = next;
  }
}
