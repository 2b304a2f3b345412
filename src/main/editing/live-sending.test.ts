import { describe, expect, it } from 'vitest';
import { changesOfLive } from './changes.ts';
import { bodyOfLive } from './live-body.ts';
import { type LiveEdit, type RelayEdit, applied } from './live-edit.ts';
import type { LiveValues } from './live-values.ts';
import { outcomeOfLive } from './outcome.ts';

const base: LiveValues = {
  name: 'Show',
  description: 'Every day',
  relays: [
    { id: 'a', name: 'A', url: 'rtmp://a/live', key: 'secret-a' },
    { id: 'b', name: '', url: 'rtmp://b/live', key: 'secret-b' },
  ],
};
const a: RelayEdit = { origin: 0, name: 'A', url: 'rtmp://a/live' };
const b: RelayEdit = { origin: 1, name: '', url: 'rtmp://b/live' };
const added: RelayEdit = { origin: null, name: 'New', url: 'rtmp://n/live', key: 'secret-n' };
const everything: LiveEdit = {
  name: 'Renamed',
  description: 'Each day',
  relays: [added, b, { ...a, name: 'AA', url: 'rtmps://a/live', key: 'new-secret' }],
};

describe('what is sent', () => {
  it.each<[string, LiveEdit, unknown]>([
    ['only a changed text', { name: 'New', relays: null }, { name: 'New' }],
    [
      'the whole list in order, with the keys, without empty names',
      { relays: [b, { ...a, key: 'k' }, added] },
      {
        relay: [
          { url: 'rtmp://b/live', key: 'secret-b' },
          { url: 'rtmp://a/live', key: 'k', name: 'A' },
          { url: 'rtmp://n/live', key: 'secret-n', name: 'New' },
        ],
      },
    ],
    ['one empty object for an empty list', { relays: [] }, { relay: [{}] }],
    ['nothing when nothing was changed', { relays: null }, {}],
  ])('is %s', (_, edit, value) => {
    expect(bodyOfLive(base, edit)).toEqual({ ok: true, value });
  });

  it.each<[LiveValues, LiveEdit, RegExp]>([
    [base, { name: ' ', relays: null }, /name can’t be empty/],
    [base, { description: '', relays: null }, /no way to empty the description/],
    [{ ...base, relays: null }, { relays: [added] }, /didn’t say which relays/],
    [
      { relays: [{ name: 'A', url: 'u' }] },
      { relays: [{ ...a, name: 'B' }] },
      /key of Relay 1 “B” isn’t known/,
    ],
    [
      { relays: [{ url: '', key: 'k' }] },
      { relays: [{ ...a, url: '' }] },
      /address of Relay 1 “A” isn’t known/,
    ],
  ])('is nothing when a part of it can’t be', (values, edit, message) => {
    expect(bodyOfLive(values, edit)).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', message: expect.stringMatching(message) },
    });
  });
});

describe('the rows of a review', () => {
  const rows = (edit: LiveEdit): string[] =>
    changesOfLive(base, edit).map(
      ({ label, kind, now, after }) => `${label} | ${kind} | ${now} | ${after}`,
    );

  it('tell each field now and after, keys as dots', () => {
    expect(rows(everything)).toEqual([
      'Name | changed | Show | Renamed',
      'Description | changed | Every day | Each day',
      'Relay 1 “New” | added | null | New, rtmp://n/live, key ••••••••',
      'Relay 3 “A”, name | changed | A | AA',
      'Relay 3 “A”, address | changed | rtmp://a/live | rtmps://a/live',
      'Relay 3 “A”, key | changed | •••••••• | •••••••• (replaced)',
      'Order of the relays | reordered | A, Relay 2 | Relay 2, A',
    ]);
    expect(JSON.stringify(changesOfLive(base, everything))).not.toContain('secret');
  });

  it('tell a removal, which moves nothing', () => {
    expect(rows({ relays: [b] })).toEqual([
      'Relay 1 “A” | removed | A, rtmp://a/live, key •••••••• | null',
    ]);
  });
});

describe('the outcome', () => {
  const sent = applied(base, everything);

  it('is that all of it took, though ids are new', () => {
    const read = {
      ...sent,
      relays: sent.relays?.map((relay, id) => ({ ...relay, id: `${id}` })) ?? null,
    };
    expect(outcomeOfLive(base, everything, read)).toEqual({ kind: 'took', differences: [] });
  });

  it('is that nothing took', () => {
    const { kind, differences } = outcomeOfLive(base, everything, base);
    expect(kind).toBe('did-not');
    expect(differences).toHaveLength(7);
  });

  it.each<[string, LiveValues, string[]]>([
    ['a text', { ...sent, description: 'Every day' }, ['description']],
    ['the relays', { ...sent, relays: base.relays }, []],
    ['a text that became something else', { ...sent, name: 'Cut' }, ['name']],
    [
      'a name of a relay',
      { ...sent, relays: sent.relays?.map((relay) => ({ ...relay, name: '' })) ?? null },
      [],
    ],
    ['the order', { ...sent, relays: sent.relays?.toReversed() ?? null }, ['relays/order']],
  ])('is that %s didn’t take', (_, read, fields) => {
    const { kind, differences } = outcomeOfLive(base, everything, read);
    expect(kind).toBe('partly');
    expect(differences.length).toBeGreaterThan(0);
    if (fields.length > 0) expect(differences.map(({ field }) => field)).toEqual(fields);
    expect(JSON.stringify(differences)).not.toContain('secret');
  });

  it('is unclear when the answer doesn’t tell names or keys', () => {
    const bare = {
      ...sent,
      relays: sent.relays?.map(({ url, key }) => ({ url, ...(key && { key }) })) ?? null,
    };
    expect(outcomeOfLive(base, everything, bare as LiveValues).kind).toBe('unclear');
    expect(outcomeOfLive(base, everything, { ...sent, relays: null }).kind).toBe('unclear');
  });

  it('tells of the removal of all relays', () => {
    expect(outcomeOfLive(base, { relays: [] }, { ...base, relays: [] }).kind).toBe('took');
    expect(outcomeOfLive(base, { relays: [] }, base).kind).toBe('did-not');
  });
});
