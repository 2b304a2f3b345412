interface FrameSample {
  readonly at: number;
  readonly total: number;
  readonly dropped: number;
}

const RATE_OVER_MS = 2000;
const DROPPED_OVER_MS = 30_000;
/** A picture that begins drops frames until it is in step: those say nothing of the computer. */
const SETTLED_AFTER_MS = 5_000;
/** A share of fewer seconds says little. */
const DROPPED_FROM_MS = 5_000;

/** Frame rate and dropped frames from the counters of a video element, read now and then. */
export class FrameMeter {
  #samples: FrameSample[] = [];
  #begunAt = 0;

  /** `at` in milliseconds. Counters that went back belong to a new picture. */
  add(at: number, total: number, dropped: number): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && total < last.total) this.#samples = [];
    if (this.#samples.length === 0) this.#begunAt = at;
    this.#samples.push({ at, total, dropped });
    while ((this.#samples[1]?.at ?? Infinity) <= at - DROPPED_OVER_MS) this.#samples.shift();
  }

  clear(): void {
    this.#samples = [];
  }

  /** Frames shown each second, over the last 2 s; null before there was a whole second. */
  get framesPerSecond(): number | null {
    const last = this.#samples.at(-1);
    if (last === undefined) return null;
    const first = this.#samples.findLast(({ at }) => at <= last.at - RATE_OVER_MS);
    const from = first ?? this.#samples[0] ?? last;
    const seconds = (last.at - from.at) / 1000;
    if (seconds < 1) return null;
    return (last.total - last.dropped - (from.total - from.dropped)) / seconds;
  }

  /**
   * The share of frames that were decoded but not shown, 0 to 1, over the last 30 s, without the
   * first 5 s of a picture; null before a picture has lasted for 10 s. Where no frame comes,
   * none is dropped.
   */
  get droppedShare(): number | null {
    const settledAt = this.#begunAt + SETTLED_AFTER_MS;
    const first = this.#samples.find(({ at }) => at >= settledAt);
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined) return null;
    if (last.at - first.at < DROPPED_FROM_MS) return null;
    if (last.total === first.total) return 0;
    return (last.dropped - first.dropped) / (last.total - first.total);
  }
}

/** A media segment as it was loaded. */
export interface LoadedSegment {
  /** Tells picture from sound, when they come in segments of their own. */
  readonly kind: string;
  readonly rendition: number;
  readonly bytes: number;
  readonly seconds: number;
}

const SEGMENTS_COUNTED = 4;

/** The bitrate of the media as loaded: the last few segments of each kind and its rendition. */
export class BitrateMeter {
  readonly #kinds = new Map<string, readonly LoadedSegment[]>();

  add(segment: LoadedSegment): void {
    if (!(segment.bytes > 0) || !(segment.seconds > 0)) return;
    const before = this.#kinds.get(segment.kind) ?? [];
    const same = before.filter(({ rendition }) => rendition === segment.rendition);
    this.#kinds.set(segment.kind, [...same, segment].slice(-SEGMENTS_COUNTED));
  }

  get bitsPerSecond(): number | null {
    if (this.#kinds.size === 0) return null;
    let sum = 0;
    for (const segments of this.#kinds.values()) {
      const bytes = segments.reduce((total, segment) => total + segment.bytes, 0);
      const seconds = segments.reduce((total, segment) => total + segment.seconds, 0);
      sum += (bytes * 8) / seconds;
    }
    return sum;
  }
}
