import { describe, expect, it } from 'vitest';
import type { Choice } from '../../shared/edits.ts';
import { type LiveEdit, type RelayEdit, applied, isEmptyEdit } from './live-edit.ts';
import { type LiveValues, type RelayValue, liveValues } from './live-values.ts';
import { type Merge, mergeLive } from './merge-live.ts';

const relay = (id: string, change: Partial<RelayValue> = {}): RelayValue => ({
  id,
  name: `Name ${id}`,
  url: `rtmp://${id}.example/live`,
  key: `key-${id}`,
  ...change,
});
const base: LiveValues = {
  name: 'Show',
  description: 'Every day',
  relays: [relay('a'), relay('b'), relay('c')],
};
const kept = (origin: number, change: Partial<RelayEdit> = {}): RelayEdit => {
  const { name = '', url = '' } = base.relays?.[origin] ?? {};
  return { origin, name, url, ...change };
};
const relays = (...list: RelayEdit[]): LiveEdit => ({ relays: list });
const holding = (...list: RelayValue[]): LiveValues => ({ ...base, relays: list });

function merged(result: Merge): LiveValues {
  if (result.kind !== 'merged') throw new Error(JSON.stringify(result));
  return applied(result.base, result.edit);
}
const namesIn = ({ relays }: LiveValues): string[] => relays?.map(({ name }) => name ?? '') ?? [];
const conflictsIn = (result: Merge): string[] =>
  result.kind === 'conflicts' ? result.conflicts.map(({ field }) => field) : [];
const all = (result: Merge, choice: Choice): Record<string, Choice> =>
  Object.fromEntries(conflictsIn(result).map((field) => [field, choice]));

describe('merging texts', () => {
  it.each([
    ['keeps what only I changed', { name: 'Mine' }, {}, 'Mine', 'Every day'],
    ['takes over what only they changed', {}, { name: 'Theirs' }, 'Theirs', 'Every day'],
    ['takes the same change once', { name: 'Both' }, { name: 'Both' }, 'Both', 'Every day'],
    [
      'joins changes of different fields',
      { name: 'Mine' },
      { description: 'Theirs' },
      'Mine',
      'Theirs',
    ],
  ])('%s', (_, mine, theirs, name, description) => {
    const result = mergeLive(base, { ...mine, relays: null }, { ...base, ...theirs });
    expect(merged(result)).toMatchObject({ name, description });
  });

  it('asks about a field that both changed, with all three values', () => {
    const theirs = { ...base, name: 'Theirs' };
    const edit = { name: 'Mine', description: 'Mine too', relays: null };
    const asked = mergeLive(base, edit, theirs);
    expect(asked).toEqual({
      kind: 'conflicts',
      conflicts: [{ field: 'name', label: 'Name', base: 'Show', theirs: 'Theirs', mine: 'Mine' }],
    });
    expect(merged(mergeLive(base, edit, theirs, { name: 'mine' }))).toMatchObject({
      name: 'Mine',
      description: 'Mine too',
    });
    expect(mergeLive(base, edit, theirs, { name: 'theirs' })).toMatchObject({
      kind: 'merged',
      edit: { description: 'Mine too', relays: null },
    });
  });

  it('leaves nothing to do when all of it is on the service already', () => {
    const edit: LiveEdit = {
      name: 'New',
      ...relays(kept(1), kept(0, { url: 'rtmp://x/y', name: '', key: 'k' })),
    };
    const result = mergeLive(base, edit, applied(base, edit));
    expect(result.kind === 'merged' && isEmptyEdit(result.edit)).toBe(true);
  });

  it('doesn’t take a missing field for an emptied one', () => {
    const result = mergeLive(base, { name: 'Mine', relays: null }, { relays: base.relays });
    expect(merged(result)).toEqual({ ...base, name: 'Mine' });
  });
});

