import type { Fields } from './catalogue.ts';

/** What an edit asks for, or the service's reason to refuse it. */
export type Edit<Value> = { readonly value: Value } | { readonly refused: string };

export interface RelayItem {
  readonly url: string;
  readonly key: string;
  readonly name?: string;
}

/** Field notes: the longest texts the service takes, in characters. */
const longest: Readonly<Record<string, number>> = { name: 100, description: 1_000 };

/** The body as a JSON object. */
export function objectOf(body: string): Edit<Fields> {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? { value } : { refused: 'The request body must be a JSON object.' };
  } catch {
    return { refused: 'The request body is not valid JSON.' };
  }
}

/** Those of the named text fields that the body holds; none may be empty (section 8). */
export function textsOf(body: Fields, names: readonly string[]): Edit<Fields> {
  const texts: Record<string, string> = {};
  for (const name of names) {
    const value = body[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') return { refused: `${name} must be a string.` };
    if (value === '') return { refused: `${name} must not be empty.` };
    const limit = longest[name] ?? Infinity;
    if ([...value].length > limit)
      return { refused: `${name} must not be longer than ${limit} characters.` };
    texts[name] = value;
  }
  return { value: texts };
}

/**
 * The new relay list (section 4.4), or null when it stays: the body holds none, or an
 * empty one. Only an array that holds one empty object clears it.
 */
export function relayOf(body: Fields): Edit<readonly RelayItem[] | null> {
  const relay = body['relay'];
  if (relay === undefined) return { value: null };
  if (!Array.isArray(relay)) return { refused: 'relay must be an array.' };
  const items: readonly unknown[] = relay;
  if (items.length === 0) return { value: null };
  const [only] = items;
  if (items.length === 1 && isObject(only) && Object.keys(only).length === 0) return { value: [] };
  const read: RelayItem[] = [];
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) return { refused: `relay[${index}] must be an object.` };
    const { url, key, name } = item;
    if (typeof url !== 'string' || url === '')
      return { refused: `relay[${index}].url is required.` };
    if (typeof key !== 'string' || key === '')
      return { refused: `relay[${index}].key is required.` };
    if (name !== undefined && typeof name !== 'string')
      return { refused: `relay[${index}].name must be a string.` };
    read.push({ url, key, ...(name === undefined ? {} : { name }) });
  }
  return { value: read };
}

/** The identifiers in `profile_ids`, separated by commas (section 4.3). */
export function profileIdsOf(body: Fields): Edit<ReadonlySet<string>> {
  const text = body['profile_ids'];
  if (typeof text !== 'string') return { refused: 'profile_ids must be a string.' };
  const ids = text.split(',').map((id) => id.trim());
  if (ids.some((id) => id === ''))
    return { refused: 'profile_ids must be identifiers separated by a comma.' };
  return { value: new Set(ids) };
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
