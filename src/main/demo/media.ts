import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { boxAt, boxesOf, decodeTimeOf, retime } from './boxes.ts';

/** Length of the loop and of the fragments it is cut into, by scripts/make-demo-media.mjs. */
const LOOP_SECONDS = 16;
const FRAGMENT_SECONDS = 1;

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
  const [high, middle, low, sound] = await Promise.all(
    ['360p', '240p', '144p', 'audio'].map(async (name) => ({
      name,
      bytes: await readFile(join(dir, `${name}.mp4`)),
    })),
  );
  if (!high || !middle || !low || !sound) throw new Error('no demo media');
  return {
    pictures: [high, middle, low].map(({ name, bytes }) => pictureOf(name, bytes)),
    sound: { ...trackOf(sound.name, sound.bytes), codec: 'mp4a.40.2' },
  };
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

/** The bytes of segment `number` of the endless stream; the loop's joints don't show in them. */
export function segmentOf(track: Track, number: number, segmentSeconds: number): Buffer {
  const count = segmentSeconds / FRAGMENT_SECONDS;
  const fragments = Array.from({ length: count }, (_, index) => {
    const { bytes, decodeTime, sequence } = fragmentAt(track, number * count + index);
    return retime(bytes, { sequence, decodeTime });
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

function pictureOf(name: string, bytes: Buffer): Picture {
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

function trackOf(name: string, bytes: Buffer): Omit<Track, 'codec'> {
  const boxes = boxesOf(bytes);
  const fragments = boxes.flatMap(({ type, start }, index): Fragment[] => {
    const mdat = boxes[index + 1];
    if (type !== 'moof' || mdat?.type !== 'mdat') return [];
    const fragment = bytes.subarray(start, mdat.end);
    return [{ bytes: fragment, start: decodeTimeOf(fragment) }];
  });
  const firstMoof = boxes.find(({ type }) => type === 'moof');
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
