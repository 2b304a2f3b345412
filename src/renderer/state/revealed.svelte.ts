import type { CallArgs } from '../../shared/contract.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Bridge } from '../bridge.ts';

export type Secret = CallArgs<'live.reveal'>;

export const sameSecret = (a: Secret, b: Secret): boolean =>
  a.id === b.id &&
  (a.what === 'stream-key'
    ? b.what === 'stream-key'
    : b.what === 'relay-key' && a.relay === b.relay);

interface Shown {
  readonly which: Secret;
  readonly key: string;
  readonly hidesAt: number;
}

/** The one key that is shown in clear; gone after its time, or when the window loses the focus. */
export class Revealed {
  shown = $state.raw<Shown | null>(null);
  #asked: Secret | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #bridge: Bridge;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  async reveal(which: Secret): Promise<Failure | null> {
    this.hide();
    this.#asked = which;
    window.addEventListener('blur', this.hide);
    document.addEventListener('visibilitychange', this.hide);
    const revealed = await this.#bridge.call('live.reveal', which);
    if (this.#asked !== which) return null;
    if (!revealed.ok) {
      this.hide();
      return revealed.failure;
    }
    const { key, hideAfterMs } = revealed.value;
    this.shown = { which, key, hidesAt: Date.now() + hideAfterMs };
    this.#timer = setTimeout(this.hide, hideAfterMs);
    return null;
  }

  readonly hide = (): void => {
    clearTimeout(this.#timer);
    window.removeEventListener('blur', this.hide);
    document.removeEventListener('visibilitychange', this.hide);
    this.#asked = null;
    this.shown = null;
  };
}
