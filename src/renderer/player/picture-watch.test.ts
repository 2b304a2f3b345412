import { describe, expect, it } from 'vitest';
import { LOOK_COLUMNS, LOOK_ROWS, type Pixels, placesOf } from './picture-look.ts';
import { PictureWatch, type SeenPicture } from './picture-watch.ts';

const places = LOOK_COLUMNS * LOOK_ROWS;

/** A picture of one brightness, but for some places. */
function picture(luma: number, others: readonly number[] = []): Uint8ClampedArray {
  const made = new Uint8ClampedArray(places).fill(luma);
  made.set(others, 100);
  return made;
}

/** What is seen after looks twice a second for so long. */
function watched(seconds: number, frame: (second: number) => Uint8ClampedArray): SeenPicture {
  const watch = new PictureWatch(() => 16);
  let seen: SeenPicture = { meanLuma: 0, darkMs: 0, stillMs: 0, seenMs: 0 };
  for (let ms = 0; ms <= seconds * 1000; ms += 500) seen = watch.see(ms, frame(ms / 1000));
  return seen;
}

describe('the picture watch', () => {
  it.each([
    { what: 'the same picture', frame: () => picture(90), stillMs: 8000 },
    {
      what: 'a still picture with the noise of its encoding',
      frame: (second: number) => picture(90, [90 + ((2 * second) % 5), 88, 91]),
      stillMs: 8000,
    },
    {
      what: 'a small clock that counts the seconds',
      frame: (second: number) => picture(90, [90 + (Math.floor(second) % 2) * 30]),
      stillMs: 0,
    },
    {
      what: 'a fade so slow that no two looks differ by more than noise',
      frame: (second: number) => picture(90 + Math.floor(second * 2)),
      stillMs: 500,
    },
    {
      what: 'a picture that froze 3 s ago',
      frame: (second: number) => picture(90, [Math.min(5, second) * 20]),
      stillMs: 3000,
    },
  ])('says since when it stands still: $what', ({ frame, stillMs }) => {
    const seen = watched(8, frame);
    expect(seen.stillMs).toBeLessThanOrEqual(stillMs);
    expect(seen.stillMs).toBeGreaterThanOrEqual(stillMs - 500);
  });

  it.each([
    { what: 'black', luma: 0, darkMs: 6000 },
    { what: 'just under the threshold', luma: 15, darkMs: 6000 },
    { what: 'at the threshold', luma: 16, darkMs: 0 },
  ])('says since when it is dark: $what', ({ luma, darkMs }) => {
    expect(watched(6, () => picture(luma))).toMatchObject({ meanLuma: luma, darkMs });
  });

  it('is dark from when it became dark', () => {
    expect(watched(6, (second) => picture(second < 4 ? 80 : 2)).darkMs).toBe(2500);
  });

  it('begins anew after an interruption', () => {
    const watch = new PictureWatch(() => 16);
    watch.see(0, picture(0));
    expect(watch.see(9_000, picture(0))).toEqual({
      meanLuma: 0,
      darkMs: 9_000,
      stillMs: 9_000,
      seenMs: 9_000,
    });
    watch.interrupt();
    expect(watch.see(9_500, picture(0))).toMatchObject({ darkMs: 0, stillMs: 0, seenMs: 0 });
  });
});

describe('the places of a picture', () => {
  /** A plane of 1920×1080 whose rows are longer than the picture. */
  function plane(luma: (x: number, y: number) => number, more: Partial<Pixels> = {}): Pixels {
    const [width, height, stride] = [1920, 1080, 2048];
    const bytes = new Uint8Array(stride * height).fill(255);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) bytes[y * stride + x] = luma(x, y);
    return { bytes, stride, width, height, kind: 'limited luma', ...more };
  }

  it.each([
    { kind: 'limited luma', level: 16, luma: 0 },
    { kind: 'limited luma', level: 235, luma: 255 },
    { kind: 'limited luma', level: 8, luma: 0 },
    { kind: 'full luma', level: 16, luma: 16 },
    { kind: 'full luma', level: 255, luma: 255 },
  ] as const)('take $kind $level as $luma', ({ kind, level, luma }) => {
    const seen = placesOf(plane(() => level, { kind }));
    expect(new Set(seen)).toEqual(new Set([luma]));
  });

  it('show where it is bright, row by row', () => {
    const seen = placesOf(plane((x, y) => (x >= 1890 && y < 30 ? 255 : 0), { kind: 'full luma' }));
    const bright = [...seen.keys()].filter((place) => seen[place]! > 0);
    expect(bright).toEqual([LOOK_COLUMNS - 1]);
    expect(seen[LOOK_COLUMNS - 1]).toBe(255);
  });

  it('change with the digits of a clock of 28 lines', () => {
    const digit = (x: number, y: number): number =>
      x >= 1800 && x < 1816 && y >= 40 && y < 68 ? 200 : 60;
    const before = placesOf(plane(() => 60, { kind: 'full luma' }));
    const after = placesOf(plane(digit, { kind: 'full luma' }));
    const most = Math.max(...after.map((luma, place) => luma - before[place]!));
    expect(most).toBeGreaterThan(20);
  });

  it('weigh colours as ITU-R BT.709 does', () => {
    const [width, height] = [64, 36];
    const bytes = new Uint8Array(4 * width * height);
    for (let pixel = 0; pixel < width * height; pixel += 1)
      bytes.set(
        [
          [255, 0, 0],
          [0, 255, 0],
          [0, 0, 255],
        ][pixel % 3]!,
        4 * pixel,
      );
    const seen = placesOf({ bytes, stride: 4 * width, width, height, kind: 'RGBX' });
    expect([...seen.slice(0, 3)]).toEqual([54, 182, 18]);
  });
});
