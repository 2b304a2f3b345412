import type { PreviewFacts } from '../../shared/health-arguments.ts';
import type { Thresholds } from '../../shared/thresholds.ts';
import { type SampledFrames, sampleFrames } from '../player/frame-sampler.ts';
import { playbackAddress } from '../player/probe.ts';

export interface SampledStream {
  readonly id: string;
  readonly hls: string;
}

export interface SamplingOptions {
  /** The streams on air that are watched, whether previewed or not. */
  readonly streams: () => readonly SampledStream[];
  /** The ids of those that a preview or a tile plays: nobody need look at them twice. */
  readonly previewed: () => ReadonlySet<string>;
  readonly isOffline: () => boolean;
  readonly thresholds: () => Thresholds;
  readonly note: (facts: PreviewFacts) => void;
  readonly sample?: typeof sampleFrames;
}

const EVERY_MS = 20_000;
/** With the window out of sight the streams are still watched, but not at the cost of the rest. */
const EVERY_HIDDEN_MS = 60_000;

/** Looks at each stream on air that nobody previews, one at a time, now and then. */
export class Sampling {
  readonly #options: SamplingOptions;
  /** When each stream was last looked at; those of before are forgotten. */
  #sampledAt = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopping = new AbortController();

  constructor(options: SamplingOptions) {
    this.#options = options;
  }

  start(): void {
    this.stop();
    this.#stopping = new AbortController();
    this.#wait();
  }

  /** Also ends a look that is under way, and releases its player. */
  stop(): void {
    this.#stopping.abort();
    clearTimeout(this.#timer);
  }

  #wait(): void {
    const { signal } = this.#stopping;
    const next = async (): Promise<void> => {
      await this.#lookAtNext(signal);
      if (!signal.aborted) this.#wait();
    };
    this.#timer = setTimeout(() => void next(), document.hidden ? EVERY_HIDDEN_MS : EVERY_MS);
  }

  async #lookAtNext(signal: AbortSignal): Promise<void> {
    const stream = this.#next();
    const url = stream === null ? null : playbackAddress(stream.hls);
    if (stream === null || url === null) return;
    const { sample = sampleFrames, thresholds, note } = this.#options;
    const frames = await sample(url, { thresholds, signal });
    if (frames === null || signal.aborted || !this.#isStillAt(stream)) return;
    note(sampleFacts(stream.id, Date.now(), frames));
  }

  /** What was seen at another address says nothing of this one. */
  #isStillAt({ id, hls }: SampledStream): boolean {
    return this.#options.streams().every((one) => one.id !== id || one.hls === hls);
  }

  /** The one that waited longest, the new ones first. */
  #next(): SampledStream | null {
    if (this.#options.isOffline()) return null;
    const previewed = this.#options.previewed();
    const streams = this.#options.streams();
    const waiting = streams.filter(({ id }) => !previewed.has(id));
    const sampledAt = ({ id }: SampledStream): number => this.#sampledAt.get(id) ?? -Infinity;
    const [next] = waiting.toSorted((one, other) => sampledAt(one) - sampledAt(other));
    if (next === undefined) return null;
    const known = streams.map((stream): [string, number] => [stream.id, sampledAt(stream)]);
    this.#sampledAt = new Map([...known, [next.id, performance.now()]]);
    return next;
  }
}

/** What a look tells; it says nothing of how well the stream plays. */
function sampleFacts(id: string, at: number, { picture, sound }: SampledFrames): PreviewFacts {
  return {
    id,
    at,
    from: 'sample',
    state: 'playing',
    behindSeconds: null,
    bitsPerSecond: null,
    framesPerSecond: null,
    declaredFrameRate: null,
    droppedShare: null,
    stallsInLastMinute: 0,
    stalledMs: 0,
    picture,
    sound,
  };
}
