import type { Relay } from '../../shared/entities.ts';

interface Standing {
  readonly status: string | undefined;
  readonly at: number;
}

/** Since when each relay of one entity has had its status, as far as Tally saw. */
export class RelayTimes {
  #since: ReadonlyMap<string, Standing> = new Map();
  #inOrder: readonly number[] = [];

  /** Milliseconds since 1970, in the order of the entity's relays. */
  get since(): readonly number[] {
    return this.#inOrder;
  }

  note(relays: readonly Relay[], now: number): void {
    const next = new Map<string, Standing>();
    this.#inOrder = relays.map(({ id, name, url, status }, index) => {
      const key = id ?? `${name ?? ''}\n${url ?? ''}\n${index}`;
      const before = this.#since.get(key);
      const entry =
        before?.status === status && before !== undefined ? before : { status, at: now };
      next.set(key, entry);
      return entry.at;
    });
    this.#since = next;
  }
}
