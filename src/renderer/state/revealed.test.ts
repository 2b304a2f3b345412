import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../shared/failure.ts';
import { FakeBridge } from './fake-bridge.ts';
import { Revealed, type Secret } from './revealed.svelte.ts';

const streamKey: Secret = { what: 'stream-key', id: 'a' };
const relayKey: Secret = { what: 'relay-key', id: 'a', relay: 0 };
const shown = (key: string) => ok({ key, hideAfterMs: 30_000 });
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', page);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function revealing(which: Secret): Promise<Revealed> {
  const bridge = new FakeBridge();
  const revealed = new Revealed(bridge);
  const done = revealed.reveal(which);
  bridge.asked[0]?.answer(shown('hush'));
  await done;
  return revealed;
}

test('shows a key until its time is over', async () => {
  const revealed = await revealing(streamKey);
  vi.advanceTimersByTime(29_999);
  expect(revealed.shown?.key).toBe('hush');
  vi.advanceTimersByTime(1);
  expect(revealed.shown).toBeNull();
});

test.each(['blur', 'visibilitychange'])('hides the key at once on %s', async (event) => {
  const revealed = await revealing(streamKey);
  page.dispatchEvent(new Event(event));
  expect(revealed.shown).toBeNull();
});

test('never shows a key that comes after the window lost the focus', async () => {
  const bridge = new FakeBridge();
  const revealed = new Revealed(bridge);
  const done = revealed.reveal(streamKey);
  page.dispatchEvent(new Event('blur'));
  bridge.asked[0]?.answer(shown('hush'));
  await done;
  expect(revealed.shown).toBeNull();
});

test('shows one key at a time, the one asked for last', async () => {
  const bridge = new FakeBridge();
  const revealed = new Revealed(bridge);
  const first = revealed.reveal(streamKey);
  const second = revealed.reveal(relayKey);
  bridge.asked[1]?.answer(shown('relay'));
  bridge.asked[0]?.answer(shown('stream'));
  await Promise.all([first, second]);
  expect(revealed.shown?.key).toBe('relay');
});
