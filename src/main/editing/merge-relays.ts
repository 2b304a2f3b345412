import type { RelayEdit } from './live-edit.ts';
import { type RelayValue, said } from './live-values.ts';
import { matchRelays, matchTargets } from './match-relays.ts';
import type { Ballot } from './merge-live.ts';
import { dots, relayLabel, relaySummary, shortName, withoutKeys } from './relay-words.ts';

/** One relay as the three sides know it: indices into their lists. */
interface Trio {
  readonly base: number | null;
  readonly mine: number | null;
  readonly theirs: number | null;
}

interface Placed extends Trio {
  readonly edit: RelayEdit;
}

/**
 * Merges the relay lists; the result is relative to `theirs`. What one side changed,
 * added, removed or moved is kept; what both changed differently is put to the ballot.
 */
export function mergeRelays(
  base: readonly RelayValue[],
  mine: readonly RelayEdit[],
  theirs: readonly RelayValue[],
  ballot: Ballot,
): RelayEdit[] {
  const kept = triosOf(base, mine, theirs).flatMap((trio): Placed[] => {
    const edit = outcomeFor(trio, base, mine, theirs, ballot);
    return edit === null ? [] : [{ ...trio, edit }];
  });
  return ordered(kept, ballot).map(({ edit }) => edit);
}

function triosOf(
  base: readonly RelayValue[],
  mine: readonly RelayEdit[],
  theirs: readonly RelayValue[],
): Trio[] {
  const theirsOf = matchRelays(base, theirs);
  const mineOf = new Map(mine.map(({ origin }, index) => [origin, index]));
  const matched = new Set(theirsOf);
  const trios = base.map((_, index): Trio => {
    const own = mineOf.get(index) ?? null;
    return { base: index, mine: own, theirs: theirsOf[index] ?? null };
  });
  const added = [...theirs.keys()].filter((index) => !matched.has(index));
  const mayBeThere = mine.flatMap((relay, index) => {
    const isThere = relay.origin !== null && theirsOf[relay.origin] !== null;
    return isThere ? [] : [{ index, ...valueOf(relay, base) }];
  });
  const same = matchTargets(
    mayBeThere,
    added.flatMap((index) => theirs[index] ?? []),
  );
  const taken = new Map<number, number>();
  for (const [place, { index }] of mayBeThere.entries()) {
    const match = same[place];
    const found = match === null || match === undefined ? undefined : added[match];
    if (found !== undefined) taken.set(index, found);
  }
  const arrived = new Set(taken.values());
  return [
    ...trios.map((trio) => ({
      ...trio,
      theirs: trio.theirs ?? (trio.mine === null ? null : (taken.get(trio.mine) ?? null)),
    })),
    ...[...mine.entries()].flatMap(([index, { origin }]): Trio[] =>
      origin === null ? [{ base: null, mine: index, theirs: taken.get(index) ?? null }] : [],
    ),
    ...added
      .filter((index) => !arrived.has(index))
      .map((index): Trio => ({ base: null, mine: null, theirs: index })),
  ];
}

