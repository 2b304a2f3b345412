/** A filter of second order: y[n] = b0·x[n] + b1·x[n−1] + b2·x[n−2] − a1·y[n−1] − a2·y[n−2]. */
export interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/**
 * The two filters of K-weighting (ITU-R BS.1770-5, annex 1) for a sample rate in Hz. The
 * recommendation gives them for 48 kHz only; these are the analogue filters behind its tables,
 * taken to other rates by the bilinear transform, so that the tables come out at 48 kHz.
 */
export function kWeighting(sampleRate: number): readonly [shelf: Biquad, highPass: Biquad] {
  return [headShelf(sampleRate), highPass(sampleRate)];
}

/** +4 dB above about 1.5 kHz, as the head does to sound. */
function headShelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const middle = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [
      (high + (middle * k) / q + k * k) / a0,
      (2 * (k * k - high)) / a0,
      (high - (middle * k) / q + k * k) / a0,
    ],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
}

/** The revised low-frequency B curve: quieter below about 100 Hz. */
function highPass(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
}

/**
 * How much each channel counts (ITU-R BS.1770-5, annex 1, table 3), for the layouts of the Web
 * Audio API: 5.1 is left, right, centre, low frequency, left and right surround.
 */
export function channelWeights(channels: number): readonly number[] {
  if (channels === 6) return [1, 1, 1, 0, 1.41, 1.41];
  if (channels === 4) return [1, 1, 1.41, 1.41];
  return Array.from({ length: channels }, () => 1);
}

/** K-weights one channel, and keeps what the filters remember from one call to the next. */
export class WeightedChannel {
  readonly #shelf: Biquad;
  readonly #highPass: Biquad;
  /** Two values of each filter (transposed direct form II). */
  readonly #memory = new Float64Array(4);

  constructor(sampleRate: number) {
    [this.#shelf, this.#highPass] = kWeighting(sampleRate);
  }

  /** The sum of the squares of the weighted samples from `from` to before `to`. */
  sumOfSquares(samples: Float32Array, from: number, to: number): number {
    const [b0, b1, b2] = this.#shelf.b;
    const [a1, a2] = this.#shelf.a;
    const [d1, d2] = this.#highPass.a;
    let [shelf1 = 0, shelf2 = 0, pass1 = 0, pass2 = 0] = this.#memory;
    let sum = 0;
    for (let index = from; index < to; index += 1) {
      const x = samples[index] ?? 0;
      const shelved = b0 * x + shelf1;
      shelf1 = b1 * x - a1 * shelved + shelf2;
      shelf2 = b2 * x - a2 * shelved;
      const weighted = shelved + pass1;
      pass1 = pass2 - 2 * shelved - d1 * weighted;
      pass2 = shelved - d2 * weighted;
      sum += weighted * weighted;
    }
    // Numbers that are almost nothing are slow to reckon with, and silence is full of them.
    this.#memory.set([settled(shelf1), settled(shelf2), settled(pass1), settled(pass2)]);
    return sum;
  }
}

const settled = (value: number): number => (Math.abs(value) < 1e-20 ? 0 : value);
