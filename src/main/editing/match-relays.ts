import type { RelayValue } from './live-values.ts';

/** What two relays have in common when they are the same; null when this one lacks it. */
type Signature<R> = (relay: R) => readonly (string | undefined)[];

const whole: Signature<RelayValue> = ({ url, key, name }) => [url, key, name];
const target: Signature<RelayValue> = ({ url, key }) => [url, key];
const passes: readonly Signature<RelayValue>[] = [
  ({ id }) => [id],
  whole,
  target,
  ({ url, name }) => [url, name],
  ({ url }) => [url],
  ({ name }) => [name === '' ? undefined : name],
];

/**
 * Which relay of `to` each relay of `from` is: its index, or null. By id, else by
 * address and key, by address, by name; one to one, equal ones in their order.
 */
export const matchRelays = (
  from: readonly RelayValue[],
  to: readonly RelayValue[],
): (number | null)[] => pairUp(from, to, passes);

/** Only those with the same address and the same known key. */
export const matchTargets = (
  from: readonly RelayValue[],
  to: readonly RelayValue[],
): (number | null)[] => pairUp(from, to, [whole, target]);

function pairUp<R>(
  from: readonly R[],
  to: readonly R[],
  signatures: readonly Signature<R>[],
): (number | null)[] {
  const found: (number | null)[] = from.map(() => null);
  const free = new Set(to.keys());
  for (const signature of signatures) {
    const waiting = new Map<string, number[]>();
    for (const index of free) {
      const sign = signed(signature, to[index]);
      if (sign === null) continue;
      const line = waiting.get(sign);
      if (line === undefined) waiting.set(sign, [index]);
      else line.push(index);
    }
    for (const [index, relay] of from.entries()) {
      if (found[index] !== null) continue;
      const sign = signed(signature, relay);
      const match = sign === null ? undefined : waiting.get(sign)?.shift();
      if (match === undefined) continue;
      found[index] = match;
      free.delete(match);
    }
  }
  return found;
}

function signed<R>(signature: Signature<R>, relay: R | undefined): string | null {
  if (relay === undefined) return null;
  const parts = signature(relay);
  return parts.includes(undefined) ? null : JSON.stringify(parts);
}
