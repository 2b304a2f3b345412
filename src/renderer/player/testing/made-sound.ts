import { Loudness } from '../loudness.ts';
import { SoundChunks } from '../sound-chunks.ts';

/** A sample of one channel at a time in seconds, 1 being full scale. */
export type Wave = (seconds: number) => number;

/** The height of a sample at a level in dBFS. */
export const heightAt = (dbfs: number): number => 10 ** (dbfs / 20);

export const sine =
  (hertz: number, dbfs: number): Wave =>
  (seconds) =>
    heightAt(dbfs) * Math.sin(2 * Math.PI * hertz * seconds);

export const quiet: Wave = () => 0;

/** One tone after another: [seconds, dBFS] of each. */
export function steps(hertz: number, parts: readonly (readonly [number, number])[]): Wave {
  const ends = parts.map((_, index) =>
    parts.slice(0, index + 1).reduce((sum, [seconds]) => sum + seconds, 0),
  );
  return (seconds) => {
    const part = ends.findIndex((end) => seconds < end);
    return sine(hertz, parts[part]?.[1] ?? -200)(seconds);
  };
}

export interface Made {
  readonly seconds: number;
  readonly sampleRate?: number;
}

/** Feeds channels to a loudness meter in pieces of 128 samples, as a browser does. */
export function loudnessOf(
  channels: readonly Wave[],
  { seconds, sampleRate = 48_000 }: Made,
  each: (loudness: Loudness) => void = () => undefined,
): Loudness {
  const total = Math.round(seconds * sampleRate);
  const samples = channels.map((wave) =>
    Float32Array.from({ length: total }, (_, index) => wave(index / sampleRate)),
  );
  return loudnessOfSamples(samples, sampleRate, each);
}

export function loudnessOfSamples(
  samples: readonly Float32Array[],
  sampleRate: number,
  each: (loudness: Loudness) => void = () => undefined,
): Loudness {
  const chunks = new SoundChunks(sampleRate);
  const loudness = new Loudness();
  const total = samples[0]?.length ?? 0;
  for (let from = 0; from < total; from += 128) {
    const piece = samples.map((channel) => channel.subarray(from, from + 128));
    chunks.add(piece, ({ energy }) => {
      loudness.add(energy);
      each(loudness);
    });
  }
  return loudness;
}
