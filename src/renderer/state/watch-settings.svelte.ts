import type { CheckName, Severity } from '../../shared/health.ts';
import type { Delays, WatchSettings } from '../../shared/health-arguments.ts';
import { type ThresholdName, thresholdTable, uncrossed } from '../../shared/thresholds.ts';
import type { Bridge } from '../bridge.ts';
import { Saving } from './saving.svelte.ts';
import type { Watching } from './watching.svelte.ts';

/** The settings of checks and alarms as the producer chooses them; each change goes to main at once. */
export class WatchChoices {
  readonly #bridge: Bridge;
  readonly #watching: Pick<Watching, 'settings'>;
  readonly #saving: Saving;

  constructor(bridge: Bridge, watching: Pick<Watching, 'settings'>, saving = new Saving()) {
    this.#bridge = bridge;
    this.#watching = watching;
    this.#saving = saving;
  }

  /** null until main has told. */
  get value(): WatchSettings | null {
    return this.#watching.settings;
  }

  async load(): Promise<void> {
    const got = await this.#bridge.call('watch.settings', {});
    if (got.ok) this.#watching.settings = got.value;
    else this.#saving.failure = got.failure;
  }

  async set(change: Partial<WatchSettings>): Promise<void> {
    const before = this.value;
    if (before === null) return;
    const after = { ...before, ...change };
    this.#watching.settings = after;
    const isKept = await this.#saving.wait(this.#bridge.call('watch.set', after));
    if (!isKept && this.value === after) this.#watching.settings = before;
  }

  async setQuietHours(change: Partial<WatchSettings['quietHours']>): Promise<void> {
    if (this.value !== null)
      await this.set({ quietHours: { ...this.value.quietHours, ...change } });
  }

  async setThreshold(name: ThresholdName, value: number): Promise<void> {
    if (this.value !== null)
      await this.set({ thresholds: { ...this.value.thresholds, [name]: value } });
  }

  /** Sets the usual one; the other one of its figure as well, where it doesn't fit beside that. */
  async resetThreshold(name: ThresholdName): Promise<void> {
    if (this.value === null) return;
    const { usual } = thresholdTable[name];
    await this.set({ thresholds: uncrossed({ ...this.value.thresholds, [name]: usual }) });
  }

  async setSeverity(check: CheckName, severity: Severity): Promise<void> {
    if (this.value !== null)
      await this.set({ severities: { ...this.value.severities, [check]: severity } });
  }

  async setDelays(check: CheckName, change: Partial<Delays>): Promise<void> {
    if (this.value === null) return;
    const { delays } = this.value;
    await this.set({ delays: { ...delays, [check]: { ...delays[check], ...change } } });
  }
}
