import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { boxAt, boxesOf, decodeTimeOf, retime } from './boxes.ts';

/** Length of the loop and of the fragments it is cut into, by scripts/make-demo-media.mjs. */
const LOOP_SECONDS = 16;
const FRAGMENT_SECONDS = 1;

/** What a picture or the sound can turn into: a black picture, a still one, no sound. */
export type Variant = 'black' | 'still' | 'silent';

/** A picture or the sound of the demo: a loop of fragments, one for each second. */
export interface Track {
  /** Its name in addresses, such as `360p`. */
  readonly name: string;
  /** As in RFC 6381. */
  readonly codec: string;
  /** Units of decode time in a second. */
  readonly timescale: number;
  readonly init: Buffer;
  readonly fragments: readonly Fragment[];
  /** What takes the place of the fragments, in turn, while a fault asks for it. */
  readonly variants: Readonly<Partial<Record<Variant, readonly Buffer[]>>>;
  /** Of the loudest second, and of all, in bits a second. */
  readonly peakBitrate: number;
  readonly averageBitrate: number;
}

export interface Picture extends Track {
  readonly width: number;
  readonly height: number;
}

interface Fragment {
  readonly bytes: Buffer;
  /** Decode time within the loop. */
  readonly start: number;
}

export interface Media {
  /** Best first. */
  readonly pictures: readonly Picture[];
  readonly sound: Track;
}

/** Every picture of the demo at this rate. */
export const FRAME_RATE = 30;
export const SAMPLE_RATE = 48_000;

/** Reads the demo's media; throws when a file is missing or isn't as the script made it. */
export async function loadMedia(dir: string): Promise<Media> {
  const read = (name: string): Promise<Buffer> => readFile(join(dir, `${name}.mp4`));
  const variantsOf = async (name: string, kinds: readonly Variant[]): Promise<Track['variants']> =>
    Object.fromEntries(
      await Promise.all(
        kinds.map(async (kind) => [kind, fragmentsOf(await read(`${name}-${kind}`))] as const),
      ),
    );
  const pictures = await Promise.all(
    ['360p', '240p', '144p'].map(async (name) => ({
      ...pictureOf(name, await read(name)),
      variants: await variantsOf(name, ['black', 'still']),
    })),
  );
  const sound = {
    ...trackOf('audio', await read('audio')),
    codec: 'mp4a.40.2',
    variants: await variantsOf('audio', ['silent']),
  };
  return { pictures, sound };
}

/** Where segment `number` begins, in units of the track's timescale, since segment 0. */
export function startOf(track: Track, number: number, segmentSeconds: number): number {
  return fragmentAt(track, number * (segmentSeconds / FRAGMENT_SECONDS)).decodeTime;
}

/** The number of the segment that begins at `start`; undefined when none does. */
export function numberAt(track: Track, start: number, segmentSeconds: number): number | undefined {
  const number = Math.round(start / track.timescale / segmentSeconds);
  return startOf(track, number, segmentSeconds) === start ? number : undefined;
}

/**
 * The bytes of segment `number` of the endless stream; the loop's joints don't show in
 * them. The first of the variants that the track has takes the place of what it holds.
 */
export function segmentOf(
  track: Track,
  number: number,
  segmentSeconds: number,
  variants: readonly Variant[] = [],
): Buffer {
  const count = segmentSeconds / FRAGMENT_SECONDS;
  const instead = variants.map((variant) => track.variants[variant]).find(Boolean);
  const fragments = Array.from({ length: count }, (_, offset) => {
    const index = number * count + offset;
    const { bytes, decodeTime, sequence } = fragmentAt(track, index);
    return retime(instead?.[index % instead.length] ?? bytes, { sequence, decodeTime });
  });
  return Buffer.concat(fragments);
}

function fragmentAt(track: Track, index: number) {
  const count = track.fragments.length;
  const fragment = track.fragments[index % count];
  if (fragment === undefined) throw new RangeError(`no fragment ${index} in ${track.name}`);
  const loops = Math.floor(index / count);
  const decodeTime = loops * LOOP_SECONDS * track.timescale + fragment.start;
  return { bytes: fragment.bytes, decodeTime, sequence: index + 1 };
}

function pictureOf(name: string, bytes: Buffer): Omit<Picture, 'variants'> {
  // The visual sample entry: RFC 6381 takes profile, constraints and level from avcC.
  const entry = bytes.indexOf('avc1') + 4;
  const avcC = bytes.indexOf('avcC') + 4;
  if (entry < 4 || avcC < 4) throw new Error(`${name}.mp4 holds no H.264`);
  return {
    ...trackOf(name, bytes),
    codec: `avc1.${bytes.toString('hex', avcC + 1, avcC + 4)}`,
    width: bytes.readUInt16BE(entry + 24),
    height: bytes.readUInt16BE(entry + 26),
  };
}

function fragmentsOf(bytes: Buffer): Buffer[] {
  const boxes = boxesOf(bytes);
  return boxes.flatMap(({ type, start }, index) => {
    const mdat = boxes[index + 1];
    return type === 'moof' && mdat?.type === 'mdat' ? [bytes.subarray(start, mdat.end)] : [];
  });
}

function trackOf(name: string, bytes: Buffer): Omit<Track, 'codec' | 'variants'> {
  const fragments = fragmentsOf(bytes).map((fragment): Fragment => ({
    bytes: fragment,
    start: decodeTimeOf(fragment),
  }));
  const firstMoof = boxesOf(bytes).find(({ type }) => type === 'moof');
  if (fragments.length !== LOOP_SECONDS / FRAGMENT_SECONDS || firstMoof === undefined)
    throw new Error(`${name}.mp4 doesn't hold ${LOOP_SECONDS} fragments`);
  const sizes = fragments.map((fragment) => fragment.bytes.length * 8);
  return {
    name,
    timescale: timescaleOf(bytes),
    init: bytes.subarray(0, firstMoof.start),
    fragments,
    peakBitrate: Math.max(...sizes) / FRAGMENT_SECONDS,
    averageBitrate: Math.round(sizes.reduce((sum, size) => sum + size, 0) / LOOP_SECONDS),
  };
}

function timescaleOf(bytes: Buffer): number {
  const { content } = boxAt(bytes, 'moov/trak/mdia/mdhd');
  return bytes.readUInt32BE(content + (bytes.readUInt8(content) === 1 ? 20 : 12));
}
