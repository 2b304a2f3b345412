import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DemoService } from './service.ts';

const mediaDir = resolve(import.meta.dirname, '../../../resources/demo');
const ID = 'live_morning_show';
const MASTER = `/media/live/${ID}/master.m3u8`;
const PLAYLIST = `/media/live/${ID}/360p/playlist.m3u8`;
const MANIFEST = `/media/live/${ID}/manifest.mpd`;

let time = 0;
let demo: DemoService;

beforeEach(async () => {
  time = Date.UTC(2026, 0, 1);
  demo = await DemoService.start({ mediaDir, now: () => time });
});
afterEach(() => demo.stop());

const media = (path: string) => fetch(demo.address + path);
const text = async (path: string) => (await media(path)).text();
const sequence = async () => Number(/MEDIA-SEQUENCE:(\d+)/.exec(await text(PLAYLIST))?.[1]);
const statusOf = async (id: string) => {
  const headers = { authorization: demo.token };
  const response = await fetch(`${demo.address}/v1/live_entities/${id}`, { headers });
  return ((await response.json()) as { status?: unknown }).status;
};

describe('the streams', () => {
  it.each([
    [MASTER, 'application/vnd.apple.mpegurl'],
    [PLAYLIST, 'application/vnd.apple.mpegurl'],
    [MANIFEST, 'application/dash+xml'],
    [`/media/live/${ID}/audio/init.mp4`, 'audio/mp4'],
    ['/media/pictures/match_recap-poster.svg', 'image/svg+xml'],
  ])('serves %s as %s to any page', async (path, type) => {
    const response = await media(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect((await fetch(demo.address + path, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(demo.address + path, { method: 'OPTIONS' })).status).toBe(204);
    expect((await fetch(demo.address + path, { method: 'POST' })).status).toBe(405);
  });

  it('serves every segment that the playlists name, and none before its time', async () => {
    for (const track of ['360p', '144p', 'audio']) {
      const playlist = await text(`/media/live/${ID}/${track}/playlist.m3u8`);
      const names = playlist.match(/^\d+\.m4s$/gm) ?? [];
      expect(names).toHaveLength(10);
      for (const name of names)
        expect((await media(`/media/live/${ID}/${track}/${name}`)).status).toBe(200);
    }
    expect((await media(`/media/live/${ID}/360p/${600 * 30_000}.m4s`)).status).toBe(404);
    time += 2_000;
    expect((await media(`/media/live/${ID}/360p/${600 * 30_000}.m4s`)).status).toBe(200);
  });

  it.each([
    '/media/',
    '/media/live/',
    `/media/live/${ID}`,
    `/media/live/${ID}/`,
    `/media/live/${ID}/360p/17.m4s`,
    `/media/live/${ID}/4k/playlist.m3u8`,
    `/media/live/${ID}/360p/x/playlist.m3u8`,
    '/media/live/%E0%A4%A/master.m3u8',
    '/media/live/live_rehearsal/master.m3u8',
    '/media/pictures/nobody-poster.svg',
    '/media/pictures/constructor-poster.svg',
  ])('answers 404 to %s', async (path) => {
    expect((await media(path)).status).toBe(404);
  });

  it('freezes and comes back where the clock is', async () => {
    const before = await sequence();
    const thaw = demo.failMedia({ kind: 'frozen' }, { id: ID });
    time += 60_000;
    expect(await sequence()).toBe(before);
    const studio = await text('/media/live/live_studio_b/360p/playlist.m3u8');
    expect(studio).toContain('2026-01-01T00:00:5');
    thaw();
    expect(await sequence()).toBe(before + 30);
  });

  it('ends where it froze', async () => {
    const before = await sequence();
    demo.failMedia({ kind: 'frozen' });
    time += 20_000;
    demo.failMedia({ kind: 'ended' });
    expect(await sequence()).toBe(before);
    expect(await text(PLAYLIST)).toContain('#EXT-X-ENDLIST');
  });

  it('ends in HLS and DASH, and can come back', async () => {
    const clear = demo.failMedia({ kind: 'ended' });
    time += 10_000;
    expect(await text(PLAYLIST)).toContain('#EXT-X-ENDLIST');
    expect(await text(MANIFEST)).toContain('mediaPresentationDuration="PT600S"');
    clear();
    expect(await text(PLAYLIST)).not.toContain('#EXT-X-ENDLIST');
  });

  it('starts again with segment 0 when the encoder does', async () => {
    expect(await sequence()).toBe(290);
    demo.startEncoder(ID);
    expect(await sequence()).toBe(0);
    expect((await text(PLAYLIST)).match(/\.m4s$/gm)).toHaveLength(3);
    time += 30_000;
    expect(await sequence()).toBe(8);
  });

  it('goes on air and leaves it', async () => {
    demo.startEncoder('live_rehearsal');
    expect(await statusOf('live_rehearsal')).toBe('broadcasting');
    expect((await media('/media/live/live_rehearsal/master.m3u8')).status).toBe(200);
    demo.stopEncoder('live_rehearsal');
    expect(await statusOf('live_rehearsal')).toBe('ready');
    expect((await media('/media/live/live_rehearsal/master.m3u8')).status).toBe(404);
  });

  it('has segments of one second when it is to be fast', async () => {
    const fast = await DemoService.start({ mediaDir, fast: true, now: () => time });
    try {
      const playlist = await (await fetch(fast.address + PLAYLIST)).text();
      expect(playlist).toContain('#EXT-X-TARGETDURATION:1\n');
      expect(playlist.match(/EXTINF:1\.000000/g)).toHaveLength(10);
    } finally {
      await fast.stop();
    }
  });

  it('fails in one part only, for as many requests as were said', async () => {
    demo.failMedia({ kind: 'answer', status: 404 }, { part: 'playlist', times: 1 });
    expect((await media(MASTER)).status).toBe(200);
    expect((await media(PLAYLIST)).status).toBe(404);
    expect((await media(PLAYLIST)).status).toBe(200);
  });

  it('leaves out the CORS headers, sends HTML, resets, is late', async () => {
    const clearCors = demo.failMedia({ kind: 'no-cors' });
    expect((await media(MASTER)).headers.has('access-control-allow-origin')).toBe(false);
    clearCors();
    const clearHtml = demo.failMedia({ kind: 'not-a-playlist' });
    expect(await text(MASTER)).toContain('<html>');
    expect((await media(`/media/live/${ID}/360p/init.mp4`)).headers.get('content-type')).toBe(
      'video/mp4',
    );
    clearHtml();
    demo.failMedia({ kind: 'reset' }, { times: 1 });
    await expect(media(MASTER)).rejects.toThrow();
    demo.failMedia({ kind: 'late', ms: 40 });
    const before = performance.now();
    await media(MASTER);
    expect(performance.now() - before).toBeGreaterThanOrEqual(35);
  });

  it('sends black, a still, silence while a fault asks for it, in the same playlists', async () => {
    const segment = async (track: string) => {
      const address = `${demo.address}/media/live/${ID}/${track}`;
      const playlist = await (await fetch(`${address}/playlist.m3u8`)).text();
      const bytes = (await fetch(`${address}/${/^\d+\.m4s$/m.exec(playlist)?.[0]}`)).arrayBuffer();
      return Buffer.from(await bytes).toString('base64');
    };
    const [picture, sound] = [await segment('360p'), await segment('audio')];
    const clearBlack = demo.failMedia({ kind: 'black' });
    const clearSilent = demo.failMedia({ kind: 'silent' }, { id: ID });
    const black = await segment('360p');
    expect(black.length).toBeLessThan(picture.length / 10);
    expect((await segment('audio')).length).toBeLessThan(sound.length / 4);
    clearBlack();
    const clearStill = demo.failMedia({ kind: 'still' });
    expect([picture, black]).not.toContain(await segment('360p'));
    clearStill();
    clearSilent();
    expect([await segment('360p'), await segment('audio')]).toEqual([picture, sound]);
  });

  it('leaves out a rendition', async () => {
    const clear = demo.failMedia({ kind: 'missing-rendition' });
    const pictures = `${await text(MASTER)}${await text(MANIFEST)}`;
    expect(pictures).not.toContain('240');
    expect(pictures).toContain('360');
    expect((await media(`/media/live/${ID}/240p/playlist.m3u8`)).status).toBe(404);
    expect((await media(PLAYLIST)).status).toBe(200);
    clear();
    expect(await text(MASTER)).toContain('240p/playlist.m3u8');
  });

  it('names a codec that no browser knows', async () => {
    demo.failMedia({ kind: 'codec', codec: 'abcd.1' });
    expect(await text(MASTER)).toContain('CODECS="abcd.1,mp4a.40.2"');
    expect(await text(MANIFEST)).toContain('codecs="abcd.1"');
    expect(await text(MASTER)).not.toContain('avc1');
  });
});
