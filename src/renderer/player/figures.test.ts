import { describe, expect, it } from 'vitest';
import {
  type Figures,
  behindLive,
  figureList,
  loudnessFigure,
  nothingMeasured,
} from './figures.ts';

const shown = (figures: Partial<Figures>, label: string): string => {
  const figure = figureList({ ...nothingMeasured, ...figures }).find((one) => one.label === label);
  return `${figure?.value} ${figure?.note}`.trim();
};

describe('the figures', () => {
  it('come in their order, and what was not measured is unknown', () => {
    const list = figureList(nothingMeasured).map(({ label, value }) => `${label}: ${value}`);
    expect(list).toEqual([
      'Behind live: unknown',
      'Rendition: unknown',
      'Bitrate: unknown',
      'Frame rate: unknown',
      'Dropped frames: unknown',
      'Stalls: 0',
    ]);
  });

  it.each([
    [6.24, '6.2 s programme time'],
    [0, '0.0 s programme time'],
    [99.94, '99.9 s programme time'],
    [99.96, '1 min 40 s programme time'],
    [3599, '59 min 59 s programme time'],
    [3600, '1 h 0 min programme time'],
    [9_000_000, '104 days programme time'],
    [NaN, 'unknown programme time'],
  ])('%d s behind live read “%s”', (seconds, text) => {
    expect(shown({ behindLive: { seconds, from: 'programme time' } }, 'Behind live')).toBe(text);
  });

  it.each<[Figures['size'], string]>([
    [{ width: 640, height: 360 }, '360p 640×360'],
    [{ width: 1080, height: 1920 }, '1080p 1080×1920'],
    ['sound only', 'sound only'],
  ])('a rendition of %o reads “%s”', (size, text) => {
    expect(shown({ size }, 'Rendition')).toBe(text);
  });

  it.each([
    [80_400, '80 kb/s'],
    [999_499, '999 kb/s'],
    [999_500, '1.0 Mb/s'],
    [4_620_000, '4.6 Mb/s'],
  ])('%d bits a second read “%s”', (bitsPerSecond, text) => {
    expect(shown({ bitsPerSecond }, 'Bitrate')).toBe(text);
  });

  it.each([
    [0, '0 %'],
    [0.0004, '< 0.1 %'],
    [0.012, '1.2 %'],
    [0.0996, '10 %'],
    [1, '100 %'],
  ])('a share of %d dropped frames reads “%s”', (droppedShare, text) => {
    expect(shown({ droppedShare }, 'Dropped frames')).toBe(text);
  });

  it('a frame rate that was measured as nothing is 0, as it is known', () => {
    expect(shown({ framesPerSecond: 0 }, 'Frame rate')).toBe('0 fps');
    expect(shown({ framesPerSecond: 49.6 }, 'Frame rate')).toBe('50 fps');
  });
});

describe('the loudness', () => {
  const sound = { hasTrack: true, levelDbfs: -18, silentMs: 0, heardMs: 9_000, momentary: -22 };

  it.each([
    [-22.84, -23.05, '−22.8 LUFS', 'integrated −23.1'],
    [-9, null, '−9.0 LUFS', ''],
    [null, null, 'unknown', ''],
    [null, -23, 'unknown', 'integrated −23.0'],
  ])('of %s and %s reads “%s”, “%s”', (shortTerm, integrated, value, note) => {
    const figure = loudnessFigure({ ...sound, shortTerm, integrated });
    expect(figure).toEqual({ label: 'Loudness', value, note });
  });

  it('is unknown while nothing is heard, and absent without a track', () => {
    expect(loudnessFigure(null).value).toBe('unknown');
    const silent = { ...sound, hasTrack: false, shortTerm: null, integrated: null };
    expect(loudnessFigure(silent).value).toBe('no sound');
  });
});

describe('behind live', () => {
  it.each([
    ['programme time when there is one', 10_000, 4000, 9, { seconds: 6, from: 'programme time' }],
    ['a small difference of clocks', 10_000, 10_500, 9, { seconds: 0, from: 'programme time' }],
    [
      'the edge when the picture is from the future',
      10_000,
      20_000,
      9,
      { seconds: 9, from: 'playlist edge' },
    ],
    ['the edge without programme time', 10_000, null, 9, { seconds: 9, from: 'playlist edge' }],
    ['never less than nothing', 10_000, null, -1, { seconds: 0, from: 'playlist edge' }],
    ['unknown without either', 10_000, null, null, null],
  ] as const)('counts %s', (_, now, programme, edge, expected) => {
    expect(behindLive(now, programme, edge)).toEqual(expected);
  });
});
