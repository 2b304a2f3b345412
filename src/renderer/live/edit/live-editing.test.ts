import { beforeEach, expect, test, vi } from 'vitest';
import type { LiveDraftView } from '../../../shared/edit-views.ts';
import { ok } from '../../../shared/failure.ts';
import { DraftForm } from '../../editing/draft-form.svelte.ts';
import { FakeBridge } from '../../state/fake-bridge.ts';
import { LiveEditing } from './live-editing.svelte.ts';
import { relayKeyRules } from './relay-keys.ts';

const base: LiveDraftView['base'] = {
  name: 'Morning show',
  description: '',
  relays: [
    {
      row: 'base-0',
      origin: null,
      name: 'CDN',
      url: 'rtmp://cdn.example/live',
      key: { kind: 'unchanged' },
    },
  ],
};
const view: LiveDraftView = {
  kind: 'live',
  id: 'a',
  fields: { ...base, relays: base.relays.map((relay) => ({ ...relay, origin: relay.row })) },
  base,
  baseId: '7f6f0a4e-9f1b-4f1e-8e49-0d8c9a2b4a11',
  baseAt: 1,
  changedAt: null,
  waiting: 0,
};
const keyField = 'relay/base-0/key';
let bridge: FakeBridge;
let editing: LiveEditing;

beforeEach(() => {
  bridge = new FakeBridge();
  editing = new LiveEditing(
    new DraftForm(
      bridge,
      view,
      relayKeyRules(() => false),
    ),
  );
});

const relay = (): LiveDraftView['fields']['relays'][number] => {
  const [first] = editing.form.fields.relays;
  if (first === undefined) throw new Error('There is no relay.');
  return first;
};

/** Types a key, which main then holds. */
async function giveAway(key: string): Promise<void> {
  editing.typeInRelay(relay(), 'key', key);
  const flushed = editing.form.flush();
  await vi.waitFor(() => {
    expect(bridge.asked).not.toHaveLength(0);
  });
  bridge.asked.at(-1)?.answer(ok({ changed: true, trouble: null, onDisk: true }));
  await flushed;
  expect(relay().key).toEqual({ kind: 'held' });
}

test('goes on warning of a key that main holds', async () => {
  await giveAway('a key');
  expect(editing.noteOf(keyField)).toMatchObject({ level: 'warning' });
  expect(editing.noteOf(keyField)?.text).toContain('holds a space');
});

test('doesn’t warn of a held key that had nothing wrong', async () => {
  await giveAway('akey');
  expect(editing.noteOf(keyField)).toBeUndefined();
});

test.each<[string, () => void]>([
  ['address', () => editing.typeInRelay(relay(), 'url', 'rtmp://other.example/live')],
  ['key', () => editing.typeInRelay(relay(), 'key', 'another')],
  ['choice of the old key', () => editing.keepOldKey(relay())],
  ['draft', () => editing.form.take({ ...view })],
])('warns no more after another %s', async (_, change) => {
  await giveAway('a key');
  change();
  expect(editing.noteOf(keyField)).toBeUndefined();
});
