const MOMENTARY_CHUNKS = 4;
const SHORT_TERM_CHUNKS = 30;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
const LOUDEST_LUFS = 10;
/** As fine as ffmpeg's, so that the same blocks pass the second gate. */
const BINS_PER_LU = 100;
const BINS = (LOUDEST_LUFS - ABSOLUTE_GATE_LUFS) * BINS_PER_LU;

/** LUFS of a mean square of K-weighted sound (ITU-R BS.1770-5, annex 1, equation 2). */
export const lufsOf = (energy: number): number => -0.691 + 10 * Math.log10(energy);
const energyOf = (lufs: number): number => 10 ** ((lufs + 0.691) / 10);

/**
 * Loudness after ITU-R BS.1770-5 with the time scales of EBU Tech 3341, in LUFS, from chunks of
 * 100 ms. What is kept of the past is a histogram, so days of running cost no more than a minute.
 */
export class Loudness {
  /** The last 3 s, oldest first. */
  #recent: number[] = [];
  readonly #counts = new Float64Array(BINS);
  readonly #energies = new Float64Array(BINS);

  /** Takes the energy of the next 100 ms. */
  add(energy: number): void {
    this.#recent.push(energy);
    if (this.#recent.length > SHORT_TERM_CHUNKS) this.#recent.shift();
    const block = this.#meanOfLast(MOMENTARY_CHUNKS);
    // A block of 400 ms begins every 100 ms: they overlap by 75 %.
    if (block !== null) this.#count(block);
  }

  /** Something is missing between the last chunk and the next: no window spans the gap. */
  interrupt(): void {
    this.#recent = [];
  }

  /** Of the last 400 ms; null before, and at digital silence. */
  get momentary(): number | null {
    return finite(this.#meanOfLast(MOMENTARY_CHUNKS));
  }

  /** Of the last 3 s; null before, and at digital silence. */
  get shortTerm(): number | null {
    return finite(this.#meanOfLast(SHORT_TERM_CHUNKS));
  }

  /**
   * Of everything that was heard, without what is below −70 LUFS or more than 10 LU below the
   * mean of the rest; null when nothing is left. The second gate falls between bins of 0.01 LU.
   */
  get integrated(): number | null {
    const mean = this.#meanFrom(0);
    if (mean === null) return null;
    const gate = lufsOf(mean) + RELATIVE_GATE_LU;
    const aboveGate = Math.round((gate - ABSOLUTE_GATE_LUFS) * BINS_PER_LU);
    return finite(this.#meanFrom(Math.max(0, aboveGate)));
  }

  #count(energy: number): void {
    if (energy <= energyOf(ABSOLUTE_GATE_LUFS)) return;
    const bin = Math.floor((lufsOf(energy) - ABSOLUTE_GATE_LUFS) * BINS_PER_LU);
    const held = Math.min(BINS - 1, bin);
    this.#counts[held] = (this.#counts[held] ?? 0) + 1;
    this.#energies[held] = (this.#energies[held] ?? 0) + energy;
  }

  #meanFrom(first: number): number | null {
    let count = 0;
    let energy = 0;
    for (let bin = first; bin < BINS; bin += 1) {
      count += this.#counts[bin] ?? 0;
      energy += this.#energies[bin] ?? 0;
    }
    return count === 0 ? null : energy / count;
  }

  #meanOfLast(chunks: number): number | null {
    if (this.#recent.length < chunks) return null;
    let sum = 0;
    for (let index = this.#recent.length - chunks; index < this.#recent.length; index += 1)
      sum += this.#recent[index] ?? 0;
    return sum / chunks;
  }
}

/** Below −120 LUFS there is nothing but rounding. */
function finite(energy: number | null): number | null {
  if (energy === null) return null;
  const lufs = lufsOf(energy);
  return lufs > -120 ? lufs : null;
}
