import { Parser } from 'm3u8-parser';
import type { Variant } from '../facts.ts';

/** What a master playlist (RFC 8216, 4.3.4) lists. */
export interface MasterPlaylist {
  /** Video first, in the order of the playlist; each address once. */
  readonly variants: readonly Variant[];
  /** The rendition that a player begins with: the video of the lowest bitrate. */
  readonly first: string | null;
  /** The audio rendition that goes with it; null where the sound is in the video. */
  readonly firstAudio: string | null;
}

type Manifest = Parser['manifest'];
type Listed = NonNullable<Manifest['playlists']>[number];

const kept = /^#EXT-X-(?:STREAM-INF:|MEDIA:.*TYPE=AUDIO)/;
// RFC 6381, and the names that the registry of MP4 gives to codecs of sound.
const audioCodec = /^(?:mp4a|ac-3|ec-3|ac-4|opus|flac|vorbis|alac|mp3|dts|mha1|mhm1)/i;
// The parser takes quadratic time over an attribute list without an end.
const longestTag = 2_048;
const longestUri = 16_384;
const mostLines = 500;
const mostRenditions = 100;
const headLength = 65_536;
const longestMaster = 1_000_000;

/** Whether a playlist lists renditions, not segments. */
export function isMaster(text: string): boolean {
  const head = text.slice(0, headLength);
  return /^#EXT-X-(?:STREAM-INF|MEDIA):/m.test(head) && !/^#EXTINF:/m.test(head);
}

/** Reads a master playlist that came from `url`; null when nothing of it is understood. */
export function readMaster(text: string, url: string): MasterPlaylist | null {
  const manifest = parsed(text);
  if (manifest === null) return null;
  const listed = (manifest.playlists ?? []).filter(({ attributes }) => attributes !== undefined);
  const seen = new Set<string>();
  const variants: Variant[] = [];
  const add = (uri: string, make: (address: string) => Variant): string | null => {
    const address = resolved(uri, url);
    if (address === null) return null;
    if (!seen.has(address) && variants.length < mostRenditions) {
      seen.add(address);
      variants.push(make(address));
    }
    return address;
  };
  for (const one of listed) add(one.uri, (address) => variantOf(one, address));
  const videos = variants.filter(({ kind }) => kind === 'video');
  const beginning = lowest(videos.length > 0 ? videos : variants);
  const firstOf = listed.find(({ uri }) => resolved(uri, url) === beginning?.url);
  let firstAudio: string | null = null;
  for (const [group, renditions] of Object.entries(manifest.mediaGroups?.AUDIO ?? {})) {
    const codecs = audioCodecsOf(listed.find(({ attributes }) => attributes?.AUDIO === group));
    const isFirst = firstOf?.attributes?.AUDIO === group;
    for (const [name, audio] of Object.entries(renditions)) {
      if (audio.uri === undefined) continue;
      const address = add(audio.uri, (found) => audioOf(name, found, codecs));
      if (isFirst && (audio.default || firstAudio === null)) firstAudio = address;
    }
  }
  return {
    variants: named(variants.sort((a, b) => rank(a) - rank(b))),
    first: beginning?.url ?? variants[0]?.url ?? null,
    firstAudio: firstAudio === beginning?.url ? null : firstAudio,
  };
}

/** The address in full; null unless it is one of HTTP. */
export function resolved(uri: string, base: string): string | null {
  const address = URL.parse(uri, base);
  return address?.protocol === 'http:' || address?.protocol === 'https:' ? address.href : null;
}

/** The parser throws at some attribute lists; then it is given less and less of them. */
function parsed(text: string): Manifest | null {
  const lines = text
    .slice(0, longestMaster)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) =>
      line.startsWith('#')
        ? line.length <= longestTag && kept.test(line)
        : line.length <= longestUri,
    )
    .slice(0, mostLines);
  for (const part of [lines, lines.filter((line) => !line.startsWith('#EXT-X-MEDIA:'))]) {
    try {
      const parser = new Parser();
      parser.push(`#EXTM3U\n${part.join('\n')}\n`);
      parser.end();
      return parser.manifest;
    } catch {
      continue;
    }
  }
  return null;
}

function variantOf({ attributes = {} }: Listed, url: string): Variant {
  const { RESOLUTION: size, NAME: name } = attributes;
  const codecs = codecsIn(attributes.CODECS);
  const isAudio = size === undefined && codecs.length > 0 && codecs.every(isOfAudio);
  return {
    kind: isAudio ? 'audio' : 'video',
    url,
    name: name ?? '',
    bandwidth: positive(attributes.BANDWIDTH),
    averageBandwidth: positive(Number(attributes['AVERAGE-BANDWIDTH'])),
    width: positive(size?.width),
    height: positive(size?.height),
    frameRate: positive(attributes['FRAME-RATE']),
    codecs,
  };
}

/** The rendition of a media playlist that no master lists. */
export const undeclared = (url: string): Variant => ({
  kind: 'video',
  url,
  name: 'stream',
  bandwidth: null,
  averageBandwidth: null,
  width: null,
  height: null,
  frameRate: null,
  codecs: [],
});

const audioOf = (name: string, url: string, codecs: readonly string[]): Variant => ({
  ...undeclared(url),
  kind: 'audio',
  name,
  codecs,
});

const isOfAudio = (codec: string): boolean => audioCodec.test(codec);

const audioCodecsOf = (listed: Listed | undefined): readonly string[] =>
  codecsIn(listed?.attributes?.CODECS).filter(isOfAudio);

const codecsIn = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((codec) => codec.trim())
    .filter((codec) => codec !== '');

const positive = (value: number | null | undefined): number | null =>
  value != null && Number.isFinite(value) && value > 0 ? value : null;

const rank = ({ kind }: Variant): number => (kind === 'video' ? 0 : 1);

const lowest = (variants: readonly Variant[]): Variant | undefined =>
  variants.toSorted((a, b) => (a.bandwidth ?? Infinity) - (b.bandwidth ?? Infinity))[0];

/** Gives those without a name one, of their size or bitrate, so that no two share it. */
export function named(variants: readonly Variant[]): readonly Variant[] {
  const taken = new Set<string>();
  return variants.map((variant, index) => {
    const { width, height, bandwidth } = variant;
    const size = width !== null && height !== null ? `${Math.min(width, height)}p` : '';
    const rate = bandwidth === null ? '' : `${(bandwidth / 1_000_000).toFixed(1)} Mb/s`;
    const fallback = `${variant.kind} ${index + 1}`;
    const choices = [variant.name, size, rate, `${size} ${rate}`.trim(), fallback];
    const name = choices.find((choice) => choice !== '' && !taken.has(choice)) ?? fallback;
    taken.add(name);
    return name === variant.name ? variant : { ...variant, name };
  });
}
