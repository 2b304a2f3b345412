import { describe, expect, it } from 'vitest';
import { type LiveFields, mayBeSent, problemsOfLive } from '../../shared/edits.ts';
import {
  type LiveDraft,
  applied,
  draftOf,
  editOf,
  editTowards,
  isEmptyEdit,
  keyOfRow,
  keysToHold,
  withoutKeys,
} from './live-edit.ts';
import type { LiveValues } from './live-values.ts';

const base: LiveValues = {
  name: 'Show',
  description: 'Every day',
  relays: [
    { id: 'a', name: 'A', url: 'rtmp://a/live', key: 'secret-a' },
    { id: 'b', name: '', url: 'rtmp://b/live', key: 'secret-b' },
    { id: 'c', name: 'C', url: 'rtmp://c/live' },
  ],
};
const fresh = draftOf(base);
const withRelays = (relays: LiveFields['relays'], keys: LiveDraft['keys'] = {}): LiveDraft => ({
  fields: { ...fresh.fields, relays },
  keys,
});
const [a, b, c] = fresh.fields.relays;
if (a === undefined || b === undefined || c === undefined) throw new Error('The draft has no rows');

describe('a fresh draft', () => {
  it('holds no key, and says which one the service didn’t tell', () => {
    expect(JSON.stringify(fresh)).not.toContain('secret');
    expect(fresh.fields.relays.map(({ key }) => key.kind)).toEqual([
      'unchanged',
      'unchanged',
      'typed',
    ]);
  });

  it('asks for nothing, and has no problems', () => {
    expect(isEmptyEdit(editOf(base, fresh))).toBe(true);
    expect(isEmptyEdit(editOf({ relays: null }, draftOf({ relays: null })))).toBe(true);
    expect(problemsOfLive(fresh.fields, fresh.fields, keyOfRow(base, fresh.keys))).toEqual([]);
  });
});

describe('a draft that was worked on', () => {
  const worked = withRelays([
    { ...b, name: 'B' },
    { ...a, key: { kind: 'typed', key: 'new-secret' } },
    {
      row: 'x',
      origin: null,
      name: '',
      url: 'rtmp://x/live',
      key: { kind: 'typed', key: 'x-secret' },
    },
  ]);

  it('asks for what was changed, relative to its base', () => {
    expect(editOf(base, worked)).toEqual({
      relays: [
        { origin: 1, name: 'B', url: 'rtmp://b/live' },
        { origin: 0, name: 'A', url: 'rtmp://a/live', key: 'new-secret' },
        { origin: null, name: '', url: 'rtmp://x/live', key: 'x-secret' },
      ],
    });
  });

  it('asks for the same after its keys were kept apart and given back to the page', () => {
    const keys = keysToHold(worked.fields, {});
    const reopened = { fields: withoutKeys(worked.fields), keys };
    expect(JSON.stringify(reopened.fields)).not.toContain('secret');
    expect(editOf(base, reopened)).toEqual(editOf(base, worked));
    expect(keysToHold(reopened.fields, keys)).toEqual(keys);
    const again = draftOf(base, editOf(base, worked));
    expect(editOf(base, again)).toEqual(editOf(base, worked));
  });

  it('forgets a kept key once its row is gone or its key is typed again', () => {
    const keys = { x: 'old', y: 'old' };
    const row = { row: 'x', origin: null, name: '', url: '' };
    const fields = withRelays([{ ...row, key: { kind: 'typed', key: 'new' } }]).fields;
    expect(keysToHold(fields, keys)).toEqual({ x: 'new' });
  });

  it('takes no key from a row that names a prototype’s field', () => {
    const row = {
      row: 'constructor',
      origin: null,
      name: '',
      url: 'u',
      key: { kind: 'held' as const },
    };
    expect(editOf(base, withRelays([row])).relays).toEqual([{ origin: null, name: '', url: 'u' }]);
  });

  it('doesn’t take a key typed the same, or deleted again, for a change', () => {
    const same = withRelays([{ ...a, key: { kind: 'typed', key: 'secret-a' } }, b, c]);
    const deleted = withRelays([{ ...a, key: { kind: 'typed', key: '' } }, b, c]);
    expect([same, deleted].map((draft) => isEmptyEdit(editOf(base, draft)))).toEqual([true, true]);
  });

  it('makes a second row of one relay, or of one that isn’t there, a new one', () => {
    const odd = withRelays([a, { ...a, row: 'copy' }, { ...a, row: 'z', origin: 'base-99' }]);
    expect(editOf(base, odd).relays?.map(({ origin }) => origin)).toEqual([0, null, null]);
  });

  it('can’t be sent while a key is missing that the list needs', () => {
    const draft = withRelays([{ ...a, name: 'New' }, b, c]);
    const problems = problemsOfLive(draft.fields, fresh.fields, keyOfRow(base, {}));
    expect(problems.map(({ field }) => field)).toEqual(['relay/base-2/key']);
    expect(mayBeSent(problems)).toBe(false);
  });
});

describe('leading back to earlier values', () => {
  it('finds the relays again and asks for what differs only', () => {
    const { relays } = base;
    const now: LiveValues = {
      ...base,
      name: 'Other',
      relays: [
        { id: 'n', name: 'renamed', url: 'rtmp://b/live', key: 'secret-b' },
        { id: 'm', name: 'A', url: 'rtmp://a/live', key: 'rotated' },
      ],
    };
    const edit = editTowards(now, { ...base, relays: relays?.slice(0, 2) ?? null });
    expect(edit).toEqual({
      name: 'Show',
      relays: [
        { origin: 1, name: 'A', url: 'rtmp://a/live', key: 'secret-a' },
        { origin: 0, name: '', url: 'rtmp://b/live' },
      ],
    });
    expect(
      isEmptyEdit(
        editTowards(applied(now, edit), { ...base, relays: relays?.slice(0, 2) ?? null }),
      ),
    ).toBe(true);
  });
});
