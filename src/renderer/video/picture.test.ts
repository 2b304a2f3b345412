import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LoadPicture, LoadedPicture } from './load-picture.ts';
import { Picture } from './picture.svelte.ts';

type Loading = Awaited<ReturnType<LoadPicture>>;
const picture = (width: number): LoadedPicture => ({ image: {} as Node, width, height: 10 });

let asked: { address: string; signal: AbortSignal; answer: (loading: Loading) => void }[];
let shown: Picture;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  shown = new Picture((address, signal) => {
    const { promise, resolve } = Promise.withResolvers<Loading>();
    asked.push({ address, signal, answer: resolve });
    return promise;
  });
});

afterEach(() => {
  shown.stop();
  vi.useRealTimers();
});

test('loads the first address at once and shows its picture', async () => {
  shown.show('https://a.example/1.png');
  expect(shown.state.kind).toBe('loading');
  await pass(0);
  asked[0]?.answer(picture(1));
  await pass(0);
  expect(shown.state).toMatchObject({ kind: 'shown', picture: { width: 1 } });
});

test('waits for a pause in the typing', async () => {
  shown.show(null);
  for (const end of ['1.p', '1.pn', '1.png']) {
    shown.show(`https://a.example/${end}`);
    await pass(399);
  }
  expect(asked).toHaveLength(0);
  await pass(1);
  expect(asked.map(({ address }) => address)).toEqual(['https://a.example/1.png']);
});

test('shows no picture of an address before, however late it comes', async () => {
  shown.show('https://a.example/1.png');
  await pass(0);
  shown.show('https://a.example/2.png');
  expect(shown.state.kind).toBe('loading');
  expect(asked[0]?.signal.aborted).toBe(true);
  await pass(400);
  asked[1]?.answer(picture(2));
  await pass(0);
  asked[0]?.answer(picture(1));
  await pass(0);
  expect(shown.state).toMatchObject({ kind: 'shown', picture: { width: 2 } });
});

test('shows nothing as soon as the address is none', async () => {
  shown.show('https://a.example/1.png');
  await pass(0);
  shown.show(null);
  asked[0]?.answer(picture(1));
  await pass(1_000);
  expect(shown.state).toEqual({ kind: 'none' });
});

test('says why it failed, and tries again at once when asked', async () => {
  shown.show('https://a.example/1.png');
  await pass(0);
  asked[0]?.answer({ trouble: { kind: 'unreachable' } });
  await pass(0);
  expect(shown.state).toEqual({ kind: 'failed', trouble: { kind: 'unreachable' } });
  shown.again();
  expect(shown.state.kind).toBe('loading');
  asked[1]?.answer(picture(3));
  await pass(0);
  expect(shown.state.kind).toBe('shown');
});

test('loads nothing for the address that is shown already', async () => {
  shown.show('https://a.example/1.png');
  await pass(0);
  shown.show('https://a.example/1.png');
  await pass(1_000);
  expect(asked).toHaveLength(1);
});
