import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { manifest } from './dash.ts';
import { masterPlaylist, mediaPlaylist } from './hls.ts';
import { loadMedia, type Media } from './media.ts';
import { windowAt } from './timeline.ts';

const start = Date.UTC(2026, 0, 1);
let media: Media;
beforeAll(async () => {
  media = await loadMedia(resolve(import.meta.dirname, '../../../resources/demo'));
});

const at = (seconds: number, ended = false) =>
  windowAt({ startedAt: start, segmentSeconds: 2, stoppedAt: null, ended }, start + seconds * 1000);

const matches = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found);

describe('masterPlaylist', () => {
  it('names every picture once, best first, with the sound as a group', () => {
    const text = masterPlaylist(media);
    expect(text.startsWith('#EXTM3U\n')).toBe(true);
    expect(matches(text, /^(\w+\/playlist\.m3u8)$/gm)).toEqual([
      '360p/playlist.m3u8',
      '240p/playlist.m3u8',
      '144p/playlist.m3u8',
    ]);
    expect(matches(text, /RESOLUTION=(\w+)/g)).toEqual(['640x360', '426x240', '256x144']);
    expect(matches(text, /AUDIO="(\w+)"/g)).toEqual(['sound', 'sound', 'sound']);
    expect(text).toContain('GROUP-ID="sound"');
    expect(text).toContain('URI="audio/playlist.m3u8"');
  });
});

describe('mediaPlaylist', () => {
  it('moves on with the clock: ten segments, a date for each', () => {
    const [picture] = media.pictures;
    if (picture === undefined) throw new Error('no picture');
    const before = mediaPlaylist(picture, at(61.9));
    const after = mediaPlaylist(picture, at(62));
    expect(matches(before, /MEDIA-SEQUENCE:(\d+)/g)).toEqual(['20']);
    expect(matches(after, /MEDIA-SEQUENCE:(\d+)/g)).toEqual(['21']);
    const segments = matches(before, /^(\d+)\.m4s$/gm);
    expect(segments).toHaveLength(10);
    expect(matches(after, /^(\d+)\.m4s$/gm).slice(0, 9)).toEqual(segments.slice(1));
    expect(matches(before, /PROGRAM-DATE-TIME:(.+)/g)[0]).toBe('2026-01-01T00:00:40.000Z');
    expect(before).not.toContain('DISCONTINUITY');
    expect(before).not.toContain('ENDLIST');
  });

  it('keeps every duration within the target when rounded (RFC 8216, 4.3.3.1)', () => {
    const durations = matches(mediaPlaylist(media.sound, at(500)), /EXTINF:([\d.]+),/g).map(Number);
    expect(durations).toHaveLength(10);
    for (const duration of durations) expect(Math.round(duration)).toBeLessThanOrEqual(2);
    // A segment of the sound holds whole frames, so that its length varies by one.
    expect(new Set(durations)).toEqual(new Set([2.005333, 1.984]));
  });

  it('says at the end that none will follow', () => {
    expect(mediaPlaylist(media.sound, at(500, true)).endsWith('#EXT-X-ENDLIST\n')).toBe(true);
  });
});

describe('manifest', () => {
  it('offers the segments of the playlists, at the same times', () => {
    const window = at(100);
    const text = manifest(media, window, start + 100_500);
    expect(text).toContain('type="dynamic"');
    expect(text).toContain('availabilityStartTime="2026-01-01T00:00:00.000Z"');
    expect(text).toContain(
      '<UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2026-01-01T00:01:40.500Z"/>',
    );
    const [picture] = media.pictures;
    if (picture === undefined) throw new Error('no picture');
    const times = [picture, media.sound].flatMap((track) =>
      matches(mediaPlaylist(track, window), /^(\d+)\.m4s$/gm),
    );
    expect(matches(text, /<S t="(\d+)"/g)).toEqual(times);
    expect(matches(text, /<Representation id="(\w+)"/g)).toEqual(['360p', '240p', '144p', 'audio']);
  });

  it('leaves no time between one segment and the next', () => {
    const text = manifest(media, at(777), start + 777_000);
    for (const [set = ''] of text.matchAll(/<SegmentTimeline>.*?<\/SegmentTimeline>/gs)) {
      const spans = Array.from(set.matchAll(/t="(\d+)" d="(\d+)"/g), ([, t, d]) => [
        Number(t),
        Number(d),
      ]);
      expect(spans).toHaveLength(10);
      for (const [index, [time = 0, length = 0]] of spans.slice(0, -1).entries())
        expect(spans[index + 1]?.[0]).toBe(time + length);
    }
  });

  it('has a length in place of an update period once it has ended', () => {
    const text = manifest(media, at(100, true), start + 200_000);
    expect(text).toContain('mediaPresentationDuration="PT100S"');
    expect(text).not.toContain('minimumUpdatePeriod');
  });
});
