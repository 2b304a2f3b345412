import { type Json, isJson } from '../service/fields.ts';

/**
 * What can be changed of a live entity, as the service holds it, keys included: for
 * main only. undefined: the service didn't say, which is never taken as empty.
 */
export interface LiveValues {
  readonly name?: string;
  readonly description?: string;
  /** null: the answer held no list, or something else in its place. */
  readonly relays: readonly RelayValue[] | null;
}

export interface RelayValue {
  readonly id?: string;
  readonly name?: string;
  /** Empty when it wasn't understood. */
  readonly url: string;
  readonly key?: string;
}

/**
 * The values in an answer, word for word: unlike the reader for the page it cuts
 * neither long texts nor long lists, since the relay list is sent back whole.
 */
export function liveValues(json: Json): LiveValues {
  const relay = json['relay'];
  const items: readonly unknown[] | null = Array.isArray(relay) ? relay : null;
  return {
    ...said('name', textIn(json, 'name')),
    ...said('description', textIn(json, 'description')),
    relays: relay === null ? [] : (items?.map(relayValue) ?? null),
  };
}

/** A relay of a read comes with more than address and key; only then no name means none. */
function relayValue(item: unknown): RelayValue {
  const json = isJson(item) ? item : {};
  const key = textIn(json, 'key');
  const isWhole = 'id' in json || 'status' in json || 'created_at' in json || 'updated_at' in json;
  return {
    ...said('id', textIn(json, 'id')),
    ...said('name', textIn(json, 'name') ?? (isWhole ? '' : undefined)),
    url: textIn(json, 'url') ?? '',
    ...said('key', key === '' ? undefined : key),
  };
}

/** A figure is taken as its digits, as the reader for the page does. */
export function textIn(json: Json, field: string): string | undefined {
  const value = Object.hasOwn(json, field) ? json[field] : undefined;
  if (typeof value === 'string') return value;
  return Number.isFinite(value) ? String(value) : undefined;
}

/** A field that is there only when something was said. */
export const said = <F extends string, V>(
  field: F,
  value: V | undefined,
): Partial<Readonly<Record<F, V>>> =>
  value === undefined ? {} : ({ [field]: value } as Record<F, V>);
