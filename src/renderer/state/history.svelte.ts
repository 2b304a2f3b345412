import type { HistoryRow } from '../../shared/edit-views.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Bridge } from '../bridge.ts';

const pageSize = 50;

/** The changes that were sent through the active connection, newest first, as far as they are shown. */
export class SentChanges {
  rows = $state.raw<readonly HistoryRow[]>([]);
  /** The one that main told of last, since the connection was chosen. */
  latest = $state.raw<HistoryRow | null>(null);
  more = $state(false);
  loading = $state(false);
  /** False until the first page has come. */
  loaded = $state(false);
  failure = $state.raw<Failure | null>(null);
  readonly #bridge: Bridge;
  #connectionId: string | null = null;
  /** What came while a page was on its way, which may have been read before. */
  #arrived: readonly HistoryRow[] = [];
  #turn = 0;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Begins anew for a connection. */
  async show(connectionId: string | null): Promise<void> {
    this.clear();
    this.#connectionId = connectionId;
    await this.#load(null);
  }

  async showOlder(): Promise<void> {
    const last = this.rows.at(-1);
    if (!this.loading) await this.#load(last?.at ?? null);
  }

  /** A change was sent, or the outcome of one is known now. */
  take(row: HistoryRow): void {
    this.latest = row;
    if (this.loading) this.#arrived = [...this.#arrived, row];
    if (this.loaded && !this.#isBeyond(row)) this.#place([row]);
  }

  clear(): void {
    this.#turn += 1;
    this.#connectionId = null;
    this.#arrived = [];
    this.rows = [];
    this.latest = null;
    this.more = false;
    this.loading = false;
    this.loaded = false;
    this.failure = null;
  }

  async #load(before: number | null): Promise<void> {
    const turn = this.#turn;
    this.loading = true;
    const list = await this.#bridge.call('history.list', { before, limit: pageSize });
    if (turn !== this.#turn) return;
    this.loading = false;
    this.failure = list.ok ? null : list.failure;
    if (!list.ok || list.value.connectionId !== this.#connectionId) return;
    this.loaded = true;
    this.more = list.value.more;
    this.#place([...list.value.rows, ...this.#arrived]);
    this.#arrived = [];
  }

  /** Whether a row belongs to a page that isn't shown yet. */
  #isBeyond(row: HistoryRow): boolean {
    const last = this.rows.at(-1);
    return this.more && last !== undefined && row.at < last.at;
  }

  /** Puts rows in; one that is there already is replaced. Of the same row, the last counts. */
  #place(rows: readonly HistoryRow[]): void {
    const byId = new Map([...this.rows, ...rows].map((row) => [row.row, row]));
    this.rows = [...byId.values()].sort((a, b) => b.at - a.at);
  }
}
