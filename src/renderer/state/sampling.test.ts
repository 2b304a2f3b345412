import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PreviewFacts } from '../../shared/health-arguments.ts';
import { usualThresholds } from '../../shared/thresholds.ts';
import type { SampledFrames } from '../player/frame-sampler.ts';
import { type SampledStream, Sampling } from './sampling.ts';

const frames: SampledFrames = {
  picture: { meanLuma: 80, darkMs: 0, stillMs: 0, seenMs: 6_000 },
  sound: null,
};
const streams = ['a', 'b', 'c'].map((id) => ({ id, hls: `http://media.example/${id}.m3u8` }));

/** A page whose looks take 6 s each. */
function page() {
  const seen = {
    streams: streams as readonly SampledStream[],
    previewed: new Set<string>(),
    isOffline: false,
    result: frames as SampledFrames | null,
    looks: [] as string[],
    running: 0,
    most: 0,
    aborted: 0,
    noted: [] as PreviewFacts[],
  };
  const sampling = new Sampling({
    streams: () => seen.streams,
    previewed: () => seen.previewed,
    isOffline: () => seen.isOffline,
    thresholds: () => usualThresholds,
    note: (facts) => seen.noted.push(facts),
    sample: async (url, { signal }) => {
      seen.looks.push(url.slice(-6, -5));
      seen.running += 1;
      seen.most = Math.max(seen.most, seen.running);
      await new Promise<void>((done) => {
        setTimeout(done, 6_000);
        signal.addEventListener('abort', () => {
          seen.aborted += 1;
          done();
        });
      });
      seen.running -= 1;
      return seen.result;
    },
  });
  return { seen, sampling };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

describe('sampling streams that nobody previews', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { hidden: false });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('looks at one after the other, one at a time', async () => {
    const { seen, sampling } = page();
    sampling.start();
    await pass(19);
    expect(seen.looks).toEqual([]);
    await pass(140);
    expect(seen.looks).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
    expect(seen.most).toBe(1);
    expect(seen.noted[0]).toMatchObject({ id: 'a', from: 'sample', picture: frames.picture });
    sampling.stop();
  });

  it('tells nothing of an address that changed during the look', async () => {
    const { seen, sampling } = page();
    sampling.start();
    await pass(22);
    expect(seen.looks).toEqual(['a']);
    seen.streams = streams.map((one) => ({ ...one, hls: `${one.hls}?moved` }));
    await pass(5);
    expect(seen.noted).toEqual([]);
    sampling.stop();
  });

  it('leaves out what a preview or a tile plays', async () => {
    const { seen, sampling } = page();
    seen.previewed = new Set(['a', 'c']);
    sampling.start();
    await pass(60);
    expect(seen.looks).toEqual(['b', 'b']);
    sampling.stop();
  });

  it('looks first at a stream that has just gone on air', async () => {
    const { seen, sampling } = page();
    seen.streams = streams.slice(0, 2);
    sampling.start();
    await pass(60);
    seen.streams = streams;
    await pass(26);
    expect(seen.looks).toEqual(['a', 'b', 'c']);
    sampling.stop();
  });

  it('rests without a network, and notes nothing of a stream that didn’t play', async () => {
    const { seen, sampling } = page();
    seen.isOffline = true;
    sampling.start();
    await pass(60);
    expect(seen.looks).toEqual([]);
    seen.isOffline = false;
    seen.result = null;
    await pass(60);
    expect(seen.looks).not.toEqual([]);
    expect(seen.noted).toEqual([]);
    sampling.stop();
  });

  it('asks no address that isn’t one of the web', async () => {
    const { seen, sampling } = page();
    seen.streams = [{ id: 'a', hls: 'file:///etc/hosts' }];
    sampling.start();
    await pass(60);
    expect(seen.looks).toEqual([]);
    sampling.stop();
  });

  it('looks less often while the window is out of sight', async () => {
    const { seen, sampling } = page();
    vi.stubGlobal('document', { hidden: true });
    sampling.start();
    await pass(120);
    expect(seen.looks).toEqual(['a']);
    await pass(10);
    expect(seen.looks).toEqual(['a', 'b']);
    sampling.stop();
  });

  it('ends a look when it is stopped, and looks no more', async () => {
    const { seen, sampling } = page();
    sampling.start();
    await pass(22);
    expect(seen.running).toBe(1);
    sampling.stop();
    await pass(60);
    expect(seen).toMatchObject({ running: 0, aborted: 1, noted: [], looks: ['a'] });
  });
});
