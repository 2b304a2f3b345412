import type { KeyField, LiveFields, RelayFields } from '../../shared/edits.ts';
import { type LiveValues, type RelayValue, said } from './live-values.ts';
import { matchRelays } from './match-relays.ts';

/**
 * What is to become of a live entity, said relative to the values it was made from
 * (its base). An undefined field, null relays: untouched.
 */
export interface LiveEdit {
  readonly name?: string;
  readonly description?: string;
  readonly relays: readonly RelayEdit[] | null;
}

export interface RelayEdit {
  /** The index of the base's relay that this one is; null for a new one. */
  readonly origin: number | null;
  /** Empty: none. */
  readonly name: string;
  readonly url: string;
  /** undefined: the key of its origin. */
  readonly key?: string;
}

/** The keys typed into a draft, by row: kept by main, never given back to the page. */
export type HeldKeys = Readonly<Record<string, string>>;

export interface LiveDraft {
  readonly fields: LiveFields;
  readonly keys: HeldKeys;
}

export const isEmptyEdit = ({ name, description, relays }: LiveEdit): boolean =>
  name === undefined && description === undefined && relays === null;

/** The form for a base and what was made of it, nothing when it is fresh; keys apart. */
export function draftOf(base: LiveValues, edit: LiveEdit = { relays: null }): LiveDraft {
  const keys: Record<string, string> = {};
  const relays = (edit.relays ?? asEdits(base.relays ?? [])).map((relay, index): RelayFields => {
    const origin = relay.origin === null ? null : rowOf(relay.origin);
    const row = origin ?? `new-${index}`;
    if (relay.key !== undefined) keys[row] = relay.key;
    return { row, origin, name: relay.name, url: relay.url, key: keyField(relay, base) };
  });
  return {
    fields: {
      name: edit.name ?? base.name ?? '',
      description: edit.description ?? base.description ?? '',
      relays,
    },
    keys,
  };
}

function keyField({ key, origin }: RelayEdit, base: LiveValues): KeyField {
  if (key !== undefined) return { kind: 'held' };
  return originOf(base, origin)?.key === undefined
    ? { kind: 'typed', key: '' }
    : { kind: 'unchanged' };
}

/** The keys to keep with a draft that the page sent; `before`: those kept so far. */
export function keysToHold(fields: LiveFields, before: HeldKeys): HeldKeys {
  return Object.fromEntries(
    fields.relays.flatMap(({ row, key }) => {
      const typed = key.kind === 'typed' && key.key !== '' ? key.key : undefined;
      const kept = key.kind === 'held' ? held(before, row) : undefined;
      const value = typed ?? kept;
      return value === undefined ? [] : [[row, value]];
    }),
  );
}

/** The same draft for the page, without the keys that were typed. */
export const withoutKeys = (fields: LiveFields): LiveFields => ({
  ...fields,
  relays: fields.relays.map((relay) =>
    relay.key.kind === 'typed' && relay.key.key !== ''
      ? { ...relay, key: { kind: 'held' } }
      : relay,
  ),
});

/** Gives main's side of the rules the key of each row: `problemsOfLive(fields, base, keyOfRow(...))`. */
export const keyOfRow =
  (base: LiveValues, keys: HeldKeys) =>
  ({ row, origin, key }: RelayFields): string | null => {
    if (key.kind === 'typed' && key.key !== '') return key.key;
    if (key.kind === 'held') return held(keys, row) ?? null;
    return originOf(base, indexOf(origin, base))?.key ?? (key.kind === 'typed' ? '' : null);
  };

/** What a form asks for, relative to its base; what is as it was falls away. */
export function editOf(base: LiveValues, { fields, keys }: LiveDraft): LiveEdit {
  const toHold = keysToHold(fields, keys);
  const taken = new Set<number>();
  const rows = fields.relays.map((relay): RelayEdit => {
    const index = indexOf(relay.origin, base);
    const origin = index === null || taken.has(index) ? null : index;
    if (origin !== null) taken.add(origin);
    const key = held(toHold, relay.row);
    return { origin, name: relay.name, url: relay.url, ...said('key', key) };
  });
  const relays = rows.map((relay) => atItsOldPlace(relay, base, taken));
  const nothingKnown = base.relays === null && relays.length === 0;
  return tidied(base, {
    name: fields.name,
    description: fields.description,
    relays: nothingKnown ? null : relays,
  });
}

