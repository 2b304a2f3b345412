import type { Health, StreamsChange } from '../../shared/health.ts';
import type { WatchSettings } from '../../shared/health-arguments.ts';
import type { Clock } from '../clock.ts';
import type { Alarms } from './alarms/alarms.ts';
import type { Webhook } from './alarms/webhook.ts';
import type { ServiceFacts } from './facts.ts';
import type { Prober } from './probes/prober.ts';
import type { ServiceTrouble } from './service-trouble.ts';
import type { Timelines } from './timeline/timeline.ts';

/** What a monitor works with, asks, and tells. */
export interface MonitorParts {
  readonly connectionId: string;
  readonly clock: Clock;
  readonly prober: Pick<
    Prober,
    'factsOf' | 'heldPlaylists' | 'blockedHosts' | 'probeNow' | 'setTargets' | 'setResting' | 'stop'
  >;
  readonly alarms: Alarms;
  readonly webhook: Webhook;
  readonly timelines: Timelines;
  readonly settings: () => WatchSettings;
  /** Every live entity of the library. */
  readonly liveIds: () => readonly string[];
  readonly serviceOf: (id: string) => ServiceFacts;
  /** What keeps the service from answering for any; null while it answers. */
  readonly serviceTrouble: () => ServiceTrouble | null;
  /** Asks the service about a stream at once: whether it still is on air. */
  readonly askService: (id: string) => void;
  /** Since when the service can't be reached; null while it answers. */
  readonly serviceGoneSince: () => number | null;
  readonly rowsChanged: (change: StreamsChange) => void;
  readonly healthChanged: (health: Health) => void;
  /** Fewer hosts may be read without a CORS header now. */
  readonly allowedChanged: (hosts: readonly string[]) => void;
  /** Something was judged wrongly by a bug; the other streams go on. */
  readonly failed: (message: string) => void;
}
