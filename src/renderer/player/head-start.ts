import type { HeldPlaylists, HeldText } from '../../shared/health.ts';
import { firstMediaOf } from './first-media.ts';

const patienceMs = 10_000;

/** A segment that is on its way before the player asks for it. */
interface Prefetched {
  readonly startedAt: number;
  readonly body: Promise<ArrayBuffer | null>;
}

/** A playlist that playback begins with. */
interface Beginning {
  held: HeldText;
  /** Read anew, as what was held is too old to begin with. */
  reading: Promise<HeldText | null> | null;
}

/**
 * What a player may begin with: playlists that were read a moment ago, and the media that
 * it will want first, asked for at once. Once `signal` is aborted nothing is fetched.
 */
export class HeadStart {
  /** The playlists by their addresses; one resolves with null when it can't be had. */
  readonly texts = new Map<string, Promise<HeldText | null>>();
  readonly media = new Map<string, Prefetched>();
  readonly #beginnings: readonly Beginning[];
  readonly #others: readonly HeldText[];
  readonly #fetch: typeof fetch;
  readonly #signal: AbortSignal | null;

  constructor(held: HeldPlaylists, fetchMedia: typeof fetch, signal: AbortSignal | null = null) {
    const { master, media } = held;
    this.#fetch = fetchMedia;
    this.#signal = signal;
    // What the player may change to later would only be in the way of what it begins with.
    const isFirst = (one: HeldText, index: number): boolean =>
      index === 0 || (index === 1 && isSound(one, master));
    this.#beginnings = media.filter(isFirst).map((held) => ({ held, reading: null }));
    this.#others = media.slice(this.#beginnings.length);
    if (master !== null) this.texts.set(master.url, Promise.resolve(master));
    this.catchUp();
  }

  /** All of what playback begins with is fragmented MP4, which has an initialisation section. */
  get isFragmented(): boolean {
    const isOne = ({ held }: Beginning): boolean => /^#EXT-X-MAP:/m.test(held.text);
    return this.#beginnings.length > 0 && this.#beginnings.every(isOne);
  }

  /** What comes first changes as the playlists age: asks for what is wanted by now. */
  catchUp(): void {
    for (const other of this.#others)
      if (firstMediaOf(other, Date.now()) === null) this.texts.delete(other.url);
      else this.texts.set(other.url, Promise.resolve(other));
    for (const beginning of this.#beginnings) {
      const { held } = beginning;
      const first = firstMediaOf(held, Date.now());
      if (first === null) {
        beginning.reading ??= this.#readAnew(beginning);
        this.texts.set(held.url, beginning.reading);
      } else {
        this.#prefetch(first);
        this.texts.set(held.url, Promise.resolve(held));
      }
    }
  }

  async #readAnew(beginning: Beginning): Promise<HeldText | null> {
    const { url } = beginning.held;
    const readAt = Date.now();
    const response = await this.#answer(url);
    const text = await response?.text().catch(() => null);
    if (response == null || text == null) return null;
    beginning.held = { url, finalUrl: response.url || url, text, readAt };
    this.#prefetch(firstMediaOf(beginning.held, Date.now()) ?? []);
    return beginning.held;
  }

  #prefetch(urls: readonly string[]): void {
    for (const url of urls) {
      if (this.media.has(url)) continue;
      const body = this.#answer(url).then((response) => response?.arrayBuffer() ?? null);
      this.media.set(url, { startedAt: performance.now(), body: body.catch(() => null) });
    }
  }

  /** null when it fails. */
  async #answer(url: string): Promise<Response | null> {
    const ends = [this.#signal, AbortSignal.timeout(patienceMs)].filter((end) => end !== null);
    const signal = AbortSignal.any(ends);
    const response = await this.#fetch(url, { credentials: 'omit', signal }).catch(() => null);
    return response?.ok === true ? response : null;
  }
}

/** The master lists it as a rendition of sound (RFC 8216, 4.3.4.1), which plays beside the picture. */
const isSound = ({ url }: HeldText, master: HeldText | null): boolean =>
  (master?.text.match(/^#EXT-X-MEDIA:.*TYPE=AUDIO.*$/gm) ?? []).some((line) => {
    const uri = /URI="([^"]+)"/.exec(line)?.[1];
    return uri !== undefined && URL.parse(uri, master?.finalUrl)?.href === url;
  });
