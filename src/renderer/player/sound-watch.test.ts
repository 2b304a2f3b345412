import { describe, expect, it } from 'vitest';
import { SoundChunks } from './sound-chunks.ts';
import { SoundWatch, dbfsOf } from './sound-watch.ts';
import { heightAt } from './testing/made-sound.ts';

/** Hears so many tenths of a second of both channels at a level. */
function hear(watch: SoundWatch, tenths: number, dbfs: number): void {
  const peak = heightAt(dbfs);
  for (let tenth = 0; tenth < tenths; tenth += 1)
    watch.hear({ energy: peak ** 2, peaks: [peak, peak / 2] });
}

const made = (): SoundWatch => new SoundWatch(() => -60);

describe('the sound watch', () => {
  it('knows nothing before it heard anything', () => {
    expect(made().heard).toBeNull();
    expect(made().meters).toEqual([]);
  });

  it('says the highest level of the last second', () => {
    const watch = made();
    hear(watch, 1, -6);
    hear(watch, 9, -20);
    expect(watch.heard?.levelDbfs).toBeCloseTo(-6);
    hear(watch, 1, -20);
    expect(watch.heard?.levelDbfs).toBeCloseTo(-20);
  });

  it.each([
    { dbfs: -61, silentMs: 3000 },
    { dbfs: -200, silentMs: 3000 },
    { dbfs: -59, silentMs: 0 },
  ])('counts $silentMs ms of silence at $dbfs dBFS', ({ dbfs, silentMs }) => {
    const watch = made();
    hear(watch, 10, -20);
    hear(watch, 30, dbfs);
    expect(watch.heard).toMatchObject({ silentMs, heardMs: 4000 });
  });

  it('calls digital silence −120 dBFS', () => {
    const watch = made();
    watch.hear({ energy: 0, peaks: [0, 0] });
    expect(watch.heard).toMatchObject({ levelDbfs: -120, silentMs: 100, momentary: null });
    expect(dbfsOf(0)).toBe(-120);
  });

  it('follows a threshold that is changed', () => {
    let threshold = -60;
    const watch = new SoundWatch(() => threshold);
    hear(watch, 20, -50);
    threshold = -40;
    hear(watch, 20, -50);
    expect(watch.heard?.silentMs).toBe(2000);
  });

  it('accuses nobody of silence while nothing plays', () => {
    const watch = made();
    hear(watch, 50, -90);
    watch.interrupt();
    expect(watch.heard).toBeNull();
    expect(watch.meters).toEqual([]);
    hear(watch, 1, -90);
    expect(watch.heard).toMatchObject({ silentMs: 100, heardMs: 100 });
  });

  it('lets its meters rise at once and fall by 20 dB in 1.7 s', () => {
    const watch = made();
    hear(watch, 1, -10);
    expect(watch.meters[0]).toBeCloseTo(-10);
    expect(watch.meters[1]).toBeCloseTo(-16.02, 1);
    hear(watch, 17, -80);
    expect(watch.meters[0]).toBeCloseTo(-30);
    hear(watch, 1, -12);
    expect(watch.meters[0]).toBeCloseTo(-12);
  });
});

describe('chunks of sound', () => {
  it('are a tenth of a second each, from pieces of any length', () => {
    const chunks = new SoundChunks(48_000);
    const peaks: (readonly number[])[] = [];
    const add = (length: number, left: number): void => {
      const piece = [new Float32Array(length).fill(left), new Float32Array(length).fill(-0.25)];
      chunks.add(piece, (chunk) => peaks.push(chunk.peaks));
    };
    add(4_799, 0.5);
    expect(peaks).toEqual([]);
    add(1, 0.75);
    add(9_600, 0.125);
    expect(peaks).toEqual([
      [0.75, 0.25],
      [0.125, 0.25],
      [0.125, 0.25],
    ]);
  });

  it('begin anew when the number of channels changes', () => {
    const chunks = new SoundChunks(48_000);
    const sizes: number[] = [];
    const add = (channels: number, length: number): void => {
      const piece = Array.from({ length: channels }, () => new Float32Array(length));
      chunks.add(piece, ({ peaks }) => sizes.push(peaks.length));
    };
    add(1, 4_000);
    add(2, 4_799);
    expect(sizes).toEqual([]);
    add(2, 1);
    expect(sizes).toEqual([2]);
    chunks.add([], () => sizes.push(0));
    expect(sizes).toEqual([2]);
  });
});
