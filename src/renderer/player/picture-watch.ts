/** A still picture that is encoded anew differs by so much; the smallest clock by far more. */
const NOISE_LUMA = 4;

export interface SeenPicture {
  /** 0 to 255. */
  readonly meanLuma: number;
  readonly darkMs: number;
  readonly stillMs: number;
  /** Since the first look. */
  readonly seenMs: number;
}

/** Judges a picture from looks at it: how bright it is, and since when it is dark or still. */
export class PictureWatch {
  readonly #blackLuma: () => number;
  /** The picture when it last changed: what moves slowly is far from it in the end. */
  #reference: Uint8ClampedArray | null = null;
  #begunAt = 0;
  #changedAt = 0;
  #brightAt = 0;

  constructor(blackLuma: () => number) {
    this.#blackLuma = blackLuma;
  }

  /** Takes the luma of each place of the picture, 0 to 255, as it is at `now` in milliseconds. */
  see(now: number, luma: Uint8ClampedArray): SeenPicture {
    const meanLuma = luma.reduce((sum, place) => sum + place, 0) / luma.length;
    const isFirst = this.#reference === null;
    if (this.#reference === null || hasChanged(this.#reference, luma)) {
      this.#reference = luma.slice();
      this.#changedAt = now;
    }
    if (isFirst) this.#begunAt = now;
    if (isFirst || meanLuma >= this.#blackLuma()) this.#brightAt = now;
    return {
      meanLuma,
      darkMs: now - this.#brightAt,
      stillMs: now - this.#changedAt,
      seenMs: now - this.#begunAt,
    };
  }

  /** The picture wasn't expected to move: the next look is the first. */
  interrupt(): void {
    this.#reference = null;
  }
}

function hasChanged(before: Uint8ClampedArray, after: Uint8ClampedArray): boolean {
  return after.some((luma, place) => Math.abs(luma - (before[place] ?? 0)) > NOISE_LUMA);
}
