import type { HlsConfig, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeldPlaylists } from '../../shared/health.ts';
import { fastStart } from './fast-start.ts';
import { HeadStart } from './head-start.ts';

/** What the player's own loader was asked for. */
let asked: string[] = [];

class OwnLoader {
  readonly stats = { loading: { start: 0, first: 0, end: 0 }, loaded: 0, total: 0 };
  load({ url }: LoaderContext): void {
    asked.push(url);
  }
  abort(): void {
    // Nothing is under way.
  }
  destroy(): void {
    // Nothing is held.
  }
}
const player = { DefaultConfig: { loader: OwnLoader } } as unknown as Parameters<
  typeof fastStart
>[0];

const folder = 'https://media.example.com/live';
const master = `${folder}/master.m3u8`;
const media = `${folder}/144p.m3u8`;
const held = (ageMs: number): HeldPlaylists => {
  const readAt = Date.now() - ageMs;
  const text = ['#EXTM3U', '#EXT-X-TARGETDURATION:2', '#EXT-X-MAP:URI="init.mp4"']
    .concat([0, 1, 2, 3, 4].flatMap((n) => ['#EXTINF:2,', `s${n}.m4s`]))
    .join('\n');
  return {
    readAt,
    master: { url: master, finalUrl: master, text: '#EXTM3U', readAt },
    media: [{ url: media, finalUrl: media, text, readAt }],
  };
};

const answering = (status = 200) =>
  vi.fn((url: RequestInfo | URL) =>
    Promise.resolve(new Response(typeof url === 'string' ? url : null, { status })),
  );

type Answer = Parameters<LoaderCallbacks<LoaderContext>['onSuccess']>;

/** Loads with one of the two loaders; the answer when it isn't left to the player's own. */
async function load(
  config: Partial<HlsConfig>,
  which: 'pLoader' | 'fLoader',
  url: string,
  more: Partial<LoaderContext> = {},
): Promise<Answer | null> {
  const Loader = config[which];
  if (Loader === undefined) throw new Error('no loader');
  const onSuccess = vi.fn<LoaderCallbacks<LoaderContext>['onSuccess']>();
  const loader = new Loader({} as HlsConfig);
  const context = { url, rangeStart: 0, rangeEnd: 0, ...more } as never;
  loader.load(context, {} as LoaderConfiguration, { onSuccess } as never);
  await new Promise((done) => setTimeout(done, 5));
  return onSuccess.mock.calls[0] ?? null;
}

beforeEach(() => {
  asked = [];
});

describe('a fast start', () => {
  it('answers the first question for each held playlist, and leaves the next to the player', async () => {
    const config = fastStart(player, new HeadStart(held(1_000), answering()));
    for (const url of [master, media]) {
      expect((await load(config, 'pLoader', url))?.[0]).toMatchObject({ url, code: 200 });
      expect(await load(config, 'pLoader', url)).toBeNull();
    }
    expect(asked).toEqual([master, media]);
  });

  it('says how old a playlist is, so that playback begins as far behind live as ever', async () => {
    const config = fastStart(player, new HeadStart(held(3_000), answering()));
    const stats = (await load(config, 'pLoader', media))?.[1];
    const age = performance.now() - (stats?.loading.first ?? NaN);
    expect(age).toBeGreaterThan(2_900);
    expect(age).toBeLessThan(3_500);
  });

  it('asks at once for what comes first, and hands it over when it is wanted', async () => {
    const fetchMedia = answering();
    const config = fastStart(player, new HeadStart(held(0), fetchMedia));
    const first = [`${folder}/init.mp4`, `${folder}/s2.m4s`];
    expect(fetchMedia.mock.calls.map(([url]) => url)).toEqual(first);
    for (const url of first) {
      const answer = await load(config, 'fLoader', url);
      expect(new TextDecoder().decode(answer?.[0].data as ArrayBuffer)).toBe(url);
      expect(answer?.[1].loaded).toBe(url.length);
    }
    expect(asked).toEqual([]);
    expect(await load(config, 'fLoader', `${folder}/s3.m4s`)).toBeNull();
    expect(asked).toEqual([`${folder}/s3.m4s`]);
  });

  it('asks for what comes first of the picture and its sound only, not of every rendition', () => {
    const fetchMedia = answering();
    const { media: texts, ...rest } = held(0);
    const others = ['sound', '360p', '1080p'].flatMap((name) =>
      texts.map(({ text, readAt }) => {
        const url = `${folder}/${name}.m3u8`;
        return { url, finalUrl: url, text: text.replace(/^s(?=\d)/gm, `${name}-`), readAt };
      }),
    );
    const masterAddress = `${folder}/master.m3u8`;
    const listed = '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Tone",URI="sound.m3u8"\n';
    const [first] = texts;
    if (first === undefined) throw new Error('nothing is held');
    const master = { ...first, url: masterAddress, finalUrl: masterAddress, text: listed };
    new HeadStart({ ...rest, master, media: [...texts, ...others] }, fetchMedia);
    const prefetched = fetchMedia.mock.calls.map(([url]) => url as string);
    expect(prefetched.filter((url) => /360p|1080p/.test(url))).toEqual([]);
    expect(prefetched).toContain(`${folder}/s2.m4s`);
    expect(prefetched).toContain(`${folder}/sound-2.m4s`);
  });

  it('leaves to the player what could not be fetched, and what is asked for in part', async () => {
    const config = fastStart(player, new HeadStart(held(0), answering(404)));
    await load(config, 'fLoader', `${folder}/s2.m4s`);
    await load(config, 'fLoader', `${folder}/init.mp4`, { rangeStart: 0, rangeEnd: 9 });
    expect(asked).toEqual([`${folder}/s2.m4s`, `${folder}/init.mp4`]);
  });

  it('reads a playlist that is too old anew, once, and begins with that', async () => {
    const [fresh] = held(0).media;
    const fetchMedia = vi.fn((url: RequestInfo | URL) =>
      Promise.resolve(new Response(url === media ? fresh?.text : 'media')),
    );
    const config = fastStart(player, new HeadStart(held(8_000), fetchMedia));
    expect((await load(config, 'pLoader', media))?.[0].data).toBe(fresh?.text);
    expect(await load(config, 'fLoader', `${folder}/s2.m4s`)).not.toBeNull();
    expect(fetchMedia.mock.calls.map(([url]) => url)).toEqual([
      media,
      `${folder}/init.mp4`,
      `${folder}/s2.m4s`,
    ]);
    expect(asked).toEqual([]);
  });

  it('spares the worker where nothing has to be put into another container', () => {
    const { media: texts, ...rest } = held(0);
    const isSpared = (edited: (text: string) => string): boolean => {
      const media = texts.map((one) => ({ ...one, text: edited(one.text) }));
      const headStart = new HeadStart({ ...rest, media }, answering());
      return fastStart(player, headStart).enableWorker === false;
    };
    expect(isSpared((text) => text)).toBe(true);
    expect(isSpared((text) => text.replace(/^#EXT-X-MAP.*\n/m, ''))).toBe(false);
  });

  it('leaves to the player a playlist that can’t be read anew', async () => {
    const config = fastStart(player, new HeadStart(held(8_000), answering(503)));
    expect(await load(config, 'pLoader', media)).toBeNull();
    expect(asked).toEqual([media]);
    expect(await load(config, 'pLoader', master)).not.toBeNull();
  });

  it('changes nothing when nothing is held', () => {
    expect(
      fastStart(player, new HeadStart({ readAt: 0, master: null, media: [] }, answering())),
    ).toEqual({});
  });
});
