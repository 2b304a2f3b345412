import { describe, expect, it } from 'vitest';
import { readManifest } from './dash-manifest.ts';

const url = 'https://cdn.example/a/manifest.mpd';
const start = Date.UTC(2026, 0, 1);
const now = start + 100_500;

const mpd = (periods: string, attributes = 'type="dynamic"'): string =>
  `<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" ${attributes} availabilityStartTime="${new Date(start).toISOString()}" minimumUpdatePeriod="PT2S">${periods}</MPD>`;
const period = (template: string, attributes = 'start="PT0S"'): string =>
  `<Period ${attributes}><AdaptationSet mimeType="video/mp4">${template}<Representation id="720p" bandwidth="3000000" width="1280" height="720" frameRate="30000/1001" codecs="avc1.4d401f"/></AdaptationSet></Period>`;
const timeline = (entries: string, attributes = ''): string =>
  `<SegmentTemplate timescale="1000" media="$Time$.m4s" ${attributes}><SegmentTimeline>${entries}</SegmentTimeline></SegmentTemplate>`;

describe('readManifest', () => {
  it('gives what each representation declares', () => {
    const sound =
      '<AdaptationSet contentType="audio"><Representation id="a" bandwidth="64000" codecs="mp4a.40.2" mimeType="audio/mp4"/></AdaptationSet><AdaptationSet mimeType="text/vtt"><Representation id="t" bandwidth="1"/></AdaptationSet></Period>';
    const text = mpd(period(timeline('<S t="0" d="2000"/>')).replace('</Period>', sound));
    expect(readManifest(text, url, now)).toMatchObject({
      dynamic: true,
      variants: [
        {
          kind: 'video',
          url: '',
          name: '720p',
          bandwidth: 3_000_000,
          width: 1280,
          height: 720,
          frameRate: 30_000 / 1001,
          codecs: ['avc1.4d401f'],
        },
        { kind: 'audio', name: 'a', codecs: ['mp4a.40.2'] },
      ],
    });
  });

  const many = Array.from({ length: 3_600 }, () => '<S d="2000"/>').join('\n');
  it.each<[string, string, number | null, number | null]>([
    ['a timeline', period(timeline('<S t="80000" d="2000" r="4"/><S d="1000"/>')), 91_000, 1],
    [
      'a timeline with an offset',
      period(timeline('<S t="5080000" d="2000"/>', 'presentationTimeOffset="5000000"')),
      82_000,
      2,
    ],
    [
      'a timeline that is repeated without end',
      period(timeline('<S t="0" d="2000" r="-1"/>')),
      100_000,
      2,
    ],
    ['a timeline of an hour or two', period(timeline(many)), 7_200_000, 2],
    [
      'a later period',
      period(timeline('<S t="0" d="2000" r="9"/>')) +
        period(timeline('<S t="0" d="2000" r="4"/>'), 'start="PT60S"'),
      70_000,
      2,
    ],
    [
      'a duration only',
      period('<SegmentTemplate timescale="10" duration="40" media="$Number$"/>'),
      100_000,
      4,
    ],
    ['no segments', period(''), null, null],
    ['an empty timeline', period(timeline('')), null, null],
  ])('tells the live edge of %s', (_, periods, edge, seconds) => {
    const read = readManifest(mpd(periods), url, now);
    expect(read?.edgeAt).toBe(edge === null ? null : start + edge);
    expect(read?.segmentSeconds).toBe(seconds);
  });

  it('doesn’t list endless segments since 1970 to know the newest', () => {
    const text = mpd(period('<SegmentTemplate duration="1" media="$Number$"/>')).replace(
      /availabilityStartTime="[^"]*"/,
      'availabilityStartTime="1970-01-01T00:00:00Z"',
    );
    const before = performance.now();
    expect(readManifest(text, url, now)?.edgeAt).toBe(Math.floor(now / 1000) * 1000);
    expect(performance.now() - before).toBeLessThan(500);
  });

  it('says of a recording that it isn’t dynamic', () => {
    expect(
      readManifest(mpd(period(timeline('<S d="1"/>')), 'type="static"'), url, now)?.dynamic,
    ).toBe(false);
    expect(readManifest(mpd(period(timeline('<S d="1"/>')), ''), url, now)?.dynamic).toBe(false);
  });

  it.each([
    ['HTML', '<!doctype html><html></html>'],
    ['a playlist', '#EXTM3U\n'],
    ['nothing', ''],
    ['no period', mpd('')],
    ['half a manifest', '<MPD><Period>'],
  ])('doesn’t take %s for one', (_, text) => {
    expect(readManifest(text, url, now)?.edgeAt ?? null).toBeNull();
    expect(readManifest(text, url, now)?.variants ?? []).toEqual([]);
  });
});
