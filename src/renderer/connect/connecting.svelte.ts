import { serviceAddress } from '../../shared/address.ts';
import type { CallArgs } from '../../shared/contract.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Bridge } from '../bridge.ts';

type Keep = CallArgs<'connection.add'>['keep'];

/** Says below a token's field where the token goes. */
export const tokenHint = (keep: Keep): string =>
  keep === 'memory'
    ? 'The token and what is read stay in memory, until Tally ends; only names and identifiers of the library are saved.'
    : 'Goes to the keychain of this computer and is never shown again.';

/** A connection being typed. The token is not in here: it goes from the field to main, once. */
export class Connecting {
  name = $state('');
  address = $state('');
  addressLeft = $state(false);
  keep = $state<Keep>('keychain');
  busy = $state(false);
  failure = $state.raw<Failure | null>(null);
  tokenProblem = $state<string>();
  readonly #bridge: Bridge;
  readonly checked = $derived(this.address.trim() === '' ? null : serviceAddress(this.address));
  readonly addressProblem = $derived.by(() => {
    if (!this.addressLeft) return undefined;
    if (this.checked === null) return 'Enter the address of the service.';
    return this.checked.ok ? undefined : this.checked.reason;
  });
  readonly addressHint = $derived.by(() => {
    if (this.checked?.ok !== true) return 'Like https://api.example.com';
    const { address, corrections } = this.checked;
    return corrections.length === 0
      ? undefined
      : `Tally will use ${address}. ${corrections.join(' ')}`;
  });

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /**
   * True when connected; else `failure`, or what is wrong with a field, says why.
   * With null, main takes the token that no keychain took the last time.
   */
  async connect(token: string | null): Promise<boolean> {
    if (this.busy) return false;
    this.addressLeft = true;
    this.failure = null;
    this.tokenProblem = token === '' ? 'Enter the API token.' : undefined;
    if (this.checked?.ok !== true || token === '') return false;
    const { address } = this.checked;
    const name = this.name.trim() || new URL(address).host;
    this.busy = true;
    const added = await this.#bridge.call('connection.add', {
      name: name.slice(0, 200),
      address,
      token,
      keep: this.keep,
    });
    this.busy = false;
    if (!added.ok) this.failure = added.failure;
    return added.ok;
  }

  async tryDemo(): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.failure = null;
    const connected = await this.#bridge.call('connection.try-demo', {});
    this.busy = false;
    if (!connected.ok) this.failure = connected.failure;
    return connected.ok;
  }
}
