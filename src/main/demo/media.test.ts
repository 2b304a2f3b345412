import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { boxAt, boxesOf, decodeTimeOf } from './boxes.ts';
import {
  loadMedia,
  type Media,
  numberAt,
  segmentOf,
  startOf,
  type Track,
  type Variant,
} from './media.ts';

const dir = resolve(import.meta.dirname, '../../../resources/demo');
let media: Media;
const tracks = (): Track[] => [...media.pictures, media.sound];

beforeAll(async () => {
  media = await loadMedia(dir);
});

/** Samples in a fragment, times the length that tfhd or trun gives each. */
function lengthOf(track: Track, fragment: Buffer): number {
  const trun = boxAt(fragment, 'moof/traf/trun').content;
  const samples = fragment.readUInt32BE(trun + 4);
  return samples * (track.name === 'audio' ? 1024 : track.timescale / 30);
}

const fragmentsIn = (segment: Buffer): Buffer[] => {
  const boxes = boxesOf(segment);
  return boxes.flatMap(({ type, start }, index) =>
    type === 'moof' ? [segment.subarray(start, boxes[index + 1]?.end)] : [],
  );
};

describe('the demo media', () => {
  it('takes at most 2 MB', async () => {
    const files = await readdir(dir);
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(dir, file))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2 * 1024 * 1024);
  });

  it('holds three pictures and a sound, as their files say', () => {
    expect(media.pictures.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['360p', 640, 360],
      ['240p', 426, 240],
      ['144p', 256, 144],
    ]);
    for (const { codec } of media.pictures) expect(codec).toMatch(/^avc1\.4d40[0-9a-f]{2}$/);
    expect(media.sound).toMatchObject({ codec: 'mp4a.40.2', timescale: 48_000 });
    for (const { peakBitrate, averageBitrate } of tracks())
      expect(peakBitrate).toBeGreaterThanOrEqual(averageBitrate);
  });

  it.each([1, 2])(
    'runs over the joints of the loop without a gap in segments of %i s',
    (seconds) => {
      for (const track of tracks()) {
        let next = startOf(track, 0, seconds);
        expect(next).toBe(0);
        for (let number = 0; number < 40 / seconds; number += 1) {
          const fragments = fragmentsIn(segmentOf(track, number, seconds));
          expect(fragments).toHaveLength(seconds);
          expect(startOf(track, number, seconds)).toBe(next);
          for (const fragment of fragments) {
            expect(decodeTimeOf(fragment)).toBe(next);
            next += lengthOf(track, fragment);
          }
        }
      }
    },
  );

  it('keeps sound and pictures within a frame of each other after a year', () => {
    const year = (365 * 86_400) / 2;
    for (const track of tracks()) {
      const offset = startOf(track, year + 3, 2) / track.timescale - (year + 3) * 2;
      expect(offset).toBeGreaterThanOrEqual(0);
      expect(offset).toBeLessThan(1024 / 48_000);
      expect(fragmentsIn(segmentOf(track, year, 2)).map(decodeTimeOf)[0]).toBe(
        startOf(track, year, 2),
      );
    }
  });

  it('finds a segment by its decode time, and none in between', () => {
    for (const track of tracks()) {
      expect(numberAt(track, startOf(track, 4_321, 2), 2)).toBe(4_321);
      expect(numberAt(track, startOf(track, 4_321, 2) + 1, 2)).toBeUndefined();
    }
  });

  it.each<[Variant, string[]]>([
    ['black', ['360p', '240p', '144p']],
    ['still', ['360p', '240p', '144p']],
    ['silent', ['audio']],
  ])(
    'can turn %s in the middle, with the same times and initialisation',
    async (variant, names) => {
      for (const track of tracks()) {
        const usual = segmentOf(track, 9, 2);
        const turned = segmentOf(track, 9, 2, [variant]);
        if (!names.includes(track.name)) {
          expect(turned).toEqual(usual);
          continue;
        }
        expect(turned.equals(usual)).toBe(false);
        expect(fragmentsIn(turned).map(decodeTimeOf)).toEqual(fragmentsIn(usual).map(decodeTimeOf));
        expect(fragmentsIn(turned).map((one) => lengthOf(track, one))).toEqual(
          fragmentsIn(usual).map((one) => lengthOf(track, one)),
        );
        const file = await readFile(join(dir, `${track.name}-${variant}.mp4`));
        expect(file.subarray(0, track.init.length).equals(track.init)).toBe(true);
      }
    },
  );

  it('says which file is wrong', async () => {
    await expect(loadMedia(join(dir, 'nowhere'))).rejects.toThrow(/nowhere.\w+\.mp4/);
    const folder = await mkdtemp(join(tmpdir(), 'tally-media-'));
    try {
      for (const name of ['360p', '240p', '144p', 'audio'])
        await writeFile(join(folder, `${name}.mp4`), Buffer.from([0, 0, 0, 8, 102, 116, 121, 112]));
      await expect(loadMedia(folder)).rejects.toThrow(/\d+p\.mp4 holds no H\.264/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
