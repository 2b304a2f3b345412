import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Choice } from '../../shared/edits.ts';
import { type LiveEdit, type RelayEdit, applied, isEmptyEdit, tidied } from './live-edit.ts';
import { type LiveValues, type RelayValue, said } from './live-values.ts';
import { type Merge, mergeLive } from './merge-live.ts';

/*
 * A random base is edited at random on both sides. Each relay carries `was`, its place
 * in the base, so that the expected outcome can be told without any matching.
 */

interface Tracked {
  readonly was: number | null;
  readonly name: string;
  readonly url: string;
  readonly key: string;
}
type Part = 'name' | 'url' | 'key';
type Step =
  | { readonly do: 'set'; readonly at: number; readonly part: Part; readonly value: number }
  | { readonly do: 'remove'; readonly at: number }
  | { readonly do: 'move'; readonly at: number; readonly to: number }
  | { readonly do: 'add'; readonly at: number; readonly value: number };

const place = fc.nat(9);
const value = fc.nat(5);
const stepOf: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('set' as const),
    at: place,
    part: fc.constantFrom<Part>('name', 'url', 'key'),
    value,
  }),
  fc.record({ do: fc.constant('remove' as const), at: place }),
  fc.record({ do: fc.constant('move' as const), at: place, to: place }),
  fc.record({ do: fc.constant('add' as const), at: place, value }),
);
const steps = fc.array(stepOf, { maxLength: 6 });
const text = fc.constantFrom(undefined, 'both', 'own');
const baseRelay = fc.record({
  name: fc.constantFrom('', 'n0', 'n1', 'n2'),
  url: fc.constantFrom('u0', 'u1', 'u2'),
  key: fc.constantFrom('k0', 'k1', 'k2'),
});
const cases = fc.record({
  relays: fc.array(baseRelay, { maxLength: 6 }),
  mine: steps,
  theirs: steps,
  texts: fc.record({ mine: fc.tuple(text, text), theirs: fc.tuple(text, text) }),
  /** One bit for each conflict. */
  choices: fc.nat(2 ** 16 - 1),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

/** Values 0 and 1 are the same on both sides, so that they meet; the others are a side's own. */
const named = (side: string, part: string, value: number): string =>
  value < 2 ? `${part}-both-${value}` : `${part}-${side}-${value}`;

function edited(relays: readonly Tracked[], steps: readonly Step[], side: string): Tracked[] {
  const list = [...relays];
  for (const step of steps) {
    const at = step.at % (list.length + (step.do === 'add' ? 1 : 0)) || 0;
    const relay = list[at];
    if (step.do === 'add') {
      const [name, url, key] = ['name', 'url', 'key'].map((part) => named(side, part, step.value));
      list.splice(at, 0, { was: null, name: name ?? '', url: url ?? '', key: key ?? '' });
    } else if (relay === undefined) continue;
    else if (step.do === 'remove') list.splice(at, 1);
    else if (step.do === 'move') list.splice(step.to % list.length, 0, ...list.splice(at, 1));
    else list[at] = { ...relay, [step.part]: named(side, step.part, step.value) };
  }
  return list;
}

type Ids = 'kept' | 'none' | 'new' | 'some';
const idOf = (ids: Ids, was: number | null): string | undefined => {
  if (was === null || ids === 'none') return undefined;
  if (ids === 'new') return `new-${was}`;
  return ids === 'some' && was % 2 === 0 ? undefined : `id-${was}`;
};

function versions(one: Case, ids: Ids) {
  const start = one.relays.map((relay, was): Tracked => ({ was, ...relay }));
  const mine = edited(start, one.mine, 'm');
  const theirs = edited(start, one.theirs, 't');
  const values = (list: readonly Tracked[], ids: Ids): RelayValue[] =>
    list.map(({ was, name, url, key }) => ({ ...said('id', idOf(ids, was)), name, url, key }));
  const own = (side: string, text: string | undefined): string | undefined =>
    text === 'own' ? side : text;
  const [myName, myText] = one.texts.mine;
  const [theirName, theirText] = one.texts.theirs;
  const base: LiveValues = {
    name: 'base',
    description: 'base',
    relays: values(start, ids === 'new' ? 'kept' : ids),
  };
  const edit = tidied(base, {
    ...said('name', own('m', myName)),
    ...said('description', own('m', myText)),
    relays: mine.map(({ was, name, url, key }): RelayEdit => ({ origin: was, name, url, key })),
  });
  const now: LiveValues = {
    name: own('t', theirName) ?? 'base',
    description: own('t', theirText) ?? 'base',
    relays: values(theirs, ids),
  };
  return { start, mine, theirs, base, edit, now };
}

interface Settled {
  readonly values: LiveValues;
  readonly choices: Readonly<Record<string, Choice>>;
}

function settled(
  base: LiveValues,
  edit: LiveEdit,
  now: LiveValues,
  choose: (index: number) => Choice,
): Settled {
  const first = mergeLive(base, edit, now);
  const choices: Record<string, Choice> = {};
  if (first.kind === 'conflicts')
    for (const [index, { field }] of first.conflicts.entries()) choices[field] = choose(index);
  return { values: valuesIn(mergeLive(base, edit, now, choices)), choices };
}

function valuesIn(result: Merge): LiveValues {
  if (result.kind !== 'merged') throw new Error(`Not merged: ${JSON.stringify(result)}`);
  return applied(result.base, result.edit);
}

const plain = ({ name, url, key }: Partial<RelayValue>): string => JSON.stringify([name, url, key]);
const sorted = (list: readonly string[]): string[] => [...list].sort();

/** What must come out, relay by relay, from the definition of a three-way merge. */
function expected({
  start,
  mine,
  theirs,
  choices,
}: ReturnType<typeof versions> & Settled): string[] {
  const three = (field: string, base: string, own: string, now: string): string => {
    if (own === base || own === now) return now;
    if (now === base) return own;
    return choices[field] === 'mine' ? own : now;
  };
  if (String(mine.map(plain)) === String(theirs.map(plain))) return theirs.map(plain);
  const stays = start.flatMap((before, was): string[] => {
    const own = mine.find((relay) => relay.was === was);
    const now = theirs.find((relay) => relay.was === was);
    const field = `relay/base-${was}`;
    if (own === undefined && now === undefined) return [];
    if (own === undefined || now === undefined) {
      const left = own ?? now ?? before;
      const side: Choice = own === undefined ? 'theirs' : 'mine';
      return plain(left) !== plain(before) && choices[field] === side ? [plain(left)] : [];
    }
    const part = (name: Part): string =>
      three(`${field}/${name}`, before[name], own[name], now[name]);
    return [plain({ name: part('name'), url: part('url'), key: part('key') })];
  });
  const added = (list: readonly Tracked[]): string[] =>
    list.filter(({ was }) => was === null).map(plain);
  return [...stays, ...together(added(mine), added(theirs))];
}

/** The additions of both, each pair of identical ones once. */
function together(mine: readonly string[], theirs: readonly string[]): string[] {
  const left = [...theirs];
  for (const relay of mine) {
    const at = left.indexOf(relay);
    if (at !== -1) left.splice(at, 1);
  }
  return [...mine, ...left];
}

/** Whether a case can be told by definition: no equal relays to begin with, no addition that meets another relay. */
function isPlain({ mine, theirs, start }: ReturnType<typeof versions>): boolean {
  const targetOf = ({ url, key }: Tracked): string => JSON.stringify([url, key]);
  const isNew = ({ was }: Tracked): boolean => was === null;
  const known = new Set(
    [...start, ...mine, ...theirs].filter((relay) => !isNew(relay)).map(targetOf),
  );
  const added = [...mine, ...theirs].filter(isNew);
  return (
    new Set(start.map(plain)).size === start.length &&
    new Set(added.map(targetOf)).size === new Set(added.map(plain)).size &&
    !added.some((relay) => known.has(targetOf(relay)))
  );
}

describe('merging three versions', () => {
  it('drops no change and invents none, with ids (10,000 cases)', { timeout: 60_000 }, () => {
    let compared = 0;
    fc.assert(
      fc.property(cases, (one) => {
        const all = versions(one, 'kept');
        const result = settled(all.base, all.edit, all.now, (index) =>
          (one.choices >> (index % 16)) % 2 === 0 ? 'mine' : 'theirs',
        );
        const relays = (result.values.relays ?? []).map(plain);
        for (const field of ['name', 'description'] as const) {
          const [own, now] = [all.edit[field] ?? 'base', all.now[field] ?? 'base'];
          const wins = own === 'base' || (now !== 'base' && result.choices[field] !== 'mine');
          expect(result.values[field]).toBe(wins ? now : own);
        }
        if (!isPlain(all)) return;
        compared += 1;
        expect(sorted(relays)).toEqual(sorted(expected({ ...all, ...result })));
      }),
      { numRuns: 10_000 },
    );
    expect(compared).toBeGreaterThan(5_000);
  });

  const ways = fc.constantFrom<Ids>('kept', 'none', 'new', 'some');

  it(
    'drops nothing of the side that is chosen throughout, whatever the ids',
    { timeout: 60_000 },
    () => {
      fc.assert(
        fc.property(cases, ways, fc.constantFrom<Choice>('mine', 'theirs'), (one, ids, choice) => {
          const { base, edit, now } = versions(one, ids);
          const { values } = settled(base, edit, now, () => choice);
          const partsIn = (list: readonly Partial<RelayValue>[]): string[] =>
            list.flatMap(({ name, url, key }) =>
              [name, url, key].filter((part) => part !== undefined),
            );
          const result = new Set(partsIn(values.relays ?? []));
          const wanted = partsIn(choice === 'mine' ? (edit.relays ?? []) : (now.relays ?? []));
          const own = choice === 'mine' ? /-m-/ : /-t-/;
          expect(wanted.filter((part) => own.test(part) && !result.has(part))).toEqual([]);
          const known = new Set(
            partsIn([...(base.relays ?? []), ...(edit.relays ?? []), ...(now.relays ?? [])]),
          );
          expect([...result].filter((part) => !known.has(part))).toEqual([]);
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it(
    'changes nothing when one side did nothing, and does nothing twice',
    { timeout: 60_000 },
    () => {
      fc.assert(
        fc.property(cases, ways, (one, ids) => {
          const { base, edit, now } = versions(one, ids);
          const onlyMine = valuesIn(mergeLive(base, edit, base));
          expect(onlyMine.relays?.map(plain)).toEqual(applied(base, edit).relays?.map(plain));
          expect({ ...onlyMine, relays: null }).toEqual({ ...applied(base, edit), relays: null });
          const onlyTheirs = mergeLive(base, { relays: null }, now);
          expect(onlyTheirs).toEqual({ kind: 'merged', base: now, edit: { relays: null } });
          const done = applied(base, edit);
          const reread = {
            ...done,
            relays:
              done.relays?.map(({ name, url, key }) => ({
                url,
                ...said('name', name),
                ...said('key', key),
              })) ?? null,
          };
          const again = mergeLive(base, edit, ids === 'kept' ? done : reread);
          expect(again.kind === 'merged' && isEmptyEdit(again.edit)).toBe(true);
        }),
        { numRuns: 1_000 },
      );
    },
  );

  it('keeps the order of the side that changed it', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { mine, theirs, base, edit, now } = versions(one, 'kept');
        if (new Set(base.relays?.map(plain)).size < (base.relays?.length ?? 0)) return;
        const both = (list: readonly Tracked[], other: readonly Tracked[]): number[] =>
          list.flatMap(({ was }) =>
            was !== null && other.some((relay) => relay.was === was) ? [was] : [],
          );
        const [own, their] = [both(mine, theirs), both(theirs, mine)];
        const { values, choices } = settled(base, edit, now, () => 'theirs');
        const isAscending = own.every((was, index) => index === 0 || was > (own[index - 1] ?? 0));
        const order = (values.relays ?? []).flatMap(({ id }) => {
          const was = Number(id?.slice(3) ?? NaN);
          return own.includes(was) ? [was] : [];
        });
        const wins = isAscending || 'relays/order' in choices ? their : own;
        expect(order).toEqual(wins);
      }),
      { numRuns: 1_000 },
    );
  });
});
