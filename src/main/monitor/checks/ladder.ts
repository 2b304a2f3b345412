import type { Profile } from '../../../shared/entities.ts';
import type { Thresholds } from '../../../shared/thresholds.ts';
import type { RenditionFacts, StreamFacts, Variant } from '../facts.ts';
import { isStarting, nameOf, startMs, streamOnAir, targetOf } from './circumstances.ts';
import { familyOf, isPictureCodec, isSoundCodec } from './codecs.ts';
import { type Judge, type Judged, failing, good, unknown, warning, worst } from './judged.ts';
import { bitrateText, counted, quoted, trimmed } from './words.ts';

const name = 'ladder';
/** Encoders round a size to what the codec takes. */
const sizeTolerance = 2;
/** 29.97 is 30 to everybody. */
const frameRateTolerance = 0.015;

/** Each profile of the preset is found among the variants: size, codec family, bitrate, frame rate; none missing, extra or never started. */
export const ladder: Judge = (facts, thresholds) => {
  const stream = streamOnAir(facts);
  if (typeof stream === 'string') return unknown(name, stream);
  const { entity, now } = facts;
  if (entity?.encode === false)
    return unknown(name, 'The service doesn’t encode this one, so there is no ladder to compare.');
  const profiles = entity?.preset?.profiles ?? [];
  if (profiles.length === 0)
    return unknown(name, 'There is no preset, so there is no ladder to compare.');
  if (stream.renditions.length === 0) return unknown(name, 'The master playlist wasn’t read yet.');
  if (stream.isSinglePlaylist)
    return warning(
      name,
      `A single playlist without variants, though the preset has ${counted(profiles.length, 'profile')}.`,
    );
  const isNew = isStarting(facts, targetOf(stream));
  return compared(profiles, stream, thresholds, isNew ? 0 : now - stream.watchedSince);
};

function compared(
  profiles: readonly Profile[],
  stream: StreamFacts,
  thresholds: Thresholds,
  watchedMs: number,
): Judged {
  const { pairs, missing, extra } = paired(profiles, stream.renditions);
  const figure = `${pairs.length} of ${profiles.length}`;
  const [firstMissing] = missing;
  if (pairs.length === 0)
    return failing(
      name,
      `None of the preset’s ${profiles.length} profiles is in the playlist.`,
      figure,
    );
  const [idle] = neverStarted(pairs, stream, watchedMs);
  const findings: (Judged | null)[] = [
    idle === undefined
      ? null
      : failing(name, `${nameOf(idle.variant)} is listed, but it never gave a segment.`, figure),
    firstMissing === undefined
      ? null
      : warning(
          name,
          `Profile ${titleOf(firstMissing)} is missing${others(missing.length)}: ${figure} found.`,
          figure,
        ),
    ...pairs.map(({ profile, rendition }) => ofPair(profile, rendition.variant, thresholds)),
    extra[0] === undefined
      ? null
      : warning(
          name,
          `${nameOf(extra[0].variant)} is not in the preset${others(extra.length)}.`,
          `${pairs.length + extra.length} of ${profiles.length}`,
        ),
  ];
  return worst(findings, () =>
    good(name, `${counted(profiles.length, 'profile')} of the preset found.`, figure),
  );
}

const others = (count: number): string =>
  count === 1 ? '' : `, and ${counted(count - 1, 'other')}`;

interface Pair {
  readonly profile: Profile;
  readonly rendition: RenditionFacts;
}

/** Each profile takes the variant of its size that is most like it, and no variant is taken twice. */
function paired(profiles: readonly Profile[], renditions: readonly RenditionFacts[]) {
  const left = new Set(renditions.filter(({ variant }) => variant.kind === 'video'));
  const pairs: Pair[] = [];
  const missing: Profile[] = [];
  for (const profile of profiles) {
    let best: RenditionFacts | null = null;
    let least = Infinity;
    for (const rendition of left) {
      const distance = distanceOf(profile, rendition.variant);
      if (distance >= least) continue;
      best = rendition;
      least = distance;
    }
    if (best === null) missing.push(profile);
    else {
      left.delete(best);
      pairs.push({ profile, rendition: best });
    }
  }
  return { pairs, missing, extra: [...left] };
}

/** Infinity when the variant can't be this profile's. */
function distanceOf(profile: Profile, variant: Variant): number {
  const size = sizeOf(profile);
  const isKnown = size !== null && variant.width !== null && variant.height !== null;
  if (isKnown && !hasSize(variant.width, variant.height, size)) return Infinity;
  const bitrate = bitrateOff(profile, variant);
  return (
    (isKnown ? 0 : 10) + (hasCodecs(profile, variant) ? 0 : 5) + Math.min(4, Math.abs(bitrate ?? 0))
  );
}

