import type { Failure } from '../../shared/failure.ts';
import type { Timeline } from '../../shared/health.ts';
import type { TimelineSpan } from '../../shared/health-arguments.ts';
import type { Bridge } from '../bridge.ts';

const readEveryMs: Readonly<Record<TimelineSpan, number>> = {
  '15m': 5_000,
  '2h': 30_000,
  '24h': 60_000,
};

/** The timeline of one live entity as it is looked at: which span, read again now and then. */
export class TimelineView {
  span = $state<TimelineSpan>('15m');
  timeline = $state.raw<Timeline | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #bridge: Bridge;
  readonly #id: string;
  #turn = 0;

  constructor(bridge: Bridge, id: string) {
    this.#bridge = bridge;
    this.#id = id;
  }

  /** Reads now and again while the page is visible; gives a function that ends it. */
  follow(span: TimelineSpan): () => void {
    const read = (): void => {
      if (!document.hidden) void this.#read(span);
    };
    read();
    const timer = setInterval(read, readEveryMs[span]);
    document.addEventListener('visibilitychange', read);
    return () => {
      this.#turn += 1;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }

  async #read(span: TimelineSpan): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const timeline = await this.#bridge.call('timeline.get', { id: this.#id, span });
    if (turn !== this.#turn) return;
    this.failure = timeline.ok ? null : timeline.failure;
    if (timeline.ok) this.timeline = timeline.value;
  }
}