/** A relay that was removed and added again at the same address is that one, with its own key. */
function atItsOldPlace(relay: RelayEdit, base: LiveValues, taken: Set<number>): RelayEdit {
  if (relay.origin !== null || relay.key === undefined || relay.url === '') return relay;
  const origin = (base.relays ?? []).findIndex(
    ({ url }, index) => url === relay.url && !taken.has(index),
  );
  if (origin === -1) return relay;
  taken.add(origin);
  return { ...relay, origin };
}

/** The edit that leads from `base` to earlier or other values, as for a revert. */
export function editTowards(base: LiveValues, goal: LiveValues): LiveEdit {
  const relays = base.relays ?? [];
  const matches = goal.relays === null ? [] : matchRelays(goal.relays, relays);
  return tidied(base, {
    ...said('name', goal.name),
    ...said('description', goal.description),
    relays:
      goal.relays?.map(({ name, url, key }, index) => {
        const origin = matches[index] ?? null;
        return {
          origin,
          name: name ?? originOf(base, origin)?.name ?? '',
          url,
          ...said('key', key),
        };
      }) ?? null,
  });
}

/** Drops from an edit what is in its base already. */
export function tidied(base: LiveValues, edit: LiveEdit): LiveEdit {
  const relays = edit.relays?.map((relay): RelayEdit => {
    const { origin, name, url, key } = relay;
    return {
      origin,
      name,
      url,
      ...said('key', key === originOf(base, origin)?.key ? undefined : key),
    };
  });
  return {
    ...said('name', edit.name === (base.name ?? '') ? undefined : edit.name),
    ...said(
      'description',
      edit.description === (base.description ?? '') ? undefined : edit.description,
    ),
    relays: relays === undefined || areUntouched(relays, base) ? null : relays,
  };
}

/** What the service should hold once an edit took: the base of the next one in a queue. */
export function applied(base: LiveValues, edit: LiveEdit): LiveValues {
  return {
    ...said('name', edit.name ?? base.name),
    ...said('description', edit.description ?? base.description),
    relays:
      edit.relays?.map((relay): RelayValue => {
        const origin = originOf(base, relay.origin);
        return {
          ...said('id', origin?.id),
          name: relay.name,
          url: relay.url,
          ...said('key', relay.key ?? origin?.key),
        };
      }) ?? base.relays,
  };
}

/**
 * The same values with what an answer didn't say filled in from earlier ones: the
 * answer to an update lacks relay names. A key is only filled in for the same address.
 */
export function completed(values: LiveValues, earlier: LiveValues): LiveValues {
  const before = earlier.relays ?? [];
  const matches = matchRelays(values.relays ?? [], before);
  return {
    ...said('name', values.name ?? earlier.name),
    ...said('description', values.description ?? earlier.description),
    relays:
      values.relays?.map((relay, index) => {
        const match = originOf(earlier, matches[index] ?? null);
        const key = relay.key ?? (match?.url === relay.url ? match.key : undefined);
        return { ...relay, ...said('name', relay.name ?? match?.name), ...said('key', key) };
      }) ?? null,
  };
}

/** Whether two lists would be sent as the same; nothing unknown is taken to be equal. */
export const isSameList = (
  a: readonly RelayValue[] | null,
  b: readonly RelayValue[] | null,
): boolean =>
  a !== null &&
  a.length === b?.length &&
  a.every(
    ({ name, url, key }, index) =>
      url === b[index]?.url &&
      key !== undefined &&
      key === b[index].key &&
      (name ?? '') === (b[index].name ?? ''),
  );

const asEdits = (relays: readonly RelayValue[]): RelayEdit[] =>
  relays.map(({ name, url }, origin) => ({ origin, name: name ?? '', url }));

/** Moving one of two equal relays changes nothing either. */
const areUntouched = (relays: readonly RelayEdit[], base: LiveValues): boolean =>
  isSameList(applied(base, { relays }).relays, base.relays) ||
  (relays.length === base.relays?.length &&
    relays.every(({ origin, name, url, key }, index) => {
      const before = originOf(base, index);
      const isSame = name === (before?.name ?? '') && url === before?.url;
      return origin === index && isSame && key === undefined;
    }));

export const originOf = (base: LiveValues, origin: number | null): RelayValue | undefined =>
  origin === null ? undefined : base.relays?.[origin];

const held = (keys: HeldKeys, row: string): string | undefined =>
  Object.hasOwn(keys, row) ? keys[row] : undefined;

const rowOf = (index: number): string => `base-${index}`;

function indexOf(row: string | null, base: LiveValues): number | null {
  const index = Number(/^base-(\d+)$/.exec(row ?? '')?.[1] ?? NaN);
  return index < (base.relays?.length ?? 0) ? index : null;
}
