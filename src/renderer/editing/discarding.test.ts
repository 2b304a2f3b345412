import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveDraftView } from '../../shared/edit-views.ts';
import type { LiveFields } from '../../shared/edits.ts';
import { fail, ok } from '../../shared/failure.ts';
import { FakeBridge } from '../state/fake-bridge.ts';
import { Notices } from '../state/notices.svelte.ts';
import { discardDraft, showing } from './discarding.ts';
import { DraftForm } from './draft-form.svelte.ts';

const ref = { kind: 'live', id: 'a' } as const;
const fieldsNamed = (name: string): LiveFields => ({ name, description: '', relays: [] });
const view = (name: string): LiveDraftView => ({
  ...ref,
  fields: fieldsNamed(name),
  base: fieldsNamed('Show'),
  baseId: 'base',
  baseAt: 1,
  changedAt: null,
  waiting: 0,
});

function opened() {
  const bridge = new FakeBridge();
  const notices = new Notices();
  const form = new DraftForm(bridge, view('Show, later'));
  const close = showing(ref, form, () => undefined);
  const tally = {
    bridge,
    notices,
    library: { nameOf: () => 'Show' },
    navigation: {},
  } as unknown as Parameters<typeof discardDraft>[0];
  const answer = async (result: Parameters<(typeof bridge.asked)[0]['answer']>[0]) => {
    bridge.asked.at(-1)?.answer(result);
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    bridge,
    notices,
    form,
    close,
    tally,
    answer,
    names: () => bridge.asked.map((one) => one.name),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a form takes nothing from the moment its draft is discarded until it shows a fresh one', async () => {
  const { form, tally, answer, names, close } = opened();
  form.edit('name', fieldsNamed('Show, later on'));
  const discarding = discardDraft(tally, ref);
  expect(form.discarding).toBe(true);
  expect(form.undo()).toBeNull();
  await answer(ok({ changed: true, trouble: null, onDisk: true }));
  expect(form.discarding).toBe(true);
  await answer(ok(undefined));
  expect(form.discarding).toBe(true);
  await answer(ok(view('Show')));
  await discarding;
  expect(form.discarding).toBe(false);
  expect(form.fields.name).toBe('Show');
  expect(names()).toEqual(['draft.keep', 'draft.discard', 'draft.open']);
  close();
});

test('a draft is discarded once, however often that is asked for', async () => {
  const { tally, names, close } = opened();
  void discardDraft(tally, ref);
  void discardDraft(tally, ref);
  await vi.advanceTimersByTimeAsync(0);
  expect(names()).toEqual(['draft.discard']);
  close();
});

test('a form takes what is typed again when its draft could not be discarded', async () => {
  const { form, notices, tally, answer, close } = opened();
  const discarding = discardDraft(tally, ref);
  await vi.advanceTimersByTimeAsync(0);
  await answer(fail({ kind: 'storage', trouble: 'full' }));
  await discarding;
  expect(form.discarding).toBe(false);
  expect(form.fields.name).toBe('Show, later');
  expect(notices.list).toHaveLength(1);
  close();
});

test('Undo waits for what was typed since, and stays where a newer draft is in the way', async () => {
  const { form, notices, tally, answer, names, close } = opened();
  const discarding = discardDraft(tally, ref);
  await vi.advanceTimersByTimeAsync(0);
  await answer(ok(undefined));
  await answer(ok(view('Show')));
  await discarding;
  form.edit('name', fieldsNamed('Show, newer'));
  notices.list[0]?.action?.run();
  await answer(ok({ changed: true, trouble: null, onDisk: true }));
  await answer(fail({ kind: 'invalid', message: 'There is a newer draft.', next: 'Send it.' }));
  expect(names()).toEqual(['draft.discard', 'draft.open', 'draft.keep', 'draft.restore']);
  expect(form.fields.name).toBe('Show, newer');
  const refused = notices.list.at(-1);
  expect(refused).toMatchObject({ tone: 'failure', text: 'There is a newer draft. Send it.' });
  refused?.action?.run();
  await vi.advanceTimersByTimeAsync(0);
  await answer(ok(view('Show, later')));
  expect(names()).toHaveLength(5);
  expect(form.fields.name).toBe('Show, later');
  close();
});
