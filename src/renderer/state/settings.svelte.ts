import type { EditSettings } from '../../shared/edit-arguments.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Bridge } from '../bridge.ts';
import { Saving } from './saving.svelte.ts';

export const fewestDays = 1;
export const mostDays = 3_650;

/** The settings as the page shows them; each change goes to main at once. */
export class Settings {
  /** null until main has told. */
  value = $state.raw<EditSettings | null>(null);
  /** How long the history is kept, as typed; null or undefined for what is no number. */
  days = $state<number | null | undefined>(null);
  readonly hasFitDays = $derived(
    Number.isInteger(this.days) && Number(this.days) >= fewestDays && Number(this.days) <= mostDays,
  );
  readonly #bridge: Bridge;
  readonly #saving: Saving;

  constructor(bridge: Bridge, saving = new Saving()) {
    this.#bridge = bridge;
    this.#saving = saving;
  }

  get failure(): Failure | null {
    return this.#saving.failure;
  }

  /** Whether the last change is kept. */
  get isSaved(): boolean {
    return this.#saving.isSaved;
  }

  async load(): Promise<void> {
    const got = await this.#bridge.call('settings.get', {});
    if (got.ok) this.#take(got.value);
    else this.#saving.failure = got.failure;
  }

  async waitForClick(waitForClick: boolean): Promise<void> {
    await this.#set({ waitForClick });
  }

  /** Keeps the days as typed, unless they don't fit. */
  async setDays(): Promise<void> {
    const historyDays = Number(this.days);
    if (this.hasFitDays && historyDays !== this.value?.historyDays)
      await this.#set({ historyDays });
  }

  async #set(change: Partial<EditSettings>): Promise<void> {
    const before = this.value;
    if (before === null) return;
    const after = { ...before, ...change };
    this.value = after;
    const isKept = await this.#saving.wait(this.#bridge.call('settings.set', after));
    if (!isKept && this.value === after) this.#take(before);
  }

  #take(settings: EditSettings): void {
    this.value = settings;
    this.days = settings.historyDays;
  }
}
