import { describe, expect, it } from 'vitest';
import { BitrateMeter, FrameMeter } from './meters.ts';

/** A meter fed twice a second with so many frames a second, some dropped. */
function fed(seconds: number, rate: number, droppedRate = 0): FrameMeter {
  const meter = new FrameMeter();
  for (let at = 0; at <= seconds * 1000; at += 500)
    meter.add(at, (at / 1000) * rate, (at / 1000) * droppedRate);
  return meter;
}

describe('the frame meter', () => {
  it('knows nothing in the first second', () => {
    expect(fed(0.5, 50).framesPerSecond).toBeNull();
    expect(new FrameMeter().droppedShare).toBeNull();
  });

  it.each([24, 25, 29.97, 50, 60])('measures %d frames a second', (rate) => {
    expect(fed(4, rate).framesPerSecond).toBeCloseTo(rate, 5);
  });

  it('counts shown frames, and tells the share that was dropped', () => {
    const meter = fed(12, 50, 5);
    expect(meter.framesPerSecond).toBeCloseTo(45, 5);
    expect(meter.droppedShare).toBeCloseTo(0.1, 5);
  });

  it('follows a change of rate within 2 s', () => {
    const meter = fed(10, 50);
    for (let at = 10_500; at <= 12_500; at += 500) meter.add(at, 500 + (at - 10_000) / 40, 0);
    expect(meter.framesPerSecond).toBeCloseTo(25, 5);
  });

  it('forgets what was dropped more than 30 s ago', () => {
    const meter = fed(1, 50, 25);
    for (let at = 1500; at <= 40_000; at += 500) meter.add(at, (at / 1000) * 50, 25);
    expect(meter.droppedShare).toBe(0);
  });

  it('knows no share of dropped frames before a picture has lasted for 10 s', () => {
    expect(fed(9.5, 50, 5).droppedShare).toBeNull();
    expect(fed(10, 50, 5).droppedShare).toBeCloseTo(0.1, 5);
  });

  it('knows that no frame came, and so none was dropped, once a picture has lasted for 10 s', () => {
    const meter = fed(8, 30);
    for (let at = 8500; at <= 45_000; at += 500) meter.add(at, 240, 0);
    expect(meter.framesPerSecond).toBe(0);
    expect(meter.droppedShare).toBe(0);
  });

  it('leaves out what a picture drops in its first 5 s', () => {
    const meter = fed(5, 50, 25);
    for (let at = 5500; at <= 20_000; at += 500) meter.add(at, (at / 1000) * 50, 125);
    expect(meter.droppedShare).toBe(0);
  });

  it('begins anew when the counters go back, as with a new player', () => {
    const meter = fed(10, 50, 25);
    for (let at = 10_500; at <= 20_000; at += 500) meter.add(at, ((at - 10_500) / 1000) * 30, 0);
    expect(meter.framesPerSecond).toBeCloseTo(30, 5);
    expect(meter.droppedShare).toBeNull();
    meter.add(20_500, 300, 0);
    expect(meter.droppedShare).toBe(0);
  });
});

describe('the bitrate meter', () => {
  it('is unknown before a segment was loaded, and ignores what has no length', () => {
    const meter = new BitrateMeter();
    meter.add({ kind: 'main', rendition: 0, bytes: 1000, seconds: 0 });
    meter.add({ kind: 'main', rendition: 0, bytes: 0, seconds: 2 });
    expect(meter.bitsPerSecond).toBeNull();
  });

  it('adds picture and sound, each over its own segments', () => {
    const meter = new BitrateMeter();
    meter.add({ kind: 'main', rendition: 0, bytes: 250_000, seconds: 2 });
    meter.add({ kind: 'main', rendition: 0, bytes: 350_000, seconds: 2 });
    meter.add({ kind: 'audio', rendition: 0, bytes: 16_000, seconds: 1 });
    expect(meter.bitsPerSecond).toBe(1_200_000 + 128_000);
  });

  it('drops the former rendition at once and keeps only the last few segments', () => {
    const meter = new BitrateMeter();
    meter.add({ kind: 'main', rendition: 0, bytes: 1_000_000, seconds: 1 });
    meter.add({ kind: 'main', rendition: 2, bytes: 9_000_000, seconds: 1 });
    for (let segment = 0; segment < 4; segment += 1)
      meter.add({ kind: 'main', rendition: 2, bytes: 125_000, seconds: 1 });
    expect(meter.bitsPerSecond).toBe(1_000_000);
  });
});
