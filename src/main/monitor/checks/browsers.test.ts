import { describe, expect, it } from 'vitest';
import type { Answered, Variant } from '../facts.ts';
import {
  madeAnswer,
  madeEntity,
  madeFacts,
  madeRendition,
  madeSample,
  madeStream,
} from '../testing/made-facts.ts';
import { told } from '../testing/told.ts';
import { browsers } from './browsers.ts';

const master = (answer: Partial<Answered>) =>
  madeFacts({ stream: madeStream({ master: madeAnswer(answer) }) });
const without = (url: string, redirects = false) => ({ keptOutBy: [{ url, redirects }] });
const codecs = (...all: Variant['codecs'][]) =>
  madeFacts({ stream: madeStream({ renditions: all.map((codecs) => madeRendition({ codecs })) }) });
const fine = 'good: Web pages may read it, and browsers know its codecs.';
const plain =
  'warning: The master playlist comes over plain HTTP, which pages on HTTPS can’t load.';

describe('browsers', () => {
  it.each([
    ['can play it', madeFacts(), fine],
    [
      'may not read the master',
      master(without('https://cdn.example.com/a.m3u8')),
      'failing: Web pages may not read the master playlist, since cdn.example.com sends no CORS header for them.',
    ],
    [
      'may not follow a redirect to the master',
      master({
        keptOutBy: [
          { url: 'https://go.example.com/secret', redirects: true },
          { url: 'https://cdn.example.com/a.m3u8', redirects: false },
        ],
      }),
      'failing: Web pages may not read the master playlist, since go.example.com redirects without a CORS header for them.',
    ],
    [
      'may not read the playlists',
      madeFacts({
        stream: madeStream({
          renditions: [
            madeRendition(),
            madeRendition({}, { answered: madeAnswer(without('https://cdn.example.com/b.m3u8')) }),
          ],
        }),
      }),
      'failing: Web pages may not read the playlists, since cdn.example.com sends no CORS header for them.',
    ],
    [
      'may not read the segments',
      madeFacts({
        stream: madeStream({
          renditions: [
            madeRendition(
              {},
              {
                samples: [
                  madeSample(1, without('https://media.example.com:8443/secret-token/1.m4s')),
                ],
              },
            ),
          ],
        }),
      }),
      'failing: Web pages may not read the segments, since media.example.com:8443 sends no CORS header for them.',
    ],
    [
      'are not told by the header of an error',
      master({ ...without('https://cdn.example.com/'), outcome: 'status', status: 404 }),
      fine,
    ],
    ['can’t load plain HTTP', master({ url: 'http://cdn.example.com/a.m3u8' }), plain],
    ['can’t load plain HTTP from an address', master({ url: 'http://203.0.113.9/a.m3u8' }), plain],
    ['load it from this computer', master({ url: 'http://127.0.0.1:8080/a.m3u8' }), fine],
    ['load it from this computer by name', master({ url: 'http://localhost:1/a.m3u8' }), fine],
    ['load it from a network of one’s own', master({ url: 'http://192.168.1.20/a.m3u8' }), fine],
    ['load it from an IPv6 network of one’s own', master({ url: 'http://[fd12::1]/a' }), fine],
    [
      'don’t know the codec',
      codecs(['mp4v.20.9', 'mp4a.40.2']),
      'failing: No browser knows the codec “mp4v.20.9”.',
    ],
    [
      'don’t know the codec of one rendition',
      codecs(['avc1.4d401f'], ['mp4v.20.9']),
      'warning: No browser knows the codec “mp4v.20.9” of 720p.',
    ],
    [
      'don’t all know the codec',
      codecs(['hvc1.1.6.L93.B0', 'mp4a.40.2'], ['hev1.1.6.L93.B0']),
      'warning: Every rendition needs “hvc1.1.6.L93.B0”, which plays only where the system decodes it.',
    ],
    ['have another rendition to play', codecs(['hvc1.1.6.L93.B0'], ['avc1.4d401f']), fine],
    ['know AV1, VP9 and Opus', codecs(['av01.0.04M.08', 'opus'], ['vp09.00.10.08']), fine],
    ['can leave subtitles out', codecs(['avc1.4d401f', 'stpp.ttml.im1t']), fine],
    [
      'may play what declares no codecs',
      codecs([]),
      'good: Web pages may read it; it doesn’t declare its codecs.',
    ],
    [
      'aren’t judged before anything was read',
      madeFacts({ stream: madeStream({ master: null, renditions: [] }) }),
      'unknown: Nothing of it could be read yet.',
    ],
    [
      'aren’t judged while not on air',
      madeFacts({ entity: madeEntity({ status: 'ready' }) }),
      'unknown: Not on air.',
    ],
  ])('%s', (_title, facts, expected) => {
    expect(told(browsers, facts)).toBe(expected);
  });
});
