import { expect, test, vi } from 'vitest';
import type { WaitingChange } from '../../shared/edit-views.ts';
import { fail, ok } from '../../shared/failure.ts';
import { FakeBridge } from '../state/fake-bridge.ts';
import { actOn } from './act-on.ts';
import type { Act } from './standing.ts';

const change: WaitingChange = {
  entry: 'entry',
  ref: { kind: 'video', id: 'v' },
  name: 'Opening titles',
  createdAt: 0,
  changes: [],
  state: { kind: 'held' },
};

function page() {
  return {
    bridge: new FakeBridge(),
    notices: { say: vi.fn(), fail: vi.fn() },
    navigation: { edit: vi.fn() },
    reviewing: { open: vi.fn() },
  };
}

test.each<[Act, string]>([
  ['send-now', 'outbox.send-now'],
  ['send-again', 'outbox.send-now'],
  ['mark-as-saved', 'outbox.mark-as-saved'],
  ['edit-again', 'outbox.take-back'],
  ['discard', 'outbox.discard'],
])('%s asks main for %s, and tells what fails', async (act, name) => {
  const { bridge, notices, ...rest } = page();
  const acting = actOn({ bridge, notices, ...rest }, change, act);
  expect(bridge.asked).toMatchObject([{ name, args: { entry: 'entry' } }]);
  const failure = { kind: 'invalid', message: 'There is a newer draft.' } as const;
  bridge.asked[0]?.answer(fail(failure));
  await acting;
  expect(notices.fail).toHaveBeenCalledExactlyOnceWith(failure);
  expect(notices.say).not.toHaveBeenCalled();
  expect(rest.navigation.edit).not.toHaveBeenCalled();
});

test('goes to the form once a change is a draft again', async () => {
  const { bridge, navigation, ...rest } = page();
  const acting = actOn({ bridge, navigation, ...rest }, change, 'edit-again');
  expect(navigation.edit).not.toHaveBeenCalled();
  bridge.asked[0]?.answer(ok(null));
  await acting;
  expect(navigation.edit).toHaveBeenCalledExactlyOnceWith(change.ref);
});

test('takes a discarding back', async () => {
  const { bridge, notices, ...rest } = page();
  const acting = actOn({ bridge, notices, ...rest }, change, 'discard');
  bridge.asked[0]?.answer(ok(null));
  await acting;
  const [text, action] = notices.say.mock.calls[0] as [string, { label: string; run(): void }];
  expect(text).toBe('Discarded: “Opening titles”');
  expect(action.label).toBe('Undo');
  action.run();
  expect(bridge.asked[1]).toMatchObject({ name: 'outbox.restore', args: { entry: 'entry' } });
});

test('opens a review without asking main for anything else', async () => {
  const { bridge, reviewing, ...rest } = page();
  await actOn({ bridge, reviewing, ...rest }, change, 'review');
  expect(reviewing.open).toHaveBeenCalledExactlyOnceWith({ of: 'entry', entry: 'entry' });
  expect(bridge.asked).toEqual([]);
});
