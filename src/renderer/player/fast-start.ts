import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import type { HeadStart } from './head-start.ts';
import type { HlsClass } from './load-hls.ts';

/**
 * Lets a player begin with playlists that were read a moment ago instead of asking for
 * them again, and with media that is on its way. The player is told the playlists'
 * true age, so it begins as far behind live as with fresh ones. Empty where nothing that
 * is held can serve.
 */
export function fastStart(
  { DefaultConfig }: Pick<HlsClass, 'DefaultConfig'>,
  headStart: HeadStart,
): Partial<HlsConfig> {
  headStart.catchUp();
  const { texts, media } = headStart;
  if (texts.size === 0) return {};
  const Loader = DefaultConfig.loader;

  /** What is on its way from elsewhere may arrive when nobody wants it any more. */
  class Endable extends Loader {
    protected isOver = false;

    override abort(): void {
      this.isOver = true;
      super.abort();
    }

    override destroy(): void {
      this.isOver = true;
      super.destroy();
    }
  }

  class HeldPlaylistLoader extends Endable {
    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      const text = texts.get(context.url);
      texts.delete(context.url);
      if (text === undefined) return super.load(context, config, callbacks);
      void text.then((held) => {
        if (this.isOver) return;
        if (held === null) return super.load(context, config, callbacks);
        const { finalUrl: url, text: data, readAt } = held;
        const { loading } = this.stats;
        loading.start = loading.first = loading.end = performance.now() - (Date.now() - readAt);
        this.stats.loaded = this.stats.total = data.length;
        callbacks.onSuccess({ url, data, code: 200 }, this.stats, context, null);
      });
    }
  }

  class PrefetchedLoader extends Endable {
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
        if (this.isOver) return;
        if (body === null) return super.load(context, config, callbacks);
        const { stats } = this;
        stats.loading = { start: found.startedAt, first: found.startedAt, end: performance.now() };
        stats.loaded = stats.total = body.byteLength;
        callbacks.onSuccess({ url: context.url, data: body, code: 200 }, stats, context, null);
      });
    }
  }

  return {
    // A worker takes its time to start, and has little to do for what needs no other container.
    ...(headStart.isFragmented ? { enableWorker: false } : {}),
    pLoader: HeldPlaylistLoader as unknown as NonNullable<HlsConfig['pLoader']>,
    fLoader: PrefetchedLoader as unknown as NonNullable<HlsConfig['fLoader']>,
  };
}
