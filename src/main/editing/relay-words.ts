import type { RelayValue } from './live-values.ts';

/** What stands for a key wherever a producer could see it. */
export const dots = '••••••••';

const shortestKey = 4;

/** A text in which no key of a relay can be read, not even one that was put into it. */
export const withoutKeys = (text: string, keys: readonly (string | undefined)[]): string =>
  keys.reduce<string>(
    (shown, key) =>
      key === undefined || key.length < shortestKey ? shown : shown.replaceAll(key, dots),
    text,
  );

/** `Relay 2 “YouTube”`; `index` from 0. */
export const relayLabel = (index: number, name: string | undefined): string =>
  name === undefined || name === '' ? `Relay ${index + 1}` : `Relay ${index + 1} “${name}”`;

/** `YouTube`, or `Relay 2` where it has no name. */
export const shortName = (index: number, name: string | undefined): string =>
  name === undefined || name === '' ? `Relay ${index + 1}` : name;

/** A whole relay in a line, its key as dots; `before`: to say that the key is another one. */
export function relaySummary(relay: RelayValue, before?: RelayValue): string {
  const isReplaced = before !== undefined && relay.key !== undefined && relay.key !== before.key;
  const shown = (text: string): string => withoutKeys(text, [relay.key, before?.key]);
  const key = relay.key === undefined ? 'key not known' : `key ${dots}`;
  return [
    ...(relay.name === undefined || relay.name === '' ? [] : [shown(relay.name)]),
    relay.url === '' ? 'address not understood' : shown(relay.url),
    isReplaced ? `${key} (replaced)` : key,
  ].join(', ');
}
