import { describe, expect, it } from 'vitest';
import { HeldPeak, heightOf, levelText, loudnessText } from './meter-scale.ts';

describe('the scale of the meters', () => {
  it.each([
    [0, 1],
    [3, 1],
    [-30, 0.5],
    [-60, 0],
    [-120, 0],
    [-Infinity, 0],
  ])('puts %d dBFS at %d of its height', (dbfs, height) => {
    expect(heightOf(dbfs)).toBe(height);
  });

  it('says levels with their unit and a proper minus', () => {
    expect(levelText(-18.4)).toBe('−18 dBFS');
    expect(levelText(0)).toBe('0 dBFS');
    expect(levelText(-120)).toBe('silent');
    expect(loudnessText(-22.84)).toBe('−22.8');
    expect(loudnessText(null)).toBe('–');
  });
});

describe('a held peak', () => {
  it('stays for 1.5 s, then falls by 20 dB in 1.7 s', () => {
    const held = new HeldPeak();
    expect(held.hold(0, -6)).toBe(-6);
    for (let now = 100; now <= 1500; now += 100) expect(held.hold(now, -50)).toBe(-6);
    let last = 0;
    for (let now = 1600; now <= 3200; now += 100) last = held.hold(now, -50);
    expect(last).toBeCloseTo(-26, 6);
  });

  it('never falls below the level, and takes a higher one at once', () => {
    const held = new HeldPeak();
    held.hold(0, -20);
    expect(held.hold(60_000, -30)).toBe(-30);
    expect(held.hold(60_100, -3)).toBe(-3);
  });
});
