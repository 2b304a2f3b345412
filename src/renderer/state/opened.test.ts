import { expect, test } from 'vitest';
import type { LiveView } from '../../shared/contract.ts';
import { fail, ok } from '../../shared/failure.ts';
import { FakeBridge } from './fake-bridge.ts';
import { Opened } from './opened.svelte.ts';

const view = (id: string): LiveView => ({
  kind: 'live',
  id,
  state: 'known',
  entity: { id },
  remarks: [],
  readAt: 1,
  tookMs: 1,
  trouble: null,
  nextReadAt: null,
  intervalMs: 5_000,
});

test('shows only the entity opened last, whatever order the answers come in', async () => {
  const bridge = new FakeBridge();
  const opened = new Opened(bridge);
  const first = opened.open({ kind: 'live', id: 'a' });
  const second = opened.open({ kind: 'live', id: 'b' });
  bridge.asked[1]?.answer(ok(view('b')));
  await second;
  bridge.asked[0]?.answer(ok(view('a')));
  await first;
  expect(opened.view?.id).toBe('b');
});

test('takes no news of another entity', async () => {
  const bridge = new FakeBridge();
  const opened = new Opened(bridge);
  const opening = opened.open({ kind: 'live', id: 'a' });
  bridge.asked[0]?.answer(ok(view('a')));
  await opening;
  opened.take(view('b'));
  expect(opened.view?.id).toBe('a');
});

test('keeps what is known when it can’t be opened again, and says why', async () => {
  const bridge = new FakeBridge();
  const opened = new Opened(bridge);
  const opening = opened.open({ kind: 'live', id: 'a' });
  bridge.asked[0]?.answer(ok(view('a')));
  await opening;
  const again = opened.open({ kind: 'live', id: 'a' });
  bridge.asked[1]?.answer(fail({ kind: 'no-connection' }));
  await again;
  expect(opened.view?.id).toBe('a');
  expect(opened.failure?.kind).toBe('no-connection');
});

test('asks for one refresh at a time', async () => {
  const bridge = new FakeBridge();
  const opened = new Opened(bridge);
  void opened.open({ kind: 'live', id: 'a' });
  const refreshing = opened.refresh();
  expect(await opened.refresh()).toBeNull();
  expect(bridge.asked.filter(({ name }) => name === 'live.refresh')).toHaveLength(1);
  bridge.asked[1]?.answer(fail({ kind: 'nothing-known' }));
  expect(await refreshing).toEqual({ kind: 'nothing-known' });
  expect(opened.refreshing).toBe(false);
});
