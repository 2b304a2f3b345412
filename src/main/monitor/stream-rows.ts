import type { StreamList, StreamRow, StreamsChange } from '../../shared/health.ts';

const toldEveryMs = 1_000;

/** The rows of the wall and the sidebar; those that changed are told at most once a second. */
export class StreamRows {
  readonly #connectionId: string;
  readonly #told: (change: StreamsChange) => void;
  readonly #rows = new Map<string, StreamRow>();
  readonly #changed = new Set<string>();
  readonly #removed = new Set<string>();
  #toldAt = 0;

  constructor(connectionId: string, told: (change: StreamsChange) => void) {
    this.#connectionId = connectionId;
    this.#told = told;
  }

  get list(): StreamList {
    return { connectionId: this.#connectionId, rows: [...this.#rows.values()] };
  }

  note(row: StreamRow): void {
    if (isSame(row, this.#rows.get(row.id))) return;
    this.#rows.set(row.id, row);
    this.#changed.add(row.id);
    this.#removed.delete(row.id);
  }

  remove(id: string): void {
    this.#changed.delete(id);
    if (this.#rows.delete(id)) this.#removed.add(id);
  }

  tell(now: number): void {
    if (Math.abs(now - this.#toldAt) < toldEveryMs) return;
    if (this.#changed.size + this.#removed.size === 0) return;
    this.#toldAt = now;
    const changed = [...this.#changed].flatMap((id) => this.#rows.get(id) ?? []);
    const removed = [...this.#removed];
    this.#changed.clear();
    this.#removed.clear();
    this.#told({ connectionId: this.#connectionId, changed, removed });
  }
}

const isSame = (one: StreamRow, other: StreamRow | undefined): boolean =>
  one.onAir === other?.onAir &&
  one.verdict === other.verdict &&
  one.line === other.line &&
  one.hls === other.hls &&
  one.soundOnly === other.soundOnly &&
  one.alarms === other.alarms;
