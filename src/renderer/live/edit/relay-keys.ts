import type { KeyField, LiveFields, RelayFields } from '../../../shared/edits.ts';
import type { KeyRules } from '../../editing/draft-form.svelte.ts';

/** The key of a row as typed; emptied again, it is as its origin has it. */
export const typedKey = (key: string, origin: RelayFields | undefined): KeyField =>
  key === '' && origin?.key.kind === 'unchanged' ? { kind: 'unchanged' } : { kind: 'typed', key };

const isTyped = ({ key }: RelayFields): boolean => key.kind === 'typed' && key.key !== '';
const hasNew = (relay: RelayFields): boolean => isTyped(relay) || relay.key.kind === 'held';

/** Whether there is a new key that can be given up for the one that the service holds. */
export const hasOldKey = (relay: RelayFields, origin: RelayFields | undefined): boolean =>
  hasNew(relay) && origin?.key.kind === 'unchanged';

const held: KeyField = { kind: 'held' };

/** Rows that nothing happens to stay the same objects, and so does a list of only such rows. */
function eachRelay(fields: LiveFields, change: (relay: RelayFields) => RelayFields): LiveFields {
  const relays = fields.relays.map(change);
  return relays.every((relay, index) => relay === fields.relays[index])
    ? fields
    : { ...fields, relays };
}

const byRow = ({ relays }: LiveFields): Map<string, RelayFields> =>
  new Map(relays.map((relay) => [relay.row, relay]));

/** `isBeingTyped`: whether the caret is in the key of a row; it is left alone until it went. */
export const relayKeyRules = (isBeingTyped: (row: string) => boolean): KeyRules<LiveFields> => ({
  settled: (fields, sent) => {
    if (!fields.relays.some(isTyped)) return fields;
    const had = byRow(sent);
    return eachRelay(fields, (relay) => {
      if (!isTyped(relay) || isBeingTyped(relay.row)) return relay;
      const key = had.get(relay.row)?.key;
      const isKept =
        key?.kind === 'typed' && relay.key.kind === 'typed' && key.key === relay.key.key;
      return isKept ? { ...relay, key: held } : relay;
    });
  },
  forgotten: (step, now) => {
    const rows = byRow(now);
    return eachRelay(step, (relay) =>
      isTyped(relay) && rows.get(relay.row)?.key.kind === 'held' ? { ...relay, key: held } : relay,
    );
  },
  // Main holds the key that was typed last: one given away can't go back to an earlier one.
  revived: (step, now) => {
    const rows = byRow(now);
    return eachRelay(step, (relay) => {
      const current = rows.get(relay.row);
      const staysNew = relay.key.kind === 'held' && current !== undefined && hasNew(current);
      return staysNew ? { ...relay, key: current.key } : relay;
    });
  },
});
