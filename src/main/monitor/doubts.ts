import type { CheckName, TimelineEvent } from '../../shared/health.ts';
import type { MonitorParts } from './monitor-parts.ts';

/** What fails, too, when an encoder has left and the service wasn't asked since. */
const doubtful: ReadonlySet<CheckName> = new Set(['hls', 'playlist', 'on-air', 'dash']);

/**
 * Streams that began to fail as those do that went off air. The service is asked whether
 * they did, one at a time, before an alarm is raised.
 */
export class Doubts {
  readonly #ids = new Set<string>();

  note(id: string, events: readonly TimelineEvent[]): void {
    if (events.some(({ check, verdict }) => verdict === 'failing' && doubtful.has(check)))
      this.#ids.add(id);
  }

  /** Asks about the next one, once; a service in trouble isn’t asked more. */
  ask({ serviceOf, askService }: Pick<MonitorParts, 'serviceOf' | 'askService'>): void {
    const [id] = this.#ids;
    if (id === undefined) return;
    this.#ids.delete(id);
    const { failure, lastGoodAt } = serviceOf(id);
    if (failure === null && lastGoodAt !== null) askService(id);
  }
}
