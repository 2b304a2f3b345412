import { describe, expect, it } from 'vitest';
import { isMaster, readMaster, resolved } from './master-playlist.ts';

const url = 'https://cdn.example/a/master.m3u8?key=1';
const master = (...lines: string[]): string => ['#EXTM3U', ...lines].join('\n');
const variant = (attributes: string, uri: string): string[] => [
  `#EXT-X-STREAM-INF:${attributes}`,
  uri,
];

describe('readMaster', () => {
  it('gives what each rendition declares, the video first', () => {
    const read = readMaster(
      master(
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="English",DEFAULT=YES,URI="en.m3u8"',
        '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",URI="subs.m3u8"',
        ...variant(
          'BANDWIDTH=3000000,AVERAGE-BANDWIDTH=2500000,CODECS="avc1.4d401f, mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.970,AUDIO="g"',
          'hi/index.m3u8',
        ),
        ...variant(
          'BANDWIDTH=800000,RESOLUTION=640x360,AUDIO="g"',
          'https://other.example/lo.m3u8',
        ),
      ),
      url,
    );
    expect(read?.variants).toEqual([
      {
        kind: 'video',
        url: 'https://cdn.example/a/hi/index.m3u8',
        name: '720p',
        bandwidth: 3_000_000,
        averageBandwidth: 2_500_000,
        width: 1280,
        height: 720,
        frameRate: 29.97,
        codecs: ['avc1.4d401f', 'mp4a.40.2'],
      },
      expect.objectContaining({ name: '360p', url: 'https://other.example/lo.m3u8', codecs: [] }),
      expect.objectContaining({ kind: 'audio', name: 'English', codecs: ['mp4a.40.2'] }),
    ]);
    expect(read?.first).toBe('https://other.example/lo.m3u8');
    expect(read?.firstAudio).toBe('https://cdn.example/a/en.m3u8');
  });

  it.each<[string, string[], readonly string[]]>([
    ['the stream’s own names', variant('BANDWIDTH=1,NAME="Best"', 'a'), ['Best']],
    [
      'size and bitrate where two share a size',
      [
        ...variant('BANDWIDTH=3000000,RESOLUTION=1280x720', 'a'),
        ...variant('BANDWIDTH=1500000,RESOLUTION=720x1280', 'b'),
      ],
      ['720p', '1.5 Mb/s'],
    ],
    ['the bitrate where there is no size', variant('BANDWIDTH=1500000', 'a'), ['1.5 Mb/s']],
    [
      'a number where there is nothing',
      [...variant('X=1', 'a'), ...variant('X=1', 'b')],
      ['video 1', 'video 2'],
    ],
  ])('names renditions by %s', (_, lines, names) => {
    expect(readMaster(master(...lines), url)?.variants.map(({ name }) => name)).toEqual(names);
  });

  it('knows a rendition of sound alone, and begins with it where there is nothing else', () => {
    const read = readMaster(
      master(...variant('BANDWIDTH=64000,CODECS="mp4a.40.5"', 'radio.m3u8')),
      url,
    );
    expect(read?.variants).toMatchObject([{ kind: 'audio' }]);
    expect(read).toMatchObject({ first: 'https://cdn.example/a/radio.m3u8', firstAudio: null });
  });

  it('lists an address once, and none that isn’t HTTP', () => {
    const read = readMaster(
      master(
        ...variant('BANDWIDTH=2', 'a.m3u8'),
        ...variant('BANDWIDTH=1', 'a.m3u8'),
        ...variant('BANDWIDTH=1', 'file:///etc/passwd'),
      ),
      url,
    );
    expect(read?.variants.map((one) => one.url)).toEqual(['https://cdn.example/a/a.m3u8']);
  });

  it.each([
    [
      'an unknown type of rendition',
      '#EXT-X-MEDIA:TYPE=AUDIO-ISH,GROUP-ID="a",NAME="b",TYPE=AUDIO1',
    ],
    ['attributes without values', '#EXT-X-MEDIA:TYPE=AUDIO,broken'],
    ['frames only', '#EXT-X-I-FRAME-STREAM-INF:URI="i.m3u8"'],
    ['an endless attribute list', `#EXT-X-STREAM-INF:${','.repeat(900_000)}`],
  ])('isn’t put off by %s', (_, line) => {
    const read = readMaster(
      master(line, ...variant('BANDWIDTH=5,RESOLUTION=640x360', 'a.m3u8')),
      url,
    );
    expect(read?.variants).toMatchObject([{ name: '360p' }]);
  });

  it('gives nothing to begin with where nothing is listed', () => {
    expect(readMaster(master('#EXT-X-STREAM-INF:BANDWIDTH=1'), url)?.first ?? null).toBeNull();
  });
});

it.each([
  ['#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na', true],
  ['#EXTM3U\r\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="b",URI="c"', true],
  ['#EXTM3U\n#EXTINF:2,\na.ts', false],
  ['#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:1', false],
])('tells a master from a media playlist: %j', (text, expected) => {
  expect(isMaster(text)).toBe(expected);
});

it('resolves addresses of HTTP only', () => {
  expect(resolved('../b.ts?x=1', url)).toBe('https://cdn.example/b.ts?x=1');
  expect(resolved('data:text/plain,1', url)).toBeNull();
  expect(resolved('https://', url)).toBeNull();
});
