import type { LiveFields, Problem, RelayFields } from './edits.ts';
import { type Finding, relayAddressFindings, targetOf } from './media-addresses.ts';

/**
 * What is wrong with the relays of an edited live entity. An address that the service
 * holds already only gives warnings, and only when the list would be sent.
 */
export function relayProblems(
  fields: LiveFields,
  base: LiveFields,
  keyOf: (relay: RelayFields) => string | null,
): Problem[] {
  const origins = new Map(base.relays.map((relay) => [relay.row, relay]));
  const originOf = (relay: RelayFields): RelayFields | undefined =>
    relay.origin === null ? undefined : origins.get(relay.origin);
  const willBeSent = relaysDiffer(fields, base);
  const problems = fields.relays.flatMap((relay) => {
    const origin = originOf(relay);
    const key = keyOf(relay);
    const at = (field: string, findings: readonly Finding[]): Problem[] =>
      findings.map((finding) => ({ field: `relay/${relay.row}/${field}`, ...finding }));
    const isNewAddress = origin?.url !== relay.url;
    if (!isNewAddress && !willBeSent) return [];
    const address = relayAddressFindings(relay.url, key).map((finding) =>
      isNewAddress || relay.url === '' ? finding : { ...finding, level: 'warning' as const },
    );
    return [...at('url', address), ...at('key', keyFindings(relay, origin, key))];
  });
  return [...problems, ...duplicateProblems(fields.relays, originOf, keyOf)];
}

function keyFindings(
  relay: RelayFields,
  origin: RelayFields | undefined,
  key: string | null,
): Finding[] {
  if (relay.key.kind === 'unchanged' && origin === undefined)
    return [{ level: 'error', text: 'Enter the key of the relay target.' }];
  if (relay.key.kind === 'typed' && relay.key.key.trim() === '' && !isKept(relay, origin))
    return [
      {
        level: 'error',
        text:
          origin !== undefined
            ? 'Enter the key: the relay list is sent whole, and the service told no key for this relay.'
            : 'Enter the key of the relay target.',
      },
    ];
  if (relay.key.kind !== 'unchanged' && key !== null && /[\s\p{Cc}\p{Cf}]/u.test(key))
    return [
      {
        level: 'warning',
        text: 'The key holds a space, a line break or an invisible character. It is sent as it is.',
      },
    ];
  return [];
}

/** A key that was typed and deleted again stays as the service has it. */
const isKept = (relay: RelayFields, origin: RelayFields | undefined): boolean =>
  relay.key.kind === 'typed' && relay.key.key === '' && origin?.key.kind === 'unchanged';

/** Only rows that are new or changed are pointed out: two keys on one address is common. */
function duplicateProblems(
  relays: readonly RelayFields[],
  originOf: (relay: RelayFields) => RelayFields | undefined,
  keyOf: (relay: RelayFields) => string | null,
): Problem[] {
  const byTarget = Map.groupBy(
    relays.filter(({ url }) => url !== ''),
    ({ url }) => targetOf(url),
  );
  const isEdited = (relay: RelayFields): boolean =>
    relay.key.kind !== 'unchanged' || originOf(relay)?.url !== relay.url;
  return [...byTarget.values()].flatMap((group) => {
    if (group.length === 1) return [];
    const keys = Map.groupBy(group, (relay) => keyOf(relay) ?? '');
    const unknown = keys.get('')?.length ?? 0;
    return group.filter(isEdited).flatMap((relay): Problem[] => {
      const key = keyOf(relay) ?? '';
      const field = `relay/${relay.row}/url`;
      if (key !== '' && (keys.get(key)?.length ?? 0) > 1)
        return [
          { field, level: 'warning', text: 'Another relay has the same address and the same key.' },
        ];
      return unknown > (key === '' ? 1 : 0)
        ? [
            {
              field,
              level: 'warning',
              text: 'Another relay has the same address; that is fine when their keys differ.',
            },
          ]
        : [];
    });
  });
}

/** Whether the relay list would be sent, as far as the page can tell. */
function relaysDiffer(fields: LiveFields, base: LiveFields): boolean {
  return (
    fields.relays.length !== base.relays.length ||
    fields.relays.some((relay, index) => {
      const before = base.relays[index];
      return (
        relay.origin !== before?.row ||
        relay.name !== before.name ||
        relay.url !== before.url ||
        relay.key.kind === 'held' ||
        (relay.key.kind === 'typed' && relay.key.key !== '')
      );
    })
  );
}
