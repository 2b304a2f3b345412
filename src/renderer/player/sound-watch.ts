import { Loudness } from './loudness.ts';
import { CHUNK_SECONDS, type SoundChunk } from './sound-chunks.ts';

/** What a digital silence is called, in dBFS. */
export const SILENCE_DBFS = -120;
const LEVEL_CHUNKS = 10;
/** A peak meter falls by 20 dB in 1.7 s (IEC 60268-10, type I) and rises at once. */
const FALL_DB = (20 / 1.7) * CHUNK_SECONDS;

/** dBFS of a sample's height, 1 being full scale. */
export const dbfsOf = (peak: number): number =>
  peak > 0 ? Math.max(SILENCE_DBFS, 20 * Math.log10(peak)) : SILENCE_DBFS;

export interface HeardSound {
  readonly levelDbfs: number;
  readonly silentMs: number;
  /** Since it was first heard, or after an interruption. */
  readonly heardMs: number;
  readonly momentary: number | null;
  readonly shortTerm: number | null;
}

/** Judges level, silence and loudness from chunks of sound as they are heard. */
export class SoundWatch {
  readonly #silenceDbfs: () => number;
  readonly #loudness = new Loudness();
  /** The highest sample of any channel, of each chunk of the last second. */
  #levels: number[] = [];
  #meters: readonly number[] = [];
  #silentMs = 0;
  #heardMs = 0;

  constructor(silenceDbfs: () => number) {
    this.#silenceDbfs = silenceDbfs;
  }

  hear({ energy, peaks }: SoundChunk): void {
    const level = Math.max(0, ...peaks);
    this.#levels.push(level);
    if (this.#levels.length > LEVEL_CHUNKS) this.#levels.shift();
    this.#meters = peaks.map((peak, channel) =>
      Math.max(dbfsOf(peak), (this.#meters[channel] ?? SILENCE_DBFS) - FALL_DB),
    );
    const isSilent = dbfsOf(level) < this.#silenceDbfs();
    this.#heardMs += CHUNK_SECONDS * 1000;
    this.#silentMs = isSilent ? this.#silentMs + CHUNK_SECONDS * 1000 : 0;
    this.#loudness.add(energy);
  }

  /** Nothing plays, so that nothing is heard says nothing. Integrated loudness goes on after it. */
  interrupt(): void {
    this.#levels = [];
    this.#meters = [];
    this.#silentMs = 0;
    this.#heardMs = 0;
    this.#loudness.interrupt();
  }

  /** null before anything was heard. */
  get heard(): HeardSound | null {
    if (this.#levels.length === 0) return null;
    const { momentary, shortTerm } = this.#loudness;
    const levelDbfs = dbfsOf(Math.max(...this.#levels));
    const [silentMs, heardMs] = [Math.round(this.#silentMs), Math.round(this.#heardMs)];
    return { levelDbfs, silentMs, heardMs, momentary, shortTerm };
  }

  /** Of everything that was heard; it takes some reckoning. */
  get integrated(): number | null {
    return this.#loudness.integrated;
  }

  /** What a peak meter of each channel shows now, in dBFS; empty before anything was heard. */
  get meters(): readonly number[] {
    return this.#meters;
  }
}
