import { crc32 } from 'node:zlib';
import type { HeldText } from '../../../shared/health.ts';
import type { Answered, RenditionFacts, SegmentSample, Variant } from '../facts.ts';
import type { Answer } from './asker.ts';
import { again, follow, type Followed } from './follow-playlist.ts';
import { readMediaPlaylist } from './media-playlist.ts';

const keptSamples = 5;
/** Longer texts are kept of those only that a preview begins with. */
const keptLength = 65_536;

/** One rendition of a stream: how its playlist answered, and what became of it over time. */
export class Rendition {
  /** As the master declares it now. */
  variant: Variant;
  /** A preview begins with it. */
  isFirst = false;
  #answered: Answered | null = null;
  #followed: Followed | null = null;
  #text: HeldText | null = null;
  /** Tells whether a text that isn't kept has changed. */
  #sum: number | null = null;
  #samples: readonly SegmentSample[] = [];
  #tag: string | null = null;
  #modified: string | null = null;
  #newestBytes: number | null = null;

  constructor(variant: Variant) {
    this.variant = variant;
  }

  get facts(): RenditionFacts {
    return {
      variant: this.variant,
      answered: this.#answered,
      playlist: this.#followed?.facts ?? null,
      samples: this.#samples,
    };
  }

  get answered(): Answered | null {
    return this.#answered;
  }

  get playlist(): RenditionFacts['playlist'] {
    return this.#followed?.facts ?? null;
  }

  get isOk(): boolean {
    return this.#answered?.outcome === 'ok';
  }

  /** Its text as last read; null when it doesn't answer well, or not to pages. */
  get held(): HeldText | null {
    return this.isOk && this.#answered?.keptOutBy?.length === 0 ? this.#text : null;
  }

  /** The newest segment, to be weighed. */
  get newest(): {
    readonly url: string;
    readonly seconds: number;
    readonly bytes: number | null;
  } | null {
    const { newestUrl = null, newestSeconds = null } = this.playlist ?? {};
    return newestUrl === null || newestSeconds === null
      ? null
      : { url: newestUrl, seconds: newestSeconds, bytes: this.#newestBytes };
  }

  /** For how long there has been nothing new, in target durations; 0 before it was read. */
  get staleness(): number {
    const playlist = this.playlist;
    if (playlist === null) return 0;
    return (playlist.readAt - playlist.changedAt) / (1000 * playlist.targetSeconds);
  }

  /**
   * Headers that ask only for what changed (RFC 9110, 13.1). Not where something new
   * is overdue: a wrong tag must not make a stream look stalled.
   */
  get conditions(): Readonly<Record<string, string>> {
    if (this.staleness >= 1 || !this.isOk || this.#followed === null) return {};
    return {
      ...(this.#tag === null ? {} : { 'If-None-Match': this.#tag }),
      ...(this.#modified === null ? {} : { 'If-Modified-Since': this.#modified }),
    };
  }

  note(answer: Answer): void {
    const { answered, headAt: at, headers, text } = answer;
    if (answer.status === 304 && this.#answered !== null && this.#followed !== null) {
      const { at: askedAt, firstByteMs } = answered;
      this.#answered = { ...this.#answered, outcome: 'ok', at: askedAt, firstByteMs };
      this.#followed = again(this.#followed, at);
      if (this.#text !== null) this.#text = { ...this.#text, readAt: at };
      return;
    }
    this.#answered = answered;
    if (text === null) return;
    this.#tag = headers?.get('etag') ?? null;
    this.#modified = headers?.get('last-modified') ?? null;
    if (!this.#understands(text, answer))
      this.#answered = { ...answered, outcome: 'not-understood' };
  }

  weighed(sample: SegmentSample): void {
    this.#samples = [...this.#samples, sample].slice(-keptSamples);
  }

  /** A bug in reading one playlist must not leave what was read before to stand for it. */
  #understands(text: string, answer: Answer): boolean {
    try {
      return this.#take(text, answer);
    } catch {
      return false;
    }
  }

  #take(text: string, { finalUrl, headAt: at }: Answer): boolean {
    const isKept = this.isFirst || text.length <= keptLength;
    const sum = isKept ? null : crc32(text);
    const isSame = isKept ? this.#text?.text === text : this.#sum === sum;
    if (this.#followed !== null && isSame) this.#followed = again(this.#followed, at);
    else {
      const read = readMediaPlaylist(text);
      if (read === null) return false;
      this.#followed = follow(this.#followed, read, finalUrl, at);
      this.#newestBytes = read.newestBytes;
    }
    this.#sum = sum;
    this.#text = isKept ? { url: this.variant.url, finalUrl, text, readAt: at } : null;
    return true;
  }
}
