import { Parser } from 'm3u8-parser';
import { type Cut, cutPlaylist } from './cut-playlist.ts';

/** A media playlist (RFC 8216, 4.3.3) as one answer gave it. */
export interface MediaPlaylist {
  /** EXT-X-TARGETDURATION; where it is missing or absurd, the longest segment's. */
  readonly targetSeconds: number;
  readonly firstSequence: number;
  /** The newest segment that can be had, one without EXT-X-GAP. */
  readonly lastSequence: number;
  /** The newest that is listed at all. */
  readonly lastListed: number;
  readonly segments: number;
  /** Relative to the playlist. */
  readonly newestUri: string | null;
  readonly newestSeconds: number | null;
  /** Where the newest is a range of a file (EXT-X-BYTERANGE). */
  readonly newestBytes: number | null;
  /** Of the newest dozen. */
  readonly longestSeconds: number | null;
  readonly ended: boolean;
  /** In milliseconds since 1970. */
  readonly edgeAt: number | null;
  /** Numbers of the segments that begin with a discontinuity, of the newest dozen. */
  readonly discontinuities: readonly number[];
  /** Discontinuities since the stream began; null without EXT-X-DISCONTINUITY-SEQUENCE. */
  readonly discontinuitiesEver: number | null;
}

type ParsedSegment = Parser['manifest']['segments'][number];

/** A target duration or segment that claims to be longer is taken for a mistake. */
const longestPlausibleSeconds = 3_600;
const assumedTargetSeconds = 6;

/** Whether a text is a playlist at all (RFC 8216, 4.3.1.1); some begin with a byte order mark. */
export const isPlaylist = (text: string): boolean => /^\uFEFF?\s{0,16}#EXTM3U/.test(text);

/** Reads a media playlist; null when the text isn't one. Only its head and its newest segments are parsed. */
export function readMediaPlaylist(text: string): MediaPlaylist | null {
  if (!isPlaylist(text)) return null;
  const cut = cutPlaylist(text);
  if (cut.isEmpty) return null;
  const { manifest } = parsed(cut);
  const { segments } = manifest;
  const firstOfTail = Math.max(0, manifest.mediaSequence ?? cut.firstSequence);
  const newest = segments.findLastIndex((segment) => segment.custom?.['gap'] === undefined);
  const last = segments[newest];
  const lengths = segments.flatMap((segment) => lengthOf(segment) ?? []);
  const longestSeconds = lengths.length === 0 ? null : lengths.reduce((a, b) => Math.max(a, b));
  const count = cut.leftOut + segments.length;
  return {
    targetSeconds: targetOf(manifest.targetDuration, longestSeconds),
    firstSequence: firstOfTail - cut.leftOut,
    lastSequence: last === undefined ? firstOfTail - cut.leftOut - 1 : firstOfTail + newest,
    lastListed: firstOfTail + segments.length - 1,
    segments: count,
    newestUri: last?.uri ?? null,
    newestSeconds: last === undefined ? null : lengthOf(last),
    newestBytes: last?.byterange?.length ?? null,
    longestSeconds,
    ended: manifest.endList === true,
    edgeAt: edgeOf(segments.slice(0, newest + 1), cut),
    discontinuities: segments.flatMap(({ discontinuity }, index) =>
      discontinuity === true ? [firstOfTail + index] : [],
    ),
    discontinuitiesEver:
      cut.discontinuitySequence === null
        ? null
        : cut.discontinuitySequence +
          cut.leftOutDiscontinuities +
          segments.filter(({ discontinuity }) => discontinuity === true).length,
  };
}

function parsed({ text, hasGaps }: Cut): Parser {
  const parser = new Parser();
  if (hasGaps) parser.addParser({ expression: /^#EXT-X-GAP/, customType: 'gap', segment: true });
  parser.push(text);
  parser.end();
  return parser;
}

function lengthOf({ duration }: ParsedSegment): number | null {
  return duration !== undefined && duration > 0 && duration <= longestPlausibleSeconds
    ? duration
    : null;
}

/** RFC 8216, 4.3.3.1: no segment is longer than the target once it is rounded. */
function targetOf(declared: number | undefined, longestSeconds: number | null): number {
  if (declared !== undefined && declared > 0 && declared <= longestPlausibleSeconds)
    return declared;
  return longestSeconds === null ? assumedTargetSeconds : Math.max(1, Math.round(longestSeconds));
}

/**
 * Programme time at the end of the last segment (RFC 8216, 4.3.2.6): from its own
 * date, or from the last date before it and the lengths since.
 */
function edgeOf(segments: readonly ParsedSegment[], { dateBefore }: Cut): number | null {
  const last = segments.at(-1);
  if (last === undefined) return null;
  const sinceCutMs = (): number =>
    1000 * segments.reduce((sum, segment) => sum + (lengthOf(segment) ?? 0), 0);
  const edgeAt =
    last.programDateTime !== undefined
      ? last.programDateTime + 1000 * (lengthOf(last) ?? 0)
      : (dateBefore ?? NaN) + sinceCutMs();
  return Number.isFinite(edgeAt) ? edgeAt : null;
}