describe('merging relays', () => {
  const renamed = relays(kept(0, { name: 'Renamed' }), kept(1), kept(2));

  it('joins a rename with a new key and a new address on the service', () => {
    const theirs = holding(
      relay('a', { key: 'new', url: 'rtmp://moved/live' }),
      relay('b'),
      relay('c'),
    );
    expect(merged(mergeLive(base, renamed, theirs)).relays?.[0]).toEqual(
      relay('a', { name: 'Renamed', key: 'new', url: 'rtmp://moved/live' }),
    );
  });

  it('finds a relay again by address and key, by address, or by name when its id is another', () => {
    const theirs = holding(
      relay('n1', { name: 'Name c', url: 'rtmp://elsewhere/live', key: 'other' }),
      relay('n2', { name: 'x', url: 'rtmp://b.example/live', key: 'rotated' }),
      relay('n3', { name: 'y', url: 'rtmp://a.example/live', key: 'key-a' }),
    );
    const edit = relays(kept(0), kept(1), kept(2), {
      origin: null,
      name: 'D',
      url: 'rtmp://d/l',
      key: 'd',
    });
    expect(namesIn(merged(mergeLive(base, edit, theirs)))).toEqual(['Name c', 'x', 'y', 'D']);
  });

  it('asks when one side removed what the other edited', () => {
    const removedThere = mergeLive(base, renamed, holding(relay('b'), relay('c')));
    expect(conflictsIn(removedThere)).toEqual(['relay/base-0']);
    const again = (choice: Choice): LiveValues =>
      merged(mergeLive(base, renamed, holding(relay('b'), relay('c')), all(removedThere, choice)));
    expect(namesIn(again('theirs'))).toEqual(['Name b', 'Name c']);
    expect(again('mine').relays?.[0]).toEqual({
      name: 'Renamed',
      url: 'rtmp://a.example/live',
      key: 'key-a',
    });

    const edited = holding(relay('a', { key: 'new' }), relay('b'), relay('c'));
    const removedHere = mergeLive(base, relays(kept(1), kept(2)), edited);
    expect(removedHere).toMatchObject({
      conflicts: [
        {
          field: 'relay/base-0',
          theirs: 'Name a, rtmp://a.example/live, key •••••••• (replaced)',
          mine: null,
        },
      ],
    });
    const choices = all(removedHere, 'mine');
    expect(namesIn(merged(mergeLive(base, relays(kept(1), kept(2)), edited, choices)))).toEqual([
      'Name b',
      'Name c',
    ]);
  });

  it('never shows a key in a conflict', () => {
    const edit = relays(kept(0, { key: 'mine-secret' }), kept(1), kept(2));
    const theirs = holding(relay('a', { key: 'their-secret' }), relay('b'), relay('c'));
    const result = mergeLive(base, edit, theirs);
    expect(conflictsIn(result)).toEqual(['relay/base-0/key']);
    expect(JSON.stringify(result)).not.toMatch(/secret|key-a/);
    expect(
      merged(mergeLive(base, edit, theirs, { 'relay/base-0/key': 'mine' })).relays?.[0]?.key,
    ).toBe('mine-secret');
  });

  it('keeps additions of both, and an identical one once', () => {
    const x = { name: 'X', url: 'rtmp://x/l', key: 'x' };
    const y = { name: 'Y', url: 'rtmp://y/l', key: 'y' };
    const edit = relays(kept(0), kept(1), kept(2), { origin: null, ...x }, { origin: null, ...y });
    const theirs = holding(...(base.relays ?? []), { id: 'new', ...x }, relay('z'));
    expect(namesIn(merged(mergeLive(base, edit, theirs)))).toEqual([
      'Name a',
      'Name b',
      'Name c',
      'X',
      'Name z',
      'Y',
    ]);
  });

  it('takes the order that one side changed, and asks when both did', () => {
    const moved = relays(kept(2), kept(0), kept(1));
    const grown = holding(...(base.relays ?? []), relay('d'));
    expect(namesIn(merged(mergeLive(base, moved, grown)))).toEqual([
      'Name c',
      'Name a',
      'Name b',
      'Name d',
    ]);
    const turned = holding(relay('c'), relay('b'), relay('a'));
    expect(namesIn(merged(mergeLive(base, renamed, turned)))).toEqual([
      'Name c',
      'Name b',
      'Renamed',
    ]);
    const both = mergeLive(base, moved, turned);
    expect(both).toMatchObject({
      conflicts: [
        {
          field: 'relays/order',
          base: 'Name a, Name b, Name c',
          theirs: 'Name c, Name b, Name a',
          mine: 'Name c, Name a, Name b',
        },
      ],
    });
  });

  it('doesn’t take the answer to an update, without names, for removed names', () => {
    const answer = liveValues({
      relay: base.relays?.map(({ url, key }) => ({ url, key })),
    });
    const result = mergeLive(base, renamed, answer);
    expect(namesIn(merged(result))).toEqual(['Renamed', 'Name b', 'Name c']);
    const untouched = mergeLive(base, { relays: null }, answer);
    expect(untouched.kind === 'merged' && isEmptyEdit(untouched.edit)).toBe(true);
  });

  it('doesn’t guess the key of a relay whose address changed in an answer without keys', () => {
    const theirs = holding(
      { id: 'a', name: 'Name a', url: 'rtmp://moved/live' },
      { id: 'b', name: 'Name b', url: 'rtmp://b.example/live' },
      relay('c'),
    );
    const values = merged(mergeLive(base, renamed, theirs)).relays;
    expect(values?.map(({ key }) => key)).toEqual([undefined, 'key-b', 'key-c']);
  });

  it('gives up on relays that the answer doesn’t list, but only when they were edited', () => {
    expect(mergeLive(base, renamed, { ...base, relays: null }).kind).toBe('relays-unknown');
    const theirs = { ...base, relays: null };
    expect(mergeLive(base, { name: 'New', relays: null }, theirs).kind).toBe('merged');
  });
});
