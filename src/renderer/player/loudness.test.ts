import { describe, expect, it } from 'vitest';
import { Loudness, lufsOf } from './loudness.ts';
import { type Wave, loudnessOf, quiet, sine, steps } from './testing/made-sound.ts';

const stereo = (wave: Wave): readonly Wave[] => [wave, wave];

describe('integrated loudness', () => {
  // The signals of EBU Tech 3341, table 1, whose answers may be off by 0.1 LU.
  it.each([
    { test: 1, channels: stereo(sine(1000, -23)), seconds: 20, lufs: -23 },
    { test: 2, channels: stereo(sine(1000, -33)), seconds: 20, lufs: -33 },
    {
      test: 3,
      channels: stereo(
        steps(1000, [
          [10, -36],
          [60, -23],
          [10, -36],
        ]),
      ),
      seconds: 80,
      lufs: -23,
    },
    {
      test: 4,
      channels: stereo(
        steps(1000, [
          [10, -72],
          [10, -36],
          [60, -23],
          [10, -36],
          [10, -72],
        ]),
      ),
      seconds: 100,
      lufs: -23,
    },
    {
      test: 5,
      channels: stereo(
        steps(1000, [
          [20, -26],
          [20.1, -20],
          [20, -26],
        ]),
      ),
      seconds: 60.1,
      lufs: -23,
    },
    {
      test: 6,
      channels: [-28, -28, -24, -200, -30, -30].map((dbfs) => sine(1000, dbfs)),
      seconds: 20,
      lufs: -23,
    },
  ])('is that of EBU Tech 3341, test $test', ({ channels, seconds, lufs }) => {
    const { integrated } = loudnessOf(channels, { seconds, sampleRate: 16_000 });
    expect(Math.abs((integrated ?? 0) - lufs)).toBeLessThan(0.1);
  });

  it('has no figure in silence, nor before there was a block', () => {
    expect(loudnessOf(stereo(quiet), { seconds: 5 }).integrated).toBeNull();
    expect(loudnessOf(stereo(sine(1000, -75)), { seconds: 5 }).integrated).toBeNull();
    expect(loudnessOf(stereo(sine(1000, -23)), { seconds: 0.35 }).integrated).toBeNull();
  });

  it('keeps no more after a month than after a minute', () => {
    const loudness = new Loudness();
    const energy = 10 ** ((-23 + 0.691) / 10);
    for (let tenth = 0; tenth < 1_000_000; tenth += 1) loudness.add(energy);
    expect(loudness.integrated).toBeCloseTo(-23, 6);
    expect(lufsOf(energy)).toBeCloseTo(-23, 9);
  });
});

describe('momentary and short-term loudness', () => {
  it('are steady over a signal that repeats within their windows (EBU Tech 3341, tests 9 and 12)', () => {
    const slow = Array.from(
      { length: 5 },
      () =>
        [
          [1.34, -20],
          [1.66, -30],
        ] as const,
    ).flat();
    const short: number[] = [];
    loudnessOf(stereo(steps(1000, slow)), { seconds: 15, sampleRate: 16_000 }, ({ shortTerm }) => {
      if (shortTerm !== null) short.push(shortTerm);
    });
    expect(short).toHaveLength(121);
    for (const lufs of short) expect(Math.abs(lufs + 23)).toBeLessThan(0.1);

    const fast = Array.from(
      { length: 25 },
      () =>
        [
          [0.18, -20],
          [0.22, -30],
        ] as const,
    ).flat();
    const momentary: number[] = [];
    loudnessOf(stereo(steps(1000, fast)), { seconds: 10, sampleRate: 16_000 }, (loudness) => {
      if (loudness.momentary !== null) momentary.push(loudness.momentary);
    });
    expect(momentary).toHaveLength(97);
    for (const lufs of momentary) expect(Math.abs(lufs + 23)).toBeLessThan(0.1);
  });

  it('begin anew after an interruption, while the integrated one goes on', () => {
    const loudness = loudnessOf(stereo(sine(1000, -23)), { seconds: 5 });
    expect(loudness.shortTerm).toBeCloseTo(-23, 1);
    loudness.interrupt();
    expect(loudness.momentary).toBeNull();
    expect(loudness.shortTerm).toBeNull();
    expect(loudness.integrated).toBeCloseTo(-23, 1);
  });

  it('have no figure at digital silence', () => {
    const loudness = loudnessOf(stereo(quiet), { seconds: 5 });
    expect([loudness.momentary, loudness.shortTerm]).toEqual([null, null]);
  });
});

/*
 * As ffmpeg 5.1 measured the same signals:
 * ffmpeg -f lavfi -i "aevalsrc=exprs='LEFT|RIGHT':s=RATE:d=SECONDS"
 *   -af ebur128=metadata=1,ametadata=print:file=- -f null -
 */
describe('agrees with ffmpeg’s ebur128 within 0.1 LU', () => {
  const full =
    (hertz: number, height: number): Wave =>
    (t) =>
      height * Math.sin(2 * Math.PI * hertz * t);
  const level = (t: number): number => (t < 5 ? 0.1 : t < 10 ? 0.00316227766 : 0.0316227766);
  it.each([
    {
      signal: '997 Hz at −23 dBFS, stereo',
      channels: stereo(full(997, 0.0707945784)),
      made: { seconds: 10 },
      expected: [-23, -23, -23.006],
    },
    {
      signal: '60 Hz, mono',
      channels: [full(60, 0.1)],
      made: { seconds: 10 },
      expected: [-26.601, -26.601, -26.611],
    },
    {
      signal: '8 and 5 kHz at 44.1 kHz',
      channels: [full(8000, 0.1), full(5000, 0.1)],
      made: { seconds: 10, sampleRate: 44_100 },
      expected: [-16.66, -16.66, -16.67],
    },
    {
      signal: 'steps of level, left only',
      channels: [(t: number) => level(t) * Math.sin(2 * Math.PI * 440 * t), quiet],
      made: { seconds: 15 },
      expected: [-33.693, -33.693, -26.387],
    },
    {
      signal: 'a sweep and a beat',
      channels: [
        (t: number) => 0.1 * Math.sin(2 * Math.PI * (100 + 300 * t) * t),
        (t: number) => 0.05 * Math.sin(2 * Math.PI * 250 * t) * Math.sin(2 * Math.PI * 3 * t),
      ],
      made: { seconds: 12 },
      expected: [-19.47, -19.467, -20.103],
    },
  ])('on $signal', ({ channels, made, expected }) => {
    const { momentary, shortTerm, integrated } = loudnessOf(channels, made);
    for (const [index, figure] of [momentary, shortTerm, integrated].entries())
      expect(Math.abs((figure ?? 0) - expected[index]!)).toBeLessThan(0.1);
  });
});
