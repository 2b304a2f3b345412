import type { Relay } from '../../shared/entities.ts';

export interface ListedRelay {
  readonly relay: Relay;
  /** Where it stands in the service's answer. */
  readonly index: number;
  readonly title: string;
}

/** Relays that aren't enabled first, else in the service's order. */
export function listedRelays(relays: readonly Relay[]): readonly ListedRelay[] {
  const all = relays.map((relay, index) => ({
    relay,
    index,
    title: relay.name?.trim() || `Relay ${index + 1}`,
  }));
  const failing = all.filter(({ relay }) => relay.status !== 'enable');
  return [...failing, ...all.filter(({ relay }) => relay.status === 'enable')];
}
