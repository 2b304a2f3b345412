import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import type { HeldPlaylists, HeldText } from '../../shared/health.ts';
import type { HlsClass } from './load-hls.ts';
import { firstMediaOf } from './first-media.ts';

/** A segment that is on its way before the player asks for it. */
interface Prefetched {
  readonly startedAt: number;
  readonly body: Promise<ArrayBuffer | null>;
}

/**
 * Lets a player begin with playlists that were read a moment ago instead of asking for
 * them again, and asks at once for the media that it will want first. The player is told
 * the playlists' true age, so it begins as far behind live as with fresh ones. Empty
 * where nothing that is held can serve.
 */
export function fastStart(
  { DefaultConfig }: Pick<HlsClass, 'DefaultConfig'>,
  held: HeldPlaylists,
  fetchMedia: typeof fetch,
): Partial<HlsConfig> {
  const texts = new Map<string, HeldText>();
  if (held.master !== null) texts.set(held.master.url, held.master);
  const media = new Map<string, Prefetched>();
  for (const [index, one] of held.media.entries()) {
    const first = firstMediaOf(one, Date.now());
    if (first === null) continue;
    texts.set(one.url, one);
    // What the player may change to later would only be in the way of what it begins with.
    if (index > 0 && !(index === 1 && isSound(one, held.master))) continue;
    for (const url of first) if (!media.has(url)) media.set(url, prefetched(url, fetchMedia));
  }
  if (texts.size === 0) return {};
  const Loader = DefaultConfig.loader;

  class HeldPlaylistLoader extends Loader {
    #isOver = false;

    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const text = texts.get(context.url);
      texts.delete(context.url);
      if (text === undefined) return super.load(context, config, callbacks);
      const { loading } = this.stats;
      loading.start = loading.first = loading.end = performance.now() - (Date.now() - text.readAt);
      this.stats.loaded = this.stats.total = text.text.length;
      // The player expects its answers later.
      queueMicrotask(() => {
        if (this.#isOver) return;
        callbacks.onSuccess(
          { url: text.finalUrl, data: text.text, code: 200 },
          this.stats,
          context,
          null,
        );
      });
    }

    override abort(): void {
      this.#isOver = true;
      super.abort();
    }

    override destroy(): void {
      this.#isOver = true;
      super.destroy();
    }
  }

  class PrefetchedLoader extends Loader {
    #isOver = false;

    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      // The player writes 0 where it wants the whole.
      const isPart = (context.rangeEnd ?? 0) > 0;
      const found = isPart ? undefined : media.get(context.url);
      media.delete(context.url);
      if (found === undefined) return super.load(context, config, callbacks);
      void found.body.then((body) => {
        if (this.#isOver) return;
        if (body === null) return super.load(context, config, callbacks);
        const { stats } = this;
        stats.loading = { start: found.startedAt, first: found.startedAt, end: performance.now() };
        stats.loaded = stats.total = body.byteLength;
        callbacks.onSuccess({ url: context.url, data: body, code: 200 }, stats, context, null);
      });
    }

    override abort(): void {
      this.#isOver = true;
      super.abort();
    }

    override destroy(): void {
      this.#isOver = true;
      super.destroy();
    }
  }

  return {
    pLoader: HeldPlaylistLoader as unknown as NonNullable<HlsConfig['pLoader']>,
    fLoader: PrefetchedLoader as unknown as NonNullable<HlsConfig['fLoader']>,
  };
}

/** The master lists it as a rendition of sound (RFC 8216, 4.3.4.1), which plays beside the picture. */
const isSound = ({ url }: HeldText, master: HeldText | null): boolean =>
  (master?.text.match(/^#EXT-X-MEDIA:.*TYPE=AUDIO.*$/gm) ?? []).some((line) => {
    const uri = /URI="([^"]+)"/.exec(line)?.[1];
    return uri !== undefined && URL.parse(uri, master?.finalUrl)?.href === url;
  });

function prefetched(url: string, fetchMedia: typeof fetch): Prefetched {
  const read = async (): Promise<ArrayBuffer | null> => {
    const response = await fetchMedia(url, { credentials: 'omit' });
    return response.ok ? response.arrayBuffer() : null;
  };
  return { startedAt: performance.now(), body: read().catch(() => null) };
}
