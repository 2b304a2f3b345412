import type { Result } from '../../shared/failure.ts';
import type { WebhookView } from '../../shared/health.ts';
import { sentence } from '../../shared/sentences.ts';
import type { Bridge } from '../bridge.ts';
import type { Saving } from '../state/saving.svelte.ts';

/** The webhook of the active connection. Its address leaves the page once it is set, since it may be a secret. */
export class Webhook {
  /** null until main has told. */
  view = $state.raw<WebhookView | null>(null);
  /** As typed. */
  address = $state('');
  /** What is wrong with the address as typed, as a sentence. */
  problem = $state.raw<string | null>(null);
  busy = $state.raw<'set' | 'remove' | 'test' | null>(null);
  readonly #bridge: Bridge;
  readonly #saving: Saving;
  #turn = 0;

  constructor(bridge: Bridge, saving: Saving) {
    this.#bridge = bridge;
    this.#saving = saving;
  }

  /** Begins anew, for the connection that is active. */
  async load(): Promise<void> {
    const turn = ++this.#turn;
    this.view = null;
    this.address = '';
    this.problem = null;
    const got = await this.#bridge.call('webhook.get', {});
    if (turn === this.#turn) this.#take(got);
  }

  /** What main does by itself goes on meanwhile. */
  async refresh(): Promise<void> {
    if (this.busy === null) await this.#look();
  }

  type(address: string): void {
    this.address = address;
    this.problem = null;
  }

  async set(): Promise<void> {
    const address = this.address.trim();
    this.problem = address === '' ? 'Paste the address that messages go to.' : null;
    if (address === '' || this.busy !== null) return;
    const turn = this.#turn;
    this.busy = 'set';
    const set = this.#bridge.call('webhook.set', { address });
    // An address that isn’t one is told at its field.
    const result = await set;
    this.busy = null;
    if (turn !== this.#turn) return;
    if (!result.ok && result.failure.kind === 'invalid') {
      this.problem = sentence(result.failure, 0).what;
      return;
    }
    await this.#saving.wait(set);
    this.#take(result);
    if (result.ok) this.address = '';
  }

  async remove(): Promise<void> {
    await this.#ask('remove', () => {
      const removed = this.#bridge.call('webhook.set', { address: null });
      void this.#saving.wait(removed);
      return removed;
    });
  }

  async test(): Promise<void> {
    await this.#ask('test', () => this.#bridge.call('webhook.test', {}));
  }

  async #look(): Promise<void> {
    const turn = this.#turn;
    const got = await this.#bridge.call('webhook.get', {});
    if (turn === this.#turn && this.busy === null && got.ok) this.view = got.value;
  }

  async #ask(what: 'remove' | 'test', ask: () => Promise<Result<WebhookView>>): Promise<void> {
    if (this.busy !== null) return;
    const turn = this.#turn;
    this.busy = what;
    const result = await ask();
    this.busy = null;
    if (turn === this.#turn) this.#take(result);
  }

  #take(result: Result<WebhookView>): void {
    if (result.ok) this.view = result.value;
    else this.#saving.failure = result.failure;
  }
}
