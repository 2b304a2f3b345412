import type { LiveFields, RelayFields } from '../../../shared/edits.ts';

/* What a producer does with the relays of a draft. What changes nothing gives the same object. */

export const newRow = (): string => `new-${crypto.randomUUID().slice(0, 8)}`;

const emptyRelay = (row: string): RelayFields => ({
  row,
  origin: null,
  name: '',
  url: '',
  key: { kind: 'typed', key: '' },
});

export const withRelays = (fields: LiveFields, relays: LiveFields['relays']): LiveFields => ({
  ...fields,
  relays,
});

export const added = (fields: LiveFields, row: string): LiveFields =>
  withRelays(fields, [...fields.relays, emptyRelay(row)]);

export const removed = (fields: LiveFields, row: string): LiveFields =>
  withRelays(
    fields,
    fields.relays.filter((relay) => relay.row !== row),
  );

/** Changes one row; the others stay the same objects, so that nothing of theirs is drawn again. */
export const changed = (
  fields: LiveFields,
  row: string,
  change: Partial<Pick<RelayFields, 'name' | 'url' | 'key'>>,
): LiveFields =>
  withRelays(
    fields,
    fields.relays.map((relay) => (relay.row === row ? { ...relay, ...change } : relay)),
  );

/** Moves a row one place up (-1) or down (1); beyond the ends nothing changes. */
export function moved(fields: LiveFields, row: string, by: -1 | 1): LiveFields {
  const from = fields.relays.findIndex((relay) => relay.row === row);
  const relay = fields.relays[from];
  const other = fields.relays[from + by];
  if (relay === undefined || other === undefined) return fields;
  return withRelays(fields, fields.relays.with(from, other).with(from + by, relay));
}

/** Puts a removed relay back where `listed` shows it. */
export function restored(fields: LiveFields, base: LiveFields, row: string): LiveFields {
  const relay = base.relays.find((one) => one.row === row);
  if (relay === undefined || isIn(fields, row)) return fields;
  const back = { ...relay, origin: row };
  return withRelays(
    fields,
    listed(fields, base).flatMap((one) =>
      one.row === row ? [back] : isRemoved(fields, one) ? [] : [one],
    ),
  );
}

/** The relays of the draft, and those of its base that were removed after the one they followed. */
export function listed(fields: LiveFields, base: LiveFields): readonly RelayFields[] {
  const kept = new Set(fields.relays.map(({ origin }) => origin));
  if (base.relays.every(({ row }) => kept.has(row))) return fields.relays;
  const following = new Map<string | null, RelayFields[]>();
  let before: string | null = null;
  for (const relay of base.relays)
    if (kept.has(relay.row)) before = relay.row;
    else following.set(before, [...(following.get(before) ?? []), relay]);
  return [
    ...(following.get(null) ?? []),
    ...fields.relays.flatMap((relay) => [
      relay,
      ...(relay.origin === null ? [] : (following.get(relay.origin) ?? [])),
    ]),
  ];
}

/** Whether the relays that stay are in another order than the service has them; `order`: their rows. */
export function isReordered(order: readonly string[], base: LiveFields): boolean {
  const places = new Map(base.relays.map(({ row }, index) => [row, index]));
  const now = order.flatMap((row) => places.get(row) ?? []);
  return now.some((place, index) => place < (now[index - 1] ?? 0));
}

const isIn = (fields: LiveFields, origin: string): boolean =>
  fields.relays.some((relay) => relay.origin === origin);

const isRemoved = (fields: LiveFields, relay: RelayFields): boolean =>
  !fields.relays.includes(relay);

/** What a producer calls a relay that has no number any more: its name, else its address. */
export const calledRelay = ({ name, url }: RelayFields): string =>
  name.trim() || url.trim() || 'without a name';

/** What of a relay differs from its base, in words; `new` when it has none. */
export function difference(relay: RelayFields, origin: RelayFields | undefined): string {
  if (origin === undefined) return 'New';
  const parts = [
    ...(relay.name === origin.name ? [] : ['name']),
    ...(relay.url === origin.url ? [] : ['address']),
    ...(relay.key.kind === 'held' || (relay.key.kind === 'typed' && relay.key.key !== '')
      ? ['key']
      : []),
  ];
  return parts.length === 0 ? '' : `Changed: ${parts.join(', ')}`;
}
