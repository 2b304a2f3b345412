import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import type { StreamFacts } from '../facts.ts';
import { Prober, type ProbeTarget } from './prober.ts';
import {
  type MadeAnswer,
  madeFetch,
  type MadeStream,
  playlistOf,
  type SeenRequest,
} from './testing/made-streams.ts';

const start = 1_800_000_000_000;
const base = 'https://cdn.example/live';
const hls = `${base}/master.m3u8`;
const master = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="s",NAME="Sound",DEFAULT=YES,URI="audio.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1280x720,AUDIO="s"
hi.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,AUDIO="s"
lo.m3u8
`;
const live: MadeStream = {
  url: hls,
  targetSeconds: 4,
  startedAt: start - 60_000,
  lateMs: () => 100,
  stallsAt: Infinity,
};
const page = '<!doctype html><html></html>';

function setUp(answer: (request: SeenRequest) => MadeAnswer | undefined = () => undefined) {
  const clock = new FakeClock(start);
  const changed: string[] = [];
  const usual = ({ url, method }: SeenRequest): MadeAnswer => {
    if (url.endsWith('.m4s') && method === 'HEAD')
      return { headers: { 'content-length': '500000', 'content-type': 'video/mp4' } };
    return { body: url.endsWith('master.m3u8') ? master : playlistOf(live, clock.now()) };
  };
  const { fetch, seen } = madeFetch(clock, (request) => answer(request) ?? usual(request));
  const prober = new Prober({
    fetch,
    clock,
    pageOrigin: 'tally://app',
    changed: (id) => changed.push(id),
  });
  const timesOf = (what: string): number[] =>
    seen.filter(({ url }) => url.includes(what)).map(({ at }) => at - start);
  return { clock, prober, seen, changed, timesOf };
}

const target = (more: Partial<ProbeTarget> = {}): ProbeTarget => ({
  id: 'a',
  hls,
  dash: null,
  often: true,
  ...more,
});

const inFact = (prober: Prober, id = 'a'): StreamFacts => {
  const facts = prober.factsOf(id);
  if (facts === null) throw new Error('no facts');
  return facts;
};

describe('Prober', () => {
  it('asks the lowest rendition every 4 s, the others in turn, the master every 30 s', async () => {
    const { clock, prober, timesOf } = setUp();
    prober.setTargets([target()]);
    await clock.pass(62_000);
    expect(timesOf('master')).toEqual([0, 30_000, 60_000]);
    expect(timesOf('lo.m3u8')).toEqual(Array.from({ length: 16 }, (_, n) => n * 4_000));
    expect(timesOf('hi.m3u8').length).toBeGreaterThanOrEqual(7);
    expect(timesOf('audio.m3u8').length).toBeGreaterThanOrEqual(7);
    expect(timesOf('.m4s')).toEqual([1_000, 31_000, 61_000]);
  });

  it('weighs what answered at once, then the best rendition, and then each in turn', async () => {
    const { clock, prober } = setUp();
    prober.setTargets([target()]);
    const weighed = (): readonly number[] =>
      inFact(prober).renditions.map(({ samples }) => samples.length);
    await clock.pass(2_000);
    expect(weighed()).toEqual([0, 1, 0]);
    await clock.pass(30_000);
    expect(weighed()).toEqual([1, 1, 0]);
    await clock.pass(90_000);
    expect(Math.min(...weighed())).toBe(1);
  });

  it('asks as a viewer’s page would, without cookies or caches', async () => {
    const { clock, prober, seen } = setUp();
    prober.setTargets([target()]);
    await clock.pass(0);
    expect(seen[0]?.headers.get('origin')).toBe('tally://app');
  });

  it('gathers what a viewer would get', async () => {
    const { clock, prober, changed } = setUp();
    prober.setTargets([target()]);
    expect(prober.factsOf('a')).toBeNull();
    await clock.pass(40_000);
    const facts = inFact(prober);
    expect(facts).toMatchObject({
      watchedSince: start,
      isSinglePlaylist: false,
      dash: null,
      serverAheadMs: null,
      master: { outcome: 'ok', status: 200, keptOutBy: [], at: start + 30_000 },
    });
    expect(facts.renditions.map(({ variant: { name } }) => name)).toEqual([
      '720p',
      '360p',
      'Sound',
    ]);
    expect(facts.renditions[1]).toMatchObject({
      answered: { outcome: 'ok', contentType: 'application/vnd.apple.mpegurl' },
      playlist: { targetSeconds: 4, segments: 6, newestUrl: `${base}/segment-24.m4s` },
    });
    const samples = facts.renditions.flatMap((one) => one.samples);
    expect(samples).toMatchObject([
      { bytes: 500_000, seconds: 4 },
      { bytes: 500_000, seconds: 4 },
    ]);
    expect(facts.behind).toHaveLength(11);
    expect(facts.behind[0]?.seconds).toBeCloseTo(4, 1);
    expect(changed.length).toBeGreaterThan(20);
    expect(prober.factsOf('a')).toBe(facts);
  });

  it('gives the playlists that a preview begins with first', async () => {
    const { clock, prober } = setUp();
    prober.setTargets([target()]);
    expect(prober.heldPlaylists('a')).toBeNull();
    await clock.pass(5_000);
    const held = prober.heldPlaylists('a');
    expect(held?.master).toMatchObject({ url: hls, finalUrl: hls, text: master });
    expect(held?.media.map(({ url }) => url.slice(base.length))).toEqual([
      '/lo.m3u8',
      '/audio.m3u8',
      '/hi.m3u8',
    ]);
    expect(held?.readAt).toBe(start + 4_000);
  });

  it.each(['master.m3u8', 'lo.m3u8'])(
    'gives no playlists to a preview where pages may not read %s',
    async (part) => {
      const { clock, prober } = setUp(({ url }) =>
        url.endsWith(part)
          ? {
              body: part === 'lo.m3u8' ? playlistOf(live, start) : master,
              headers: { 'access-control-allow-origin': '' },
            }
          : undefined,
      );
      prober.setTargets([target()]);
      await clock.pass(5_000);
      expect(inFact(prober)).toMatchObject({ master: { outcome: 'ok' } });
      expect(prober.heldPlaylists('a')).toBeNull();
    },
  );

  it('asks a stream that isn’t on air once a minute', async () => {
    const { clock, prober, timesOf } = setUp(() => 404);
    prober.setTargets([target({ often: false })]);
    await clock.pass(200_000);
    expect(timesOf('master')).toEqual([0, 60_000, 120_000, 180_000]);
    expect(inFact(prober).master).toMatchObject({
      outcome: 'status',
      status: 404,
      keptOutBy: null,
    });
  });

  it('asks at once when a stream goes on air, or is looked at', async () => {
    const { clock, prober, timesOf } = setUp(() => 404);
    prober.setTargets([target({ often: false })]);
    await clock.pass(10_000);
    prober.setTargets([target({ often: true })]);
    await clock.pass(1_000);
    prober.probeNow('a');
    await clock.pass(0);
    expect(timesOf('master')).toEqual([0, 10_000, 11_000]);
  });

  it('backs off while a stream on air fails, but never far', async () => {
    const { clock, prober, timesOf } = setUp(() => 'broken');
    prober.setTargets([target()]);
    await clock.pass(60_000);
    expect(timesOf('master')).toEqual([0, 4, 8, 12, 20, 28, 40, 52].map((s) => s * 1000));
    expect(inFact(prober).master).toMatchObject({ outcome: 'unreachable', status: null });
  });

  it('waits as long as it is told to, up to a minute', async () => {
    const { clock, prober, timesOf } = setUp(() => ({
      status: 429,
      headers: { 'retry-after': '20' },
    }));
    prober.setTargets([target()]);
    await clock.pass(45_000);
    expect(timesOf('master')).toEqual([0, 20_000, 40_000]);
  });

  it('reads the master at once when a rendition fails, and takes what it lists then', async () => {
    let isMoved = false;
    const { clock, prober, timesOf } = setUp(({ url }) => {
      if (!isMoved) return undefined;
      if (url.endsWith('master.m3u8')) return { body: master.replaceAll('.m3u8', '-new.m3u8') };
      return url.includes('-new') ? undefined : 404;
    });
    prober.setTargets([target()]);
    await clock.pass(17_000);
    isMoved = true;
    await clock.pass(5_000);
    expect(timesOf('master')).toHaveLength(2);
    expect(timesOf('lo-new.m3u8')).toHaveLength(1);
    const { renditions } = inFact(prober);
    expect(renditions[1]?.answered?.outcome).toBe('ok');
    expect(renditions[1]?.playlist?.jump).toBeNull();
    expect(renditions[1]?.variant.url).toBe(`${base}/lo-new.m3u8`);
  });

  it.each<[string, MadeAnswer, Record<string, unknown>]>([
    [
      'HTML',
      { body: page, headers: { 'content-type': 'text/html' } },
      { outcome: 'not-understood', status: 200 },
    ],
    ['an empty answer', { body: '' }, { outcome: 'not-understood' }],
    ['a status', 503, { outcome: 'status', status: 503 }],
    ['a broken connection', 'broken', { outcome: 'unreachable', status: null, firstByteMs: null }],
    [
      'a declared length past the limit',
      { body: 'x', headers: { 'content-length': '9000000' } },
      { outcome: 'too-large' },
    ],
    [
      'more than the limit, whatever it declares',
      {
        body: 'x'.repeat(9_000_000),
        headers: { 'content-encoding': 'gzip', 'content-length': '9000' },
      },
      { outcome: 'too-large' },
    ],
  ])(
    'says that a rendition answered with %s, and keeps what it knew',
    async (_, answer, expected) => {
      let fails = false;
      const { clock, prober } = setUp(({ url }) =>
        fails && url.endsWith('lo.m3u8') ? answer : undefined,
      );
      prober.setTargets([target()]);
      await clock.pass(1_000);
      fails = true;
      await clock.pass(4_000);
      const rendition = inFact(prober).renditions[1];
      expect(rendition?.answered).toMatchObject(expected);
      expect(rendition?.playlist?.readAt).toBe(start);
      expect(prober.heldPlaylists('a')).toBeNull();
    },
  );

  it('gives an answer 8 s, and says that it took longer', async () => {
    const { clock, prober, timesOf } = setUp(() => 'late');
    prober.setTargets([target()]);
    await clock.pass(7_999);
    expect(prober.factsOf('a')).toBeNull();
    await clock.pass(1);
    expect(inFact(prober).master).toMatchObject({ outcome: 'timed-out', at: start });
    await clock.pass(4_000);
    expect(timesOf('master')).toEqual([0, 12_000]);
  });

  it('counts relative addresses from where a redirect led', async () => {
    const { clock, prober, timesOf } = setUp(({ url }) =>
      url === hls ? { body: master, finalUrl: 'https://edge.example/x/master.m3u8' } : undefined,
    );
    prober.setTargets([target()]);
    await clock.pass(0);
    expect(timesOf('https://edge.example/x/lo.m3u8')).toEqual([0]);
    expect(prober.heldPlaylists('a')?.master?.finalUrl).toBe('https://edge.example/x/master.m3u8');
  });

  it('names the hosts that keep pages out, until they let them in', async () => {
    let isOpen = false;
    const { clock, prober } = setUp(({ url, method }) => {
      if (!url.endsWith('.m4s')) return undefined;
      const headers = isOpen ? {} : { 'access-control-allow-origin': 'https://elsewhere.example' };
      return {
        headers: { ...headers, 'content-length': '10', 'content-range': `bytes 0-0/10` },
        status: method === 'HEAD' ? 200 : 206,
      };
    });
    prober.setTargets([target()]);
    await clock.pass(2_000);
    expect(prober.blockedHosts('a')).toEqual(['cdn.example']);
    expect(inFact(prober).renditions.flatMap((one) => one.samples)).toMatchObject([
      { answered: { keptOutBy: [{ redirects: false }] } },
    ]);
    isOpen = true;
    await clock.pass(120_000);
    expect(prober.blockedHosts('a')).toEqual([]);
  });

  it('names every host that keeps pages out on the way through redirects', async () => {
    const none = { 'access-control-allow-origin': '' };
    const { clock, prober } = setUp(({ url }) => {
      if (url === hls) return { status: 302, headers: { ...none, location: '//go.example/m' } };
      if (url === 'https://go.example/m') return { body: master };
      if (url.startsWith('https://edge.example/')) return { headers: none };
      return url.endsWith('.m4s')
        ? { status: 307, headers: { location: 'https://edge.example/segment' } }
        : undefined;
    });
    prober.setTargets([target()]);
    await clock.pass(0);
    expect(prober.blockedHosts('a')).toEqual(['cdn.example']);
    await clock.pass(10_000);
    expect(prober.blockedHosts('a')).toEqual(['cdn.example', 'edge.example']);
  });

  it('begins anew at another address, and forgets what left', async () => {
    const { clock, prober, timesOf, changed } = setUp();
    prober.setTargets([target(), target({ id: 'b' })]);
    await clock.pass(10_000);
    prober.setTargets([target({ hls: 'https://other.example/master.m3u8' })]);
    expect(prober.factsOf('a')).toBeNull();
    expect(prober.factsOf('b')).toBeNull();
    changed.length = 0;
    await clock.pass(10_000);
    expect(changed).not.toContain('b');
    expect(inFact(prober).watchedSince).toBe(start + 10_000);
    expect(timesOf('cdn.example/live/lo.m3u8').every((at) => at <= 10_000)).toBe(true);
    expect(timesOf('other.example/lo.m3u8').length).toBeGreaterThan(1);
  });

  it('knows a single media playlist at the address, and a master that takes its place', async () => {
    let isSingle = true;
    const { clock, prober, timesOf } = setUp(({ url }) =>
      url === hls && isSingle ? { body: playlistOf(live, clock.now()) } : undefined,
    );
    prober.setTargets([target()]);
    await clock.pass(9_000);
    expect(timesOf('master')).toEqual([0, 4_000, 8_000]);
    expect(inFact(prober)).toMatchObject({
      isSinglePlaylist: true,
      renditions: [{ variant: { url: hls } }],
    });
    expect(prober.heldPlaylists('a')).toMatchObject({ master: null, media: [{ url: hls }] });
    isSingle = false;
    await clock.pass(5_000);
    expect(inFact(prober).isSinglePlaylist).toBe(false);
    expect(inFact(prober).renditions).toHaveLength(3);
  });

  it('parses nothing that wasn’t changed, by what the server says of it', async () => {
    const { clock, prober, seen } = setUp(({ url, headers }) => {
      if (!url.endsWith('lo.m3u8')) return undefined;
      const body = playlistOf(live, clock.now());
      const etag = `"${/SEQUENCE:(\d+)/.exec(body)?.[1]}"`;
      return headers.get('if-none-match') === etag ? 304 : { body, headers: { etag } };
    });
    prober.setTargets([target()]);
    await clock.pass(50);
    prober.probeNow('a');
    await clock.pass(0);
    const [asked] = seen.filter(({ url }) => url.endsWith('lo.m3u8')).slice(-1);
    expect(asked?.headers.get('if-none-match')).toBe('"9"');
    expect(inFact(prober).renditions[1]).toMatchObject({
      answered: { outcome: 'ok', status: 200, keptOutBy: [], at: start + 50 },
      playlist: { readAt: start + 50, changedAt: start },
    });
  });

  it('knows a long playlist again, whether or not its text is kept', async () => {
    const long = { ...live, segments: 3_600, startedAt: start - 20_000_000, stallsAt: start };
    const body = playlistOf(long, start);
    const { clock, prober } = setUp(({ url }) =>
      /(lo|hi)\.m3u8$/.test(url) ? { body } : undefined,
    );
    prober.setTargets([target()]);
    await clock.pass(30_000);
    const { renditions } = inFact(prober);
    for (const { playlist } of renditions.slice(0, 2)) {
      expect(playlist).toMatchObject({ segments: 3_600, jump: null });
      expect(playlist!.readAt - playlist!.changedAt).toBeGreaterThan(15_000);
    }
    expect(prober.heldPlaylists('a')?.media.map(({ url }) => url.slice(base.length))).toEqual([
      '/lo.m3u8',
      '/audio.m3u8',
    ]);
  });

  it('asks without conditions once something new is overdue', async () => {
    const { clock, prober, seen } = setUp(({ url, headers }) =>
      url.endsWith('lo.m3u8')
        ? headers.has('if-none-match')
          ? 304
          : { body: playlistOf(live, clock.now()), headers: { etag: '"always the same"' } }
        : undefined,
    );
    prober.setTargets([target()]);
    await clock.pass(40_000);
    expect(seen.some(({ headers }) => headers.has('if-none-match'))).toBe(true);
    const { playlist } = inFact(prober).renditions[1]!;
    expect(clock.now() - playlist!.changedAt).toBeLessThan(10_000);
  });

  it('reads the manifest every 30 s', async () => {
    const dash = `${base}/manifest.mpd`;
    const manifest = `<MPD type="dynamic" availabilityStartTime="${new Date(start).toISOString()}"><Period start="PT0S"><AdaptationSet contentType="video"><SegmentTemplate duration="2" media="$Number$"/><Representation id="hi" bandwidth="9"/></AdaptationSet></Period></MPD>`;
    let body = manifest;
    const { clock, prober, timesOf } = setUp(({ url }) => (url === dash ? { body } : undefined));
    prober.setTargets([target({ hls: null, dash })]);
    expect(prober.factsOf('a')).toBeNull();
    await clock.pass(31_500);
    expect(timesOf('manifest')).toEqual([1_000, 31_000]);
    expect(inFact(prober)).toMatchObject({
      master: null,
      renditions: [],
      dash: {
        dynamic: true,
        variants: [{ name: 'hi' }],
        edgeAt: start + 30_000,
        segmentSeconds: 2,
      },
    });
    body = page;
    await clock.pass(30_000);
    expect(inFact(prober).dash).toMatchObject({
      answered: { outcome: 'not-understood' },
      dynamic: null,
    });
  });

  it('holds its clock against the server’s', async () => {
    const { clock, prober } = setUp(({ url }) =>
      url.endsWith('.m4s')
        ? undefined
        : {
            body: url === hls ? master : playlistOf(live, clock.now()),
            headers: { date: new Date(clock.now() + 90_000).toUTCString() },
          },
    );
    prober.setTargets([target()]);
    await clock.pass(20_000);
    expect(inFact(prober).serverAheadMs).toBeCloseTo(90_500, -3);
    expect(inFact(prober).behind.at(-1)?.seconds).toBeGreaterThan(88);
  });

  it('spreads many streams over the time, never many at once', async () => {
    const { clock, prober, seen } = setUp();
    const count = 100;
    prober.setTargets(
      Array.from({ length: count }, (_, n) =>
        target({ id: `${n}`, hls: `https://${n}.example/master.m3u8` }),
      ),
    );
    await clock.pass(20_000);
    const perTenth = new Map<number, number>();
    for (const { at, url } of seen)
      if (at - start > 8_000 && url.endsWith('lo.m3u8'))
        perTenth.set(Math.floor(at / 100), (perTenth.get(Math.floor(at / 100)) ?? 0) + 1);
    expect(Math.max(...perTenth.values())).toBeLessThanOrEqual((count / 40) * 2);
    prober.stop();
  });

  it('rests without a network, keeps what it knew, and goes on', async () => {
    const { clock, prober, seen } = setUp(({ url }) =>
      url.endsWith('hi.m3u8') ? 'late' : undefined,
    );
    prober.setTargets([target()]);
    await clock.pass(5_000);
    const before = inFact(prober);
    prober.setResting(true);
    expect(clock.waiting).toBe(0);
    const asked = seen.length;
    prober.probeNow('a');
    prober.setTargets([target(), target({ id: 'b' })]);
    await clock.pass(600_000);
    expect(seen).toHaveLength(asked);
    expect(prober.factsOf('a')).toBe(before);
    prober.setResting(false);
    await clock.pass(8_000);
    expect(inFact(prober).renditions[1]?.playlist).toMatchObject({ jump: null });
    expect(inFact(prober).renditions[1]?.playlist?.readAt).toBeGreaterThan(start + 605_000);
    expect(prober.factsOf('b')).not.toBeNull();
  });

  it('leaves no timer and no request behind when it stops', async () => {
    const { clock, prober, seen } = setUp(({ url }) =>
      url.endsWith('lo.m3u8') ? 'late' : undefined,
    );
    prober.setTargets([target()]);
    await clock.pass(3_000);
    prober.stop();
    expect(clock.waiting).toBe(0);
    const asked = seen.length;
    await clock.pass(60_000);
    expect(seen).toHaveLength(asked);
    expect(prober.factsOf('a')).toBeNull();
  });
});
