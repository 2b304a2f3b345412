import type { Change } from '../../shared/edits.ts';
import { type LiveEdit, type RelayEdit, applied, originOf } from './live-edit.ts';
import type { LiveValues } from './live-values.ts';
import { dots, relayLabel, relaySummary, shortName, withoutKeys } from './relay-words.ts';

const longestListed = 1_000;

/** A change for a list: of a long text the beginning. A review shows it whole. */
export const shortChange = ({ now, after, ...change }: Change): Change => ({
  ...change,
  now: cut(now),
  after: cut(after),
});

const cut = (text: string | null): string | null =>
  text !== null && text.length > longestListed ? `${text.slice(0, longestListed)}…` : text;

/** What an edit changes in its base, in the order of the form. */
export function changesOfLive(base: LiveValues, edit: LiveEdit): Change[] {
  return [
    ...textChange('name', 'Name', base.name, edit.name),
    ...textChange('description', 'Description', base.description, edit.description),
    ...(edit.relays === null ? [] : relayChanges(base, edit, edit.relays)),
  ];
}

/** undefined as `now`: not known; as `after`: untouched. */
export const textChange = (
  field: string,
  label: string,
  now: string | undefined,
  after: string | undefined,
): Change[] =>
  after === undefined || after === now
    ? []
    : [{ field, label, now: now ?? null, after, kind: 'changed' }];

function relayChanges(base: LiveValues, edit: LiveEdit, relays: readonly RelayEdit[]): Change[] {
  const after = applied(base, edit).relays ?? [];
  const kept = new Set(relays.map(({ origin }) => origin));
  const changed = relays.flatMap((relay, index): Change[] => {
    const before = originOf(base, relay.origin);
    const value = after[index];
    if (before !== undefined) return fieldChanges(relay, index, before);
    return value === undefined
      ? []
      : [
          {
            field: `relay/new-${index}`,
            label: relayLabel(index, relay.name),
            now: null,
            after: relaySummary(value),
            kind: 'added',
          },
        ];
  });
  const removed = (base.relays ?? []).flatMap((relay, index): Change[] =>
    kept.has(index)
      ? []
      : [
          {
            field: `relay/base-${index}`,
            label: relayLabel(index, relay.name),
            now: relaySummary(relay),
            after: null,
            kind: 'removed',
          },
        ],
  );
  return [...changed, ...removed, ...orderChange(base, relays)];
}

function fieldChanges(
  relay: RelayEdit,
  index: number,
  before: { readonly name?: string; readonly url: string; readonly key?: string },
): Change[] {
  const field = `relay/base-${relay.origin}`;
  const label = relayLabel(
    index,
    before.name === undefined || before.name === '' ? relay.name : before.name,
  );
  const part = (name: string, words: string, now: string | null, after: string): Change => ({
    field: `${field}/${name}`,
    label: `${label}, ${words}`,
    now,
    after,
    kind: 'changed',
  });
  const shown = (text: string): string => withoutKeys(text, [relay.key, before.key]);
  const isKeyReplaced = relay.key !== undefined && relay.key !== before.key;
  return [
    ...(relay.name === (before.name ?? '')
      ? []
      : [
          part(
            'name',
            'name',
            before.name === undefined ? null : shown(before.name),
            shown(relay.name),
          ),
        ]),
    ...(relay.url === before.url
      ? []
      : [part('url', 'address', shown(before.url), shown(relay.url))]),
    ...(isKeyReplaced
      ? [part('key', 'key', before.key === undefined ? null : dots, `${dots} (replaced)`)]
      : []),
  ];
}

/** Only of the relays that stay: adding or removing one moves nothing. */
function orderChange(base: LiveValues, relays: readonly RelayEdit[]): Change[] {
  const order = relays.flatMap(({ origin }) => (origin === null ? [] : [origin]));
  const before = order.toSorted((a, b) => a - b);
  if (order.every((origin, index) => origin === before[index])) return [];
  const names = (origins: readonly number[]): string =>
    origins.map((origin) => shortName(origin, originOf(base, origin)?.name)).join(', ');
  return [
    {
      field: 'relays/order',
      label: 'Order of the relays',
      now: names(before),
      after: names(order),
      kind: 'reordered',
    },
  ];
}
