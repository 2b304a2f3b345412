import { type Result, fail, ok } from '../../shared/failure.ts';
import type { LiveChanges } from '../service/client.ts';
import { type LiveEdit, applied } from './live-edit.ts';
import { type LiveValues, said } from './live-values.ts';
import { relayLabel } from './relay-words.ts';

type SentRelay = NonNullable<LiveChanges['relay']>[number];

/**
 * What is sent for an edit (section 4.4): only what changed; the relays whole, in
 * order, with their keys, or `[{}]` when none is left. `invalid` when a part of it
 * can't be sent: an empty text, or a relay whose key or address isn't known.
 */
export function bodyOfLive(base: LiveValues, edit: LiveEdit): Result<LiveChanges> {
  const { name, description } = edit;
  if (name?.trim() === '') return refuse('The name can’t be empty.');
  if (description === '') return refuse('The service has no way to empty the description.');
  const texts = { ...said('name', name), ...said('description', description) };
  if (edit.relays === null) return ok(texts);
  if (base.relays === null)
    return refuse('The service didn’t say which relays it holds, so the list can’t be replaced.');
  const relays = applied(base, edit).relays ?? [];
  const relay: SentRelay[] = [];
  for (const [index, { name, url, key }] of relays.entries()) {
    const label = relayLabel(index, name);
    if (url === '') return refuse(`The address of ${label} isn’t known.`, enterIt);
    if (key === undefined || key === '')
      return refuse(`The key of ${label} isn’t known, and the relay list is sent whole.`, enterIt);
    relay.push({ url, key, ...said('name', name === '' ? undefined : name) });
  }
  return ok({ ...texts, relay: relay.length === 0 ? [{}] : relay });
}

const enterIt = 'Enter it, or remove the relay.';

const refuse = (message: string, next?: string): Result<never> =>
  fail({ kind: 'invalid', message, ...(next !== undefined && { next }) });
