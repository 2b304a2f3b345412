import type { Failure } from '../../shared/failure.ts';
import type { Alarm } from '../../shared/health.ts';
import type { Bridge } from '../bridge.ts';

const pageSize = 50;

const recoveredAtOf = ({ recoveredAt, raisedAt }: Alarm): number => recoveredAt ?? raisedAt;

/** The alarms that recovered, the newest first, as far as they are shown. */
export class RecoveredAlarms {
  rows = $state.raw<readonly Alarm[]>([]);
  more = $state(false);
  loading = $state(false);
  /** False until the first page has come. */
  loaded = $state(false);
  failure = $state.raw<Failure | null>(null);
  readonly #bridge: Bridge;
  /** What came while a page was on its way, which may have been read before. */
  #arrived: readonly Alarm[] = [];
  #turn = 0;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Begins anew, for the connection that is active. */
  async show(): Promise<void> {
    this.clear();
    await this.#load(null);
  }

  async showOlder(): Promise<void> {
    const last = this.rows.at(-1);
    if (!this.loading && last !== undefined) await this.#load(last);
  }

  /** An alarm of the active connection recovered. */
  take(alarm: Alarm): void {
    if (this.loading) this.#arrived = [...this.#arrived, alarm];
    if (this.loaded && !this.#isBeyond(alarm)) this.#place([alarm]);
  }

  clear(): void {
    this.#turn += 1;
    this.#arrived = [];
    this.rows = [];
    this.more = false;
    this.loading = false;
    this.loaded = false;
    this.failure = null;
  }

  async #load(last: Alarm | null): Promise<void> {
    const turn = this.#turn;
    this.loading = true;
    const before = last === null ? null : { recoveredAt: recoveredAtOf(last), id: last.id };
    const page = await this.#bridge.call('alarms.earlier', { before, limit: pageSize });
    if (turn !== this.#turn) return;
    this.loading = false;
    this.failure = page.ok ? null : page.failure;
    if (!page.ok) return;
    this.loaded = true;
    this.more = page.value.more;
    this.#place([...page.value.rows, ...this.#arrived]);
    this.#arrived = [];
  }

  /** Whether an alarm belongs to a page that isn't shown yet. */
  #isBeyond(alarm: Alarm): boolean {
    const last = this.rows.at(-1);
    return this.more && last !== undefined && recoveredAtOf(alarm) < recoveredAtOf(last);
  }

  /** Puts alarms in; one that is there already is replaced. Of the same one, the last counts. */
  #place(alarms: readonly Alarm[]): void {
    const byId = new Map([...this.rows, ...alarms].map((alarm) => [alarm.id, alarm]));
    this.rows = [...byId.values()].sort((a, b) => recoveredAtOf(b) - recoveredAtOf(a));
  }
}