function outcomeFor(
  trio: Trio,
  base: readonly RelayValue[],
  mine: readonly RelayEdit[],
  theirs: readonly RelayValue[],
  ballot: Ballot,
): RelayEdit | null {
  const before = trio.base === null ? undefined : base[trio.base];
  const own = trio.mine === null ? undefined : mine[trio.mine];
  const now = trio.theirs === null ? undefined : theirs[trio.theirs];
  const field = trio.base === null ? `relay/new-${trio.mine}` : `relay/base-${trio.base}`;
  const label = relayLabel(trio.base ?? trio.mine ?? 0, before?.name ?? own?.name);
  const asNow = (relay: RelayValue): RelayEdit => ({
    origin: trio.theirs,
    name: relay.name ?? '',
    url: relay.url,
  });

  if (own === undefined) {
    if (now === undefined) return null;
    if (before === undefined) return asNow(now);
    if (!differs(before, now)) return null;
    const choice = ballot.choose({
      field,
      label,
      base: relaySummary(before),
      theirs: relaySummary(now, before),
      mine: null,
    });
    return choice === 'mine' ? null : asNow(now);
  }

  const wanted = valueOf(own, base);
  if (now === undefined) {
    if (before === undefined) return { ...own, origin: null };
    if (!differs(before, wanted)) return null;
    const choice = ballot.choose({
      field,
      label,
      base: relaySummary(before),
      theirs: null,
      mine: relaySummary(wanted, before),
    });
    return choice === 'mine'
      ? { origin: null, name: own.name, url: own.url, ...said('key', wanted.key) }
      : null;
  }

  const start: Partial<RelayValue> = before ?? { name: '', url: own.url, ...said('key', own.key) };
  const at = (part: string, words: string): { field: string; label: string } => ({
    field: `${field}/${part}`,
    label: `${label}, ${words}`,
  });
  const name = ballot.pick(at('name', 'name'), start.name ?? '', own.name, now.name);
  const masked = (value: string): string => withoutKeys(value, [start.key, own.key, now.key]);
  const url = ballot.pick({ ...at('url', 'address'), show: masked }, start.url, own.url, now.url);
  const show = (value: string): string => (value === start.key ? dots : `${dots} (replaced)`);
  const key =
    now.key === undefined
      ? own.key
      : ballot.pick({ ...at('key', 'key'), show }, start.key, own.key, now.key);
  return {
    origin: trio.theirs,
    name: name ?? '',
    url: url ?? '',
    ...said('key', key === now.key ? undefined : key),
  };
}

/** The order that one side changed, else theirs; a relay of one side only stays behind its predecessor there. */
function ordered(relays: readonly Placed[], ballot: Ballot): Placed[] {
  const shared = relays.filter(
    ({ base, mine, theirs }) => base !== null && mine !== null && theirs !== null,
  );
  const by = (side: keyof Trio): Placed[] =>
    shared.toSorted((a, b) => (a[side] ?? 0) - (b[side] ?? 0));
  const namesOf = (list: readonly Placed[]): string =>
    list.map(({ base, edit }) => shortName(base ?? 0, edit.name)).join(', ');
  const [before, own, now] = [by('base'), by('mine'), by('theirs')];
  const isSame = (a: readonly Placed[], b: readonly Placed[]): boolean =>
    a.every((relay, index) => relay === b[index]);
  let side: 'mine' | 'theirs' = isSame(own, before) ? 'theirs' : 'mine';
  if (!isSame(own, before) && !isSame(now, before) && !isSame(own, now))
    side = ballot.choose({
      field: 'relays/order',
      label: 'Order of the relays',
      base: namesOf(before),
      theirs: namesOf(now),
      mine: namesOf(own),
    });
  return woven(relays, side, side === 'mine' ? 'theirs' : 'mine');
}

/** Along the first side; of the second side, what came last stays last, the rest behind its predecessor. */
function woven(relays: readonly Placed[], first: keyof Trio, second: keyof Trio): Placed[] {
  const along = (side: keyof Trio): Placed[] =>
    relays
      .filter((relay) => relay[side] !== null)
      .toSorted((a, b) => (a[side] ?? 0) - (b[side] ?? 0));
  const others = along(second);
  const end = others.findLastIndex((relay) => relay[first] !== null) + 1;
  const behind = new Map<Placed | null, Placed[]>([[null, []]]);
  let line = behind.get(null) ?? [];
  for (const relay of others.slice(0, end)) {
    if (relay[first] === null) line.push(relay);
    else behind.set(relay, (line = []));
  }
  return [
    ...(behind.get(null) ?? []),
    ...along(first).flatMap((relay) => [relay, ...(behind.get(relay) ?? [])]),
    ...others.slice(end),
  ];
}

function valueOf({ origin, name, url, key }: RelayEdit, base: readonly RelayValue[]): RelayValue {
  const before = origin === null ? undefined : base[origin];
  return { name, url, ...said('key', key ?? before?.key) };
}

/** What isn't known on one side doesn't count. */
const differs = (a: RelayValue, b: RelayValue): boolean =>
  (a.name ?? '') !== (b.name ?? '') ||
  a.url !== b.url ||
  (a.key !== undefined && b.key !== undefined && a.key !== b.key);
