import { describe, expect, it } from 'vitest';
import { isPlaylist, readMediaPlaylist } from './media-playlist.ts';

const head = ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:4', '#EXT-X-MEDIA-SEQUENCE:10'];
const lines = (...more: string[]): string => `${[...head, ...more].join('\n')}\n`;
const at = Date.UTC(2026, 0, 1);
const date = (ms: number): string => `#EXT-X-PROGRAM-DATE-TIME:${new Date(ms).toISOString()}`;
const segment = (n: number): string[] => ['#EXTINF:4.000,', `s${n}.ts`];
const three = [...segment(10), ...segment(11), ...segment(12)];

describe('readMediaPlaylist', () => {
  it.each<[string, string, Record<string, unknown>]>([
    [
      'an ordinary one',
      lines(date(at), ...three),
      {
        targetSeconds: 4,
        firstSequence: 10,
        lastSequence: 12,
        lastListed: 12,
        segments: 3,
        newestUri: 's12.ts',
        newestSeconds: 4,
        newestBytes: null,
        longestSeconds: 4,
        ended: false,
        edgeAt: at + 12_000,
        discontinuities: [],
        discontinuitiesEver: null,
      },
    ],
    [
      'one with a byte order mark and CRLF',
      `\uFEFF${lines(...three).replaceAll('\n', '\r\n')}`,
      { lastSequence: 12, newestUri: 's12.ts', targetSeconds: 4 },
    ],
    [
      'one without a line end at its end',
      lines(...three).trimEnd(),
      { lastSequence: 12, newestUri: 's12.ts' },
    ],
    [
      'one without a target duration, by its longest segment',
      `#EXTM3U\n#EXTINF:5.6,\na.ts\n#EXTINF:4.1,\nb.ts\n`,
      { targetSeconds: 6, longestSeconds: 5.6, firstSequence: 0, lastSequence: 1 },
    ],
    [
      'one whose target duration is absurd',
      `#EXTM3U\n#EXT-X-TARGETDURATION:999999\n#EXTINF:2,\na.ts\n`,
      { targetSeconds: 2 },
    ],
    [
      'one whose target duration is negative',
      `#EXTM3U\n#EXT-X-TARGETDURATION:-4\n#EXTINF:3,\na.ts\n`,
      { targetSeconds: 3 },
    ],
    [
      'one without segments yet',
      lines(),
      {
        segments: 0,
        firstSequence: 10,
        lastSequence: 9,
        newestUri: null,
        newestSeconds: null,
        longestSeconds: null,
        edgeAt: null,
      },
    ],
    [
      'segments of negative and absurd length',
      lines('#EXTINF:-1,', 'a.ts', '#EXTINF:99999999,', 'b.ts', '#EXTINF:3,', 'c.ts'),
      { segments: 3, newestSeconds: 3, longestSeconds: 4 },
    ],
    [
      'a negative media sequence, as 0',
      `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:-7\n#EXTINF:2,\na.ts\n`,
      { firstSequence: 0, lastSequence: 0 },
    ],
    [
      'newest segments that are gaps (RFC 8216bis, 4.4.4.7)',
      lines(date(at), ...three, '#EXT-X-GAP', '#EXTINF:4,', 'gap.ts'),
      { lastSequence: 12, lastListed: 13, newestUri: 's12.ts', edgeAt: at + 12_000 },
    ],
    [
      'nothing but gaps',
      lines('#EXT-X-GAP', '#EXTINF:4,', 'gap.ts'),
      { lastSequence: 9, lastListed: 10, newestUri: null },
    ],
    [
      'byte ranges of one file',
      lines(
        '#EXT-X-BYTERANGE:1000@0',
        '#EXTINF:4,',
        'all.ts',
        '#EXT-X-BYTERANGE:2500',
        '#EXTINF:4,',
        'all.ts',
      ),
      { newestUri: 'all.ts', newestBytes: 2500, lastSequence: 11 },
    ],
    [
      'discontinuities',
      lines(
        '#EXT-X-DISCONTINUITY-SEQUENCE:5',
        ...segment(10),
        '#EXT-X-DISCONTINUITY',
        ...segment(11),
      ),
      { discontinuities: [11], discontinuitiesEver: 6 },
    ],
    [
      'an initialisation segment and keys, whole or malformed',
      lines(
        '#EXT-X-MAP:URI="init.mp4"',
        '#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x1',
        '#EXT-X-KEY:x',
        ...three,
      ),
      { lastSequence: 12 },
    ],
    [
      'the parts of low latency, which are no segments',
      lines(
        ...three,
        '#EXT-X-PART:DURATION=1,URI="p1.mp4"',
        '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="p2.mp4"',
      ),
      { lastSequence: 12, newestUri: 's12.ts' },
    ],
    [
      'dates on some segments only',
      lines(...segment(10), date(at), ...segment(11), ...segment(12)),
      { edgeAt: at + 8_000 },
    ],
    [
      'a date that can’t be read',
      lines('#EXT-X-PROGRAM-DATE-TIME:soon', ...three),
      { edgeAt: null },
    ],
    ['the end at the end', lines(...three, '#EXT-X-ENDLIST'), { ended: true }],
    ['the end at the beginning', lines('#EXT-X-ENDLIST', ...three), { ended: true }],
  ])('reads %s', (_, text, expected) => {
    expect(readMediaPlaylist(text)).toMatchObject(expected);
  });

  it.each([
    ['HTML', '<!doctype html><html></html>'],
    ['nothing', ''],
    ['JSON', '{"error":"not found"}'],
    ['a master', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n'],
    ['no more than the first line', '#EXTM3U\n'],
  ])('doesn’t take %s for one', (_, text) => {
    expect(readMediaPlaylist(text)).toBeNull();
  });

  it('says of the text alone whether it is a playlist', () => {
    expect(isPlaylist('\uFEFF\r\n#EXTM3U\r\n')).toBe(true);
    expect(isPlaylist('<p>#EXTM3U</p>')).toBe(false);
  });

  it.each([
    ['a line that never ends', `#EXT-X-DATERANGE:${','.repeat(4_000_000)}`],
    ['nothing but line ends', '\n'.repeat(4_000_000)],
  ])('isn’t held up by %s', (_, endless) => {
    const before = performance.now();
    readMediaPlaylist(lines(endless, ...three));
    expect(performance.now() - before).toBeLessThan(500);
  });
});

describe('a long playlist', () => {
  const long = (count: number, tagsOf: (n: number) => string[]): string =>
    lines(
      ...Array.from({ length: count }, (_, n) => [...tagsOf(n), '#EXTINF:4.0,', `s${n}.ts`]).flat(),
    );

  it.each<[string, (n: number) => string[], (count: number) => Record<string, unknown>]>([
    [
      'with a date for each segment',
      (n) => [date(at + n * 4_000)],
      (count) => ({ edgeAt: at + count * 4_000 }),
    ],
    [
      'with one date at its beginning',
      (n) => (n === 0 ? [date(at)] : []),
      (count) => ({ edgeAt: at + count * 4_000 }),
    ],
    ['without any date', () => [], () => ({ edgeAt: null })],
    [
      'with a discontinuity for every fifth segment',
      (n) => (n % 5 === 4 ? ['#EXT-X-DISCONTINUITY'] : []),
      (count) => ({ discontinuitiesEver: 7 + Math.floor(count / 5) }),
    ],
  ])('%s is read as if all of it were parsed', (_, tagsOf, expected) => {
    for (const count of [11, 12, 13, 14, 15, 16, 17, 20, 25, 3_600]) {
      const text = long(count, tagsOf).replace(
        '#EXT-X-VERSION:3',
        '#EXT-X-DISCONTINUITY-SEQUENCE:7',
      );
      for (const one of [text, text.replaceAll('\n', '\r\n')])
        expect(readMediaPlaylist(one), `of ${count}`).toMatchObject({
          firstSequence: 10,
          lastSequence: 9 + count,
          lastListed: 9 + count,
          segments: count,
          newestUri: `s${count - 1}.ts`,
          ended: false,
          ...expected(count),
        });
    }
  });

  it('ends where it says so at its beginning', () => {
    const text = long(50, () => []).replace('#EXT-X-VERSION:3', '#EXT-X-ENDLIST');
    expect(readMediaPlaylist(text)).toMatchObject({ ended: true, segments: 50 });
  });
});
