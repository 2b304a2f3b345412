import { expect, test } from 'vitest';
import type { LiveDraftView } from '../../shared/edit-views.ts';
import { ok } from '../../shared/failure.ts';
import { FakeBridge } from '../state/fake-bridge.ts';
import { OpeningDraft } from './opening-draft.svelte.ts';

const view = (name: string): LiveDraftView => ({
  kind: 'live',
  id: 'a',
  fields: { name, description: '', relays: [] },
  base: { name, description: '', relays: [] },
  baseId: 'base',
  baseAt: 1,
  changedAt: null,
  waiting: 0,
});

async function opened() {
  const bridge = new FakeBridge();
  const opening = new OpeningDraft(bridge, { kind: 'live', id: 'a' });
  const isOpen = opening.open();
  bridge.asked[0]!.answer(ok(view('Show')));
  await isOpen;
  return { bridge, opening };
}

test('a form that was sent is shown anew', async () => {
  const { bridge, opening } = await opened();
  const isAnew = opening.openAnew();
  bridge.asked[1]!.answer(ok(view('Sent')));
  await isAnew;
  expect(opening.form?.fields.name).toBe('Sent');
});

test('what is typed while it is asked for stays', async () => {
  const { bridge, opening } = await opened();
  const { form } = opening;
  const isAnew = opening.openAnew();
  form?.edit('name', { name: 'Typed on', description: '', relays: [] });
  bridge.asked[1]!.answer(ok(view('Sent')));
  await isAnew;
  expect(form?.fields.name).toBe('Typed on');
});
