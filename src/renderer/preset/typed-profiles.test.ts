import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { PresetDraftView } from '../../shared/edit-views.ts';
import { DraftForm } from '../editing/draft-form.svelte.ts';
import { FakeBridge } from '../state/fake-bridge.ts';
import { TypedProfiles, profileIdsIn } from './typed-profiles.svelte.ts';

test.each([
  ['', []],
  [' \n,, ', []],
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  ['a, b ,\r\n c\n', ['a', 'b', 'c']],
  ['b\na\nb', ['b', 'a']],
  ['with a space', ['with a space']],
])('reads %j', (text, ids) => {
  expect(profileIdsIn(text)).toEqual(ids);
});

describe('what is typed', () => {
  const view: PresetDraftView = {
    kind: 'preset',
    id: 'preset_1',
    fields: { profileIds: ['a', 'b'] },
    base: null,
    baseId: 'base',
    baseAt: null,
    changedAt: 1,
    waiting: 0,
  };
  let form: DraftForm<PresetDraftView>;
  let typed: TypedProfiles;

  beforeEach(() => {
    vi.useFakeTimers();
    form = new DraftForm(new FakeBridge(), view);
    typed = new TypedProfiles(form);
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('begins with the draft, one identifier on each line', () => {
    expect(typed.text).toBe('a\nb');
  });

  it('stays word for word while the draft gets the identifiers', () => {
    typed.type('a, b,\nc,');
    expect(typed.text).toBe('a, b,\nc,');
    expect(form.fields.profileIds).toEqual(['a', 'b', 'c']);
  });

  it('makes no step of undo for what names the same', () => {
    typed.type('a, b, ');
    expect(typed.text).toBe('a, b, ');
    expect(form.canUndo).toBe(false);
  });

  it('shows the draft again after undo', () => {
    typed.type('a');
    form.undo();
    expect(typed.text).toBe('a\nb');
  });

  it('is not taken when it is more than Tally takes, and says so', () => {
    const text = Array.from({ length: 5_001 }, (_, index) => `p${index}`).join(',');
    typed.type(text);
    expect(typed.excess).toMatch(/5,001/);
    expect(typed.text).toBe(text);
    expect(form.fields.profileIds).toEqual(['a', 'b']);
    typed.type('x'.repeat(5_001));
    expect(typed.excess).toMatch(/longer/);
    typed.type('c');
    expect(typed.excess).toBeNull();
    expect(form.fields.profileIds).toEqual(['c']);
  });
});
