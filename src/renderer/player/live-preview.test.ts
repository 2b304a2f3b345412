import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Figures } from './figures.ts';
import { LivePreview } from './live-preview.ts';
import type { LoadedHls } from './load-hls.ts';
import type { PreviewState } from './preview-state.ts';
import { FakeHls, FakeVideo } from './testing/fake-player.ts';

const url = 'https://cdn.example.com/live.m3u8';
const playlist = '#EXTM3U\n#EXTINF:2,\n1.ts\n';

let video: FakeVideo;
let states: PreviewState[];
let figures: Figures[];
let answer: () => Promise<Response>;
let preview: LivePreview;

const last = (): PreviewState | undefined => states.at(-1);
const run = (): FakeHls => FakeHls.all.at(-1)!;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Time passes while the picture moves. */
async function playFor(seconds: number): Promise<void> {
  for (let half = 0; half < seconds * 2; half += 1) {
    video.currentTime += 0.5;
    run().loadPlaylist({ endSN: 10 + Math.floor(video.currentTime) });
    await pass(500);
  }
}

async function open(address = url): Promise<void> {
  preview.play(address);
  await pass(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('navigator', { onLine: true });
  FakeHls.all = [];
  video = new FakeVideo();
  states = [];
  figures = [];
  answer = async () => new Response(playlist);
  preview = new LivePreview(video as unknown as HTMLVideoElement, {
    onState: (state) => states.push(state),
    onFigures: (measured) => figures.push(measured),
    loadHls: async () => ({ Hls: FakeHls, workerPath: '/worker.js' }) as unknown as LoadedHls,
    fetch: () => answer(),
    random: () => 0.5,
  });
});

