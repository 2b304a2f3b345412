import { describe, expect, it } from 'vitest';
import { firstMediaOf } from './first-media.ts';

const now = 1_000_000;
const base = 'https://media.example.com/live/720p/playlist.m3u8';
const at = (name: string): string => `https://media.example.com/live/720p/${name}`;

/** Six segments of 2 s, the newest is s5. */
const lines = [
  '#EXTM3U',
  '#EXT-X-TARGETDURATION:2',
  '#EXT-X-MEDIA-SEQUENCE:7',
  ...[0, 1, 2, 3, 4, 5].flatMap((n) => ['#EXTINF:2.000,', `s${n}.m4s`]),
];
const map = '#EXT-X-MAP:URI="init.mp4"';
const held = (text: string, ageMs: number) => ({
  url: 'https://example.com/redirects',
  finalUrl: base,
  text,
  readAt: now - ageMs,
});

describe('what a player asks for first', () => {
  it.each([
    ['just read', 0, 's3.m4s'],
    ['1 s old', 1_000, 's3.m4s'],
    ['2.5 s old', 2_500, 's4.m4s'],
    ['4.5 s old', 4_500, 's5.m4s'],
  ])('is three target durations behind live: %s', (_, ageMs, name) => {
    expect(firstMediaOf(held(lines.join('\n'), ageMs), now)).toEqual([at(name)]);
  });

  it('is the initialisation section, too', () => {
    const text = [...lines.slice(0, 3), map, ...lines.slice(3)].join('\r\n');
    expect(firstMediaOf(held(text, 0), now)).toEqual([at('init.mp4'), at('s3.m4s')]);
  });

  it('is the oldest segment of a short playlist', () => {
    const text = lines.slice(0, 5).join('\n');
    expect(firstMediaOf(held(text, 0), now)).toEqual([at('s0.m4s')]);
  });

  it.each([
    ['is too old', lines, 6_000],
    ['ended', [...lines, '#EXT-X-ENDLIST'], 0],
    ['is encrypted', [lines[0], '#EXT-X-KEY:METHOD=AES-128,URI="k"', ...lines.slice(1)], 0],
    ['is cut into byte ranges', [...lines, '#EXT-X-BYTERANGE:5@0'], 0],
    ['has its initialisation in a byte range', [...lines, `${map},BYTERANGE="5@0"`], 0],
    ['holds no segment', lines.slice(0, 3), 0],
    ['names no target duration', [lines[0], ...lines.slice(2)], 0],
  ])('is nothing when the playlist %s', (_, text, ageMs) => {
    expect(firstMediaOf(held(text.join('\n'), ageMs), now)).toBeNull();
  });
});
