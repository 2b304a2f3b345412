/* Codecs as presets and as playlists name them. */

/** Told for every rendition of every stream, a few times a minute; a playlist may name anything. */
const told = new Map<string, string>();
const toldAtMost = 1_000;
const longestTold = 64;

/** The family of a codec as RFC 6381 writes it, or as a preset does, like “H264”; itself when it isn't known. */
export function familyOf(codec: string): string {
  const known = told.get(codec);
  if (known !== undefined) return known;
  const bare = codec.trim().toLowerCase();
  const family = families.find(([, pattern]) => pattern.test(bare))?.[0] ?? bare;
  if (codec.length > longestTold) return family;
  if (told.size >= toldAtMost) told.clear();
  told.set(codec, family);
  return family;
}

const families: readonly (readonly [string, RegExp])[] = [
  ['H.264', /^(avc|h\.?264|x264)/],
  ['H.265', /^(hvc1|hev1|hevc|h\.?265|x265)/],
  ['Dolby Vision', /^(dvh1|dvhe|dva1|dvav)/],
  ['AV1', /^av0?1/],
  ['VP9', /^vp0?9/],
  ['VP8', /^vp0?8/],
  ['MP3', /^(mp3|mp4a\.(69|6b|40\.34))/],
  ['AAC', /^(mp4a\.(40|66|67|68)|mp4a$|aac|he-?aac)/],
  ['AC-3', /^(ac-3|ac3|mp4a\.a5)/],
  ['E-AC-3', /^(ec-3|eac3|mp4a\.a6)/],
  ['Opus', /^(opus|mp4a\.ad)/],
  ['FLAC', /^flac/],
];

const everywhere = new Set(['H.264', 'AV1', 'VP9', 'VP8', 'AAC', 'MP3', 'Opus', 'FLAC']);
const somewhere = new Set(['H.265', 'Dolby Vision', 'AC-3', 'E-AC-3']);
/** Subtitles, which a player can leave out. */
const text = /^(stpp|wvtt|tx3g|c608|c708)/i;

/** Where a codec plays: in every browser of today, in those whose system decodes it, or in none. */
export function playsIn(codec: string): 'every' | 'some' | 'none' {
  if (text.test(codec)) return 'every';
  const family = familyOf(codec);
  if (everywhere.has(family)) return 'every';
  return somewhere.has(family) ? 'some' : 'none';
}

const sounds = new Set(['AAC', 'MP3', 'AC-3', 'E-AC-3', 'Opus', 'FLAC']);
export const isSoundCodec = (codec: string): boolean => sounds.has(familyOf(codec));
export const isPictureCodec = (codec: string): boolean => !isSoundCodec(codec) && !text.test(codec);
