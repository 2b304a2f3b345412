import type { StreamList, StreamRow, StreamsChange } from '../../shared/health.ts';

/** Every live entity as judged now: what the wall and the sidebar show. */
export class Streams {
  #rows = $state.raw<ReadonlyMap<string, StreamRow>>(new Map());
  #connectionId: string | null = null;
  readonly all = $derived([...this.#rows.values()]);

  of(id: string): StreamRow | null {
    return this.#rows.get(id) ?? null;
  }

  take({ connectionId, rows }: StreamList): void {
    this.#connectionId = connectionId;
    this.#rows = new Map(rows.map((row) => [row.id, row]));
  }

  change({ connectionId, changed, removed }: StreamsChange): void {
    if (connectionId !== this.#connectionId) return;
    const rows = new Map(this.#rows);
    for (const row of changed) rows.set(row.id, row);
    for (const id of removed) rows.delete(id);
    this.#rows = rows;
  }

  clear(): void {
    this.#connectionId = null;
    this.#rows = new Map();
  }
}
