import { describe, expect, it } from 'vitest';
import { WeightedChannel, channelWeights, kWeighting } from './loudness-weighting.ts';

describe('K-weighting', () => {
  it('is that of the tables of ITU-R BS.1770 at 48 kHz', () => {
    const [shelf, highPass] = kWeighting(48_000);
    const table = [
      { of: shelf.b, is: [1.53512485958697, -2.69169618940638, 1.19839281085285] },
      { of: shelf.a, is: [-1.69065929318241, 0.73248077421585] },
      { of: highPass.b, is: [1, -2, 1] },
      { of: highPass.a, is: [-1.99004745483398, 0.99007225036621] },
    ];
    for (const { of, is } of table)
      for (const [index, figure] of of.entries()) expect(figure).toBeCloseTo(is[index]!, 9);
  });

  it.each([8_000, 22_050, 44_100, 96_000, 192_000])('lifts 997 Hz by 0.69 dB at %d Hz', (rate) => {
    const channel = new WeightedChannel(rate);
    const samples = Float32Array.from({ length: 2 * rate }, (_, index) =>
      Math.sin((2 * Math.PI * 997 * index) / rate),
    );
    channel.sumOfSquares(samples, 0, rate);
    const mean = channel.sumOfSquares(samples, rate, 2 * rate) / rate;
    expect(Math.abs(10 * Math.log10(mean * 2) - 0.691)).toBeLessThan(0.1);
  });

  it('counts the surrounds of 5.1 more and its low frequencies not at all', () => {
    expect(channelWeights(2)).toEqual([1, 1]);
    expect(channelWeights(6)).toEqual([1, 1, 1, 0, 1.41, 1.41]);
  });
});