interface Size {
  readonly short: number;
  readonly long: number | null;
}

/** “360”, “720p” (the short side) or “1280x720”. */
function sizeOf({ video }: Profile): Size | null {
  const [one, two] = (video?.resolution ?? '').match(/\d+/g)?.map(Number) ?? [];
  if (one === undefined || one === 0) return null;
  return two === undefined
    ? { short: one, long: null }
    : { short: Math.min(one, two), long: Math.max(one, two) };
}

function hasSize(width: number, height: number, { short, long }: Size): boolean {
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= sizeTolerance;
  if (!isNear(Math.min(width, height), short)) return false;
  return long === null || isNear(Math.max(width, height), long);
}

function hasCodecs({ video, audio }: Profile, { codecs }: Variant): boolean {
  const has = (wanted: string | undefined, isOfKind: (codec: string) => boolean): boolean => {
    const declared = codecs.filter(isOfKind);
    if (!wanted || declared.length === 0) return true;
    return declared.some((codec) => familyOf(codec) === familyOf(wanted));
  };
  return has(video?.codec, isPictureCodec) && has(audio?.codec, isSoundCodec);
}

/** By how much the variant's bitrate is off the profile's, as a share; null when one isn't given. */
function bitrateOff({ video, audio }: Profile, variant: Variant): number | null {
  const declared = variant.averageBandwidth ?? variant.bandwidth;
  const picture = bitsOf(video?.bitrate);
  if (declared === null || picture === null) return null;
  const off = (wanted: number): number => (declared - wanted) / wanted;
  const both = off(picture + (bitsOf(audio?.bitrate) ?? 0));
  // The sound counts where the variant says that it has any (RFC 8216, 4.3.4.2); else the nearer one.
  if (variant.codecs.some(isSoundCodec)) return both;
  const alone = off(picture);
  return Math.abs(alone) < Math.abs(both) ? alone : both;
}

/** “500K”, “1.8M”, or a number that is bits from 10,000 on and kilobits below. */
function bitsOf(text: string | undefined): number | null {
  const [, digits, unit] = /^\s*(\d+(?:\.\d+)?)\s*([km]?)/i.exec(text ?? '') ?? [];
  const value = Number(digits);
  if (!(value > 0)) return null;
  if (unit?.toLowerCase() === 'm') return value * 1_000_000;
  return unit === '' && value >= 10_000 ? value : value * 1000;
}

function ofPair(profile: Profile, variant: Variant, thresholds: Thresholds): Judged | null {
  const which = nameOf(variant);
  if (!hasCodecs(profile, variant)) {
    const wanted = [profile.video?.codec, profile.audio?.codec].flatMap((codec) =>
      codec ? [familyOf(codec)] : [],
    );
    const given = variant.codecs.map(familyOf).join(' and ');
    return warning(name, `${which} is ${given}; the preset says ${wanted.join(' and ')}.`, which);
  }
  const off = bitrateOff(profile, variant);
  if (off !== null && Math.abs(off) * 100 > thresholds.ladderBitratePercent) {
    const percent = `${Math.round(Math.abs(off) * 100)} %`;
    const declared = bitrateText(variant.averageBandwidth ?? variant.bandwidth ?? 0);
    const way = off > 0 ? 'above' : 'below';
    return warning(name, `${which} declares ${declared}, ${percent} ${way} the preset.`, percent);
  }
  const wanted = Number(profile.video?.frameRate);
  if (variant.frameRate === null || !(wanted > 0)) return null;
  if (Math.abs(variant.frameRate - wanted) <= wanted * frameRateTolerance) return null;
  const given = `${trimmed(variant.frameRate)} fps`;
  return warning(name, `${which} has ${given}; the preset says ${trimmed(wanted)} fps.`, given);
}

/** Listed, asked for long enough, and without a segment ever since, while another one gives some. */
function neverStarted(pairs: readonly Pair[], stream: StreamFacts, watchedMs: number) {
  if (watchedMs < startMs(targetOf(stream))) return [];
  const gives = ({ playlist }: RenditionFacts): boolean => (playlist?.segments ?? 0) > 0;
  if (!stream.renditions.some(gives)) return [];
  return pairs
    .map(({ rendition }) => rendition)
    .filter((rendition) => rendition.answered !== null && !gives(rendition));
}

const titleOf = (profile: Profile): string =>
  quoted(profile.name ?? profile.video?.resolution ?? 'without a name', 24);
