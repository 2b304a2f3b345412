import type { AlarmsView, Health, Ring } from '../../shared/health.ts';
import type { WatchSettings } from '../../shared/health-arguments.ts';
import { type Thresholds, usualThresholds } from '../../shared/thresholds.ts';
import type { Bridge } from '../bridge.ts';

const noAlarms: AlarmsView = { connectionId: null, raised: [], muted: [], quiet: false };

/** What main judges: the health of the open live entity, the alarms, and the settings of both. */
export class Watching {
  alarms = $state.raw<AlarmsView>(noAlarms);
  settings = $state.raw<WatchSettings | null>(null);
  readonly thresholds: Thresholds = $derived(this.settings?.thresholds ?? usualThresholds);
  #health = $state.raw<Health | null>(null);
  readonly #bridge: Bridge;
  readonly #ringing = new Set<(ring: Ring) => void>();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Of a live entity; null before it was judged. */
  healthOf(id: string): Health | null {
    return this.#health?.id === id ? this.#health : null;
  }

  takeHealth(health: Health): void {
    this.#health = health;
  }

  /** Asks for it when a live entity is opened; later ones are pushed. */
  async openHealth(id: string): Promise<void> {
    const health = await this.#bridge.call('health.get', { id });
    if (health.ok && health.value !== null) this.#health = health.value;
  }

  ring(ring: Ring): void {
    for (const listener of this.#ringing) listener(ring);
  }

  /** Hears each alarm that is raised from now on, until the returned function is called. */
  onRing(listener: (ring: Ring) => void): () => void {
    this.#ringing.add(listener);
    return () => {
      this.#ringing.delete(listener);
    };
  }

  async load(): Promise<void> {
    const [alarms, settings] = await Promise.all([
      this.#bridge.call('alarms.state', {}),
      this.#bridge.call('watch.settings', {}),
    ]);
    if (alarms.ok) this.alarms = alarms.value;
    if (settings.ok) this.settings = settings.value;
  }

  clear(): void {
    this.alarms = noAlarms;
    this.#health = null;
  }
}
