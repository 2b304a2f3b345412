import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeldPlaylists } from '../../shared/health.ts';
import { FakeBridge } from './fake-bridge.ts';
import { Intent } from './intent.ts';

const folder = 'https://media.example.com/live';
const media = `${folder}/144p.m3u8`;
const held = (): HeldPlaylists => {
  const text = ['#EXTM3U', '#EXT-X-TARGETDURATION:2']
    .concat([0, 1, 2, 3, 4].flatMap((n) => ['#EXTINF:2,', `s${n}.ts`]))
    .join('\n');
  const readAt = Date.now();
  return { readAt, master: null, media: [{ url: media, finalUrl: media, text, readAt }] };
};

let bridge: FakeBridge;
let intent: Intent;
let page: { hidden: boolean };
let fetched: { url: string; signal: AbortSignal | null }[];
let offAir: string[];

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const askedFor = (): unknown[] => bridge.asked.map(({ args }) => (args as { id: string }).id);
const answer = async (value: HeldPlaylists | null): Promise<void> => {
  bridge.asked.at(-1)?.answer({ ok: true, value });
  await pass(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  page = { hidden: false };
  fetched = [];
  offAir = [];
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    fetched.push({ url, signal: signal ?? null });
    return Promise.resolve(new Response(url));
  });
  bridge = new FakeBridge();
  intent = new Intent(bridge, (id) => !offAir.includes(id));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an intention', () => {
  it('is what the pointer rests on, not what it sweeps over', async () => {
    for (const id of ['a', 'b', 'c']) {
      intent.rest(id);
      await pass(30);
    }
    expect(askedFor()).toEqual([]);
    await pass(60);
    expect(askedFor()).toEqual(['c']);
  });

  it('is none after the pointer left in time', async () => {
    intent.rest('a');
    await pass(40);
    intent.rest(null);
    await pass(1_000);
    expect(askedFor()).toEqual([]);
  });

  it('is known at once by a press', () => {
    intent.rest('a');
    intent.press('a');
    expect(askedFor()).toEqual(['a']);
  });

  it('hands over what it fetched, and fetches nothing twice', async () => {
    intent.rest('a');
    await pass(100);
    await answer(held());
    intent.press('a');
    const taken = await intent.take('a');
    expect(taken?.texts.has(media)).toBe(true);
    await pass(10_000);
    expect(askedFor()).toEqual(['a']);
    expect(fetched).toMatchObject([{ url: `${folder}/s2.ts`, signal: { aborted: false } }]);
  });

  it('hands over what is still under way', async () => {
    intent.press('a');
    const taking = intent.take('a');
    await answer(held());
    expect((await taking)?.media.size).toBe(1);
    expect(askedFor()).toEqual(['a']);
  });

  it('asks for what comes first by the time of the hand-over', async () => {
    intent.press('a');
    await answer(held());
    await pass(2_500);
    (await intent.take('a'))?.catchUp();
    expect(fetched.map(({ url }) => url)).toEqual([`${folder}/s2.ts`, `${folder}/s3.ts`]);
  });

  it('ends with the next one', async () => {
    intent.press('a');
    await answer(held());
    intent.press('b');
    expect(fetched[0]?.signal?.aborted).toBe(true);
    expect(askedFor()).toEqual(['a', 'b']);
  });

  it('fetches nothing once it is over, however late the playlists come', async () => {
    intent.press('a');
    intent.release();
    await answer(held());
    expect(fetched).toEqual([]);
  });

  it('is kept for a few seconds only', async () => {
    intent.press('a');
    await answer(held());
    await pass(4_000);
    expect(fetched[0]?.signal?.aborted).toBe(true);
    void intent.take('a');
    expect(askedFor()).toEqual(['a', 'a']);
  });

  it('is none while the window is hidden, or for a stream that is off air', async () => {
    page.hidden = true;
    intent.press('a');
    page.hidden = false;
    offAir = ['b'];
    intent.press('b');
    await pass(1_000);
    expect(askedFor()).toEqual([]);
  });

  it('is asked for when an entity is opened without one', async () => {
    intent.press('a');
    await answer(held());
    void intent.take('b');
    expect(fetched[0]?.signal?.aborted).toBe(true);
    expect(askedFor()).toEqual(['a', 'b']);
    await answer(null);
  });
});
