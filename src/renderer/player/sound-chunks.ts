import { WeightedChannel, channelWeights } from './loudness-weighting.ts';

/** A tenth of a second of sound, measured: a step of the gating blocks of ITU-R BS.1770-5. */
export interface SoundChunk {
  /** The mean square of the K-weighted channels, added up with their weights. */
  readonly energy: number;
  /** The highest sample of each channel, 0 to 1 and above. */
  readonly peaks: readonly number[];
}

export const CHUNK_SECONDS = 0.1;

/** Cuts sound into chunks, from pieces of any length. */
export class SoundChunks {
  readonly #sampleRate: number;
  readonly #length: number;
  #channels: WeightedChannel[] = [];
  #weights: readonly number[] = [];
  #peaks: number[] = [];
  #sum = 0;
  #filled = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    this.#length = Math.round(sampleRate * CHUNK_SECONDS);
  }

  /** Takes a piece of all channels; calls `done` for each chunk that it completes. */
  add(piece: readonly Float32Array[], done: (chunk: SoundChunk) => void): void {
    const samples = piece[0]?.length ?? 0;
    if (samples === 0) return;
    if (piece.length !== this.#channels.length) this.#begin(piece.length);
    for (let from = 0; from < samples;) {
      const to = Math.min(samples, from + this.#length - this.#filled);
      this.#measure(piece, from, to);
      this.#filled += to - from;
      from = to;
      if (this.#filled === this.#length) done(this.#take());
    }
  }

  #begin(channels: number): void {
    this.#channels = Array.from({ length: channels }, () => new WeightedChannel(this.#sampleRate));
    this.#weights = channelWeights(channels);
    this.#take();
  }

  #measure(piece: readonly Float32Array[], from: number, to: number): void {
    for (const [index, samples] of piece.entries()) {
      const weight = this.#weights[index] ?? 1;
      this.#sum += weight * (this.#channels[index]?.sumOfSquares(samples, from, to) ?? 0);
      this.#peaks[index] = Math.max(this.#peaks[index] ?? 0, highest(samples, from, to));
    }
  }

  #take(): SoundChunk {
    const chunk = { energy: this.#sum / this.#length, peaks: this.#peaks };
    this.#sum = 0;
    this.#filled = 0;
    this.#peaks = this.#channels.map(() => 0);
    return chunk;
  }
}

function highest(samples: Float32Array, from: number, to: number): number {
  let peak = 0;
  for (let index = from; index < to; index += 1) {
    const sample = Math.abs(samples[index] ?? 0);
    if (sample > peak) peak = sample;
  }
  return peak;
}
