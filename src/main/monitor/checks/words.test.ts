import { describe, expect, it } from 'vitest';
import {
  bitrateText,
  clockText,
  hostOf,
  lasting,
  lowered,
  quoted,
  secondsText,
  shortened,
  wholeText,
  withinText,
} from './words.ts';

describe('figures in words', () => {
  it.each([
    [secondsText(1.44), '1.4 s'],
    [secondsText(12), '12 s'],
    [secondsText(99.96), '1 min 40 s'],
    [secondsText(3_600), '1 h 0 min'],
    [secondsText(200_000), '2 days'],
    [lasting(9_900), '9 s'],
    [lasting(14_999), '10 s'],
    [lasting(59_000), '55 s'],
    [lasting(119_000), '1 min'],
    [lasting(7_200_000), '2 h'],
    [lasting(259_200_000), '3 days'],
    [withinText(12), '50 ms'],
    [withinText(951), '1 s'],
    [withinText(1_001), '1.5 s'],
    [bitrateText(548_400), '548 kb/s'],
    [bitrateText(999_700), '1.0 Mb/s'],
    [wholeText(-23.1), '−23'],
    [wholeText(-0.3), '0'],
    [shortened('Morning', 5), 'Morn…'],
    [shortened('ab🎬', 3), 'ab…'],
    [quoted('  City\n\tchannel '), '“City channel”'],
    [hostOf('https://user:word@cdn.example.com:8443/token/a.m3u8'), 'cdn.example.com:8443'],
    [hostOf('nothing'), 'its host'],
    [lowered('No new segment.'), 'no new segment.'],
    [lowered('DASH lacks 720p.'), 'DASH lacks 720p.'],
    [lowered('A segment lasts 3 s.'), 'a segment lasts 3 s.'],
  ])('%s', (given, expected) => {
    expect(given).toBe(expected);
  });

  it('say the time of today, and the day of another one', () => {
    const noon = new Date(2026, 10, 21, 12, 4, 5).getTime();
    expect(clockText(noon, noon + 3_600_000)).toBe('12:04:05');
    expect(clockText(noon, noon + 86_400_000)).toBe('21 Nov, 12:04:05');
  });
});