afterEach(() => {
  preview.destroy();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('opening', () => {
  it('plays muted, with the worker as a file', async () => {
    await open();
    expect(last()).toEqual({ kind: 'loading' });
    expect(run().source).toBe(url);
    expect(run().config.workerPath).toBe('/worker.js');
    expect([video.muted, video.paused]).toEqual([true, false]);
    video.emit('playing');
    expect(last()).toEqual({ kind: 'playing', soundOnly: false });
  });

  it.each(['', '   ', undefined])('is off for the address %j', async (address) => {
    preview.play(address);
    await pass(1000);
    expect(last()).toEqual({ kind: 'off' });
    expect(FakeHls.all).toEqual([]);
  });

  it('never retries an address that is none', async () => {
    await open('rtmp://ingest.example.com/live');
    const trouble = { kind: 'not-an-address', address: 'rtmp://ingest.example.com/live' };
    expect(last()).toEqual({ kind: 'trouble', trouble, retry: null });
    await pass(60_000);
    expect(states).toHaveLength(1);
  });

  it('says so when the playlist holds nothing yet, and starts with the first segment', async () => {
    answer = async () => new Response('#EXTM3U\n');
    await open();
    run().fail({ details: 'levelEmptyError', fatal: true });
    expect(last()).toEqual({ kind: 'waiting' });
    await pass(5000);
    expect(FakeHls.all).toHaveLength(1);
    answer = async () => new Response(playlist);
    await pass(1500);
    expect(FakeHls.all).toHaveLength(2);
  });

  it('tries again when no picture comes and nothing fails', async () => {
    await open();
    await pass(21_000);
    expect(last()).toMatchObject({ kind: 'trouble', trouble: { kind: 'silent' } });
  });
});

describe('an outage', () => {
  const notFound = { details: 'manifestLoadError', fatal: true, response: { code: 404 } };

  it('is retried with growing waits until the stream is back', async () => {
    answer = async () => new Response('', { status: 404 });
    await open();
    run().fail(notFound);
    const trouble = { kind: 'status', status: 404 };
    expect(last()).toEqual({ kind: 'trouble', trouble, retry: { attempt: 1, inSeconds: 1 } });
    await pass(1000);
    expect(last()).toEqual({ kind: 'trouble', trouble, retry: { attempt: 2, inSeconds: 2 } });
    await pass(10 * 60_000);
    expect(FakeHls.all).toHaveLength(1);
    answer = async () => new Response(playlist);
    await pass(10_000);
    expect(FakeHls.all).toHaveLength(2);
    expect(FakeHls.all[0]?.isDestroyed).toBe(true);
    video.emit('playing');
    expect(last()).toEqual({ kind: 'playing', soundOnly: false });
  });

  it('waits as long as before when the stream came back only for a moment', async () => {
    await open();
    run().fail(notFound);
    await pass(1000);
    video.emit('playing');
    await playFor(1);
    run().fail(notFound);
    expect(last()).toMatchObject({ retry: { attempt: 2 } });
  });

  it('is forgotten when the stream played for a while', async () => {
    await open();
    run().fail(notFound);
    await pass(1000);
    video.emit('playing');
    await playFor(7);
    run().fail(notFound);
    expect(last()).toMatchObject({ retry: { attempt: 1 } });
  });

  it('is retried at once when the computer is online again', async () => {
    await open();
    run().fail(notFound);
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(FakeHls.all).toHaveLength(2);
  });

  it('without a reason is asked about', async () => {
    answer = async () => {
      throw new TypeError('Failed to fetch');
    };
    await open();
    run().fail({ details: 'manifestLoadError', fatal: true, response: { code: 0 } });
    await pass(0);
    expect(last()).toMatchObject({ kind: 'trouble', trouble: { kind: 'unreachable' } });
  });

  it('is left alone after the preview is gone', async () => {
    await open();
    run().fail(notFound);
    preview.destroy();
    const before = states.length;
    await pass(60_000);
    window.dispatchEvent(new Event('online'));
    expect([states.length, FakeHls.all.length]).toEqual([before, 1]);
    expect(vi.getTimerCount()).toBe(0);
    expect([run().isDestroyed, video.hasSource]).toEqual([true, false]);
  });
});

describe('a picture that stands still', () => {
  it('is a stall with its seconds, counted once, and over when it moves', async () => {
    await open();
    video.emit('playing');
    await playFor(2);
    await pass(3500);
    expect(last()).toEqual({ kind: 'stalled', seconds: 3, cause: 'network' });
    expect(figures.at(-1)?.stalls).toBe(1);
    await playFor(1);
    expect(last()).toEqual({ kind: 'playing', soundOnly: false });
    expect(figures.at(-1)?.stalls).toBe(1);
  });

  it('is only waited for while the playlist is read but does not grow', async () => {
    await open();
    video.emit('playing');
    await playFor(1);
    for (let second = 0; second < 120; second += 1) {
      run().loadPlaylist({ endSN: 11 });
      await pass(1000);
    }
    expect(last()).toMatchObject({ kind: 'stalled', cause: 'encoder' });
    expect(FakeHls.all).toHaveLength(1);
  });

  it('with media in the buffer is freed: by a jump, a flush, then a new player', async () => {
    await open();
    video.emit('playing');
    await playFor(1);
    run().liveSyncPosition = 40;
    video.bufferedTo = 50;
    await pass(3500);
    expect(video.currentTime).toBe(40);
    await pass(3500);
    expect(run().recoveries).toBe(1);
    await pass(21_000);
    expect(last()).toMatchObject({ kind: 'trouble', trouble: { kind: 'silent' } });
  });

  it('is no stall when the page is hidden', async () => {
    await open();
    video.emit('playing');
    await playFor(1);
    Object.assign(document, { hidden: true });
    const measured = figures.length;
    await pass(30_000);
    expect(last()).toEqual({ kind: 'playing', soundOnly: false });
    expect(figures).toHaveLength(measured);
  });

  it('is the end when the playlist said so, and the stream may come back', async () => {
    answer = async () => new Response(`${playlist}#EXT-X-ENDLIST\n`);
    await open();
    video.emit('playing');
    await playFor(1);
    run().loadPlaylist({ endSN: 12, live: false });
    expect(last()).toEqual({ kind: 'playing', soundOnly: false });
    video.emit('ended');
    expect(last()).toEqual({ kind: 'ended' });
    await pass(60_000);
    expect([last(), FakeHls.all.length]).toEqual([{ kind: 'ended' }, 1]);
    answer = async () => new Response(playlist);
    await pass(11_000);
    expect(FakeHls.all).toHaveLength(2);
  });
});

it('starts anew when an encoder comes back with a lower sequence', async () => {
  await open();
  run().loadPlaylist({ endSN: 100 });
  video.emit('playing');
  run().loadPlaylist({ endSN: 3 });
  await pass(0);
  expect(FakeHls.all).toHaveLength(2);
});

describe('pausing', () => {
  it('loads nothing until it goes on, and calls a long pause no stall', async () => {
    await open();
    video.emit('playing');
    await playFor(1);
    preview.pause();
    await pass(60_000);
    expect([last(), run().isLoading, video.paused]).toEqual([{ kind: 'paused' }, false, true]);
    preview.resume();
    expect([run().isLoading, video.paused]).toEqual([true, false]);
    video.emit('playing');
    expect([last()?.kind, FakeHls.all.length]).toEqual(['playing', 1]);
  });

  it('in an outage ends the tries; going on begins at the beginning', async () => {
    await open();
    run().fail({ details: 'manifestLoadError', fatal: true, response: { code: 500 } });
    preview.pause();
    await pass(60_000);
    expect([last(), FakeHls.all.length]).toEqual([{ kind: 'paused' }, 1]);
    preview.resume();
    await pass(0);
    expect(FakeHls.all).toHaveLength(2);
  });

  it('stays when the event of an earlier start comes late', async () => {
    await open();
    preview.pause();
    video.emit('play');
    expect(last()).toEqual({ kind: 'paused' });
  });

  it('follows a media key', async () => {
    await open();
    video.emit('playing');
    video.pause();
    expect(last()).toEqual({ kind: 'paused' });
    void video.play();
    expect(last()).toEqual({ kind: 'loading' });
  });
});
