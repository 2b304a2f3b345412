/** What is parsed of a media playlist: its head and its newest segments. */
export interface Cut {
  /** A playlist that counts on from where the left out segments end. */
  readonly text: string;
  /** It neither declares a target duration nor lists a segment. */
  readonly isEmpty: boolean;
  readonly leftOut: number;
  readonly leftOutDiscontinuities: number;
  /** EXT-X-MEDIA-SEQUENCE of the text; 0 when it is missing (RFC 8216, 4.3.3.2). */
  readonly firstSequence: number;
  /** As declared; null when it is missing. */
  readonly discontinuitySequence: number | null;
  /** Programme time at the end of the left out segments; only told where the tail has no date. */
  readonly dateBefore: number | null;
  readonly hasGaps: boolean;
}

const SEGMENT = '\n#EXTINF:';
const DISCONTINUITY = '\n#EXT-X-DISCONTINUITY';
const DATE = '#EXT-X-PROGRAM-DATE-TIME:';
const keptSegments = 12;

/**
 * The tags that facts are made of. The others never reach the parser: it throws at
 * some that are malformed, and takes quadratic time over an endless attribute list.
 */
const tailTags = /^#EXT(?:INF:|-X-(?:BYTERANGE:|DISCONTINUITY$|PROGRAM-DATE-TIME:|GAP$|ENDLIST$))/;
const longestTag = 1_024;
const longestUri = 16_384;
const longestHead = 65_536;
const longestTail = 262_144;
/** Of a dozen segments; more are addresses without a length. */
const mostLines = 1_000;

/** Cuts a media playlist down to its head and its newest dozen of segments. */
export function cutPlaylist(whole: string): Cut {
  const segments = countOf(whole, SEGMENT, 0, whole.length);
  const head = headOf(whole);
  const leftOut = segments > keptSegments ? segments - keptSegments : 0;
  const from = leftOut === 0 ? 0 : startOfTail(whole);
  const tail = linesOf(whole.slice(from, from + longestTail));
  const hasDate = tail.some((line) => line.startsWith(DATE));
  const target = head.target === null ? [] : [`#EXT-X-TARGETDURATION:${head.target}`];
  const ended = head.ended && leftOut > 0 ? ['#EXT-X-ENDLIST'] : [];
  const lines = ['#EXTM3U', ...target, `#EXT-X-MEDIA-SEQUENCE:${head.first + leftOut}`];
  return {
    text: `${[...lines, ...tail, ...ended].join('\n')}\n`,
    isEmpty: head.target === null && segments === 0,
    leftOut,
    leftOutDiscontinuities: leftOut === 0 ? 0 : discontinuitiesIn(whole, from - 1),
    firstSequence: head.first,
    discontinuitySequence: head.discontinuities,
    dateBefore: leftOut === 0 || hasDate ? null : dateAt(whole, from - 1),
    hasGaps: tail.includes('#EXT-X-GAP'),
  };
}

function headOf(whole: string): {
  readonly target: number | null;
  readonly first: number;
  readonly discontinuities: number | null;
  readonly ended: boolean;
} {
  const end = whole.indexOf(SEGMENT);
  const head = whole.slice(0, end === -1 ? longestHead : Math.min(end, longestHead));
  const numberIn = (pattern: RegExp): number | null => {
    const found = pattern.exec(head)?.[1];
    return found === undefined ? null : Number(found);
  };
  return {
    target: numberIn(/^#EXT-X-TARGETDURATION:\s*(\d{1,15}(?:\.\d{1,15})?)/m),
    first: numberIn(/^#EXT-X-MEDIA-SEQUENCE:\s*(\d{1,20})/m) ?? 0,
    discontinuities: numberIn(/^#EXT-X-DISCONTINUITY-SEQUENCE:\s*(\d{1,20})/m),
    // RFC 8216, 4.3.3.4: it may occur anywhere in the playlist.
    ended: /^#EXT-X-ENDLIST/m.test(head),
  };
}

/** Where the tags of the kept segments begin: behind the address of the segment before them. */
function startOfTail(whole: string): number {
  let at = whole.length;
  for (let kept = 0; kept <= keptSegments; kept += 1) at = whole.lastIndexOf(SEGMENT, at - 1);
  const address = /\n[^#\s][^\n]*\n/g;
  address.lastIndex = at + 1;
  return address.test(whole) ? address.lastIndex : at;
}

const linesOf = (tail: string): string[] =>
  tail
    .split('\n')
    .flatMap((line) => {
      const trimmed = line.trim();
      if (trimmed === '') return [];
      const isKept = trimmed.startsWith('#')
        ? trimmed.length <= longestTag && tailTags.test(trimmed)
        : trimmed.length <= longestUri;
      return isKept ? [trimmed] : [];
    })
    .slice(-mostLines);

function countOf(whole: string, what: string, from: number, to: number): number {
  let count = 0;
  for (let at = whole.indexOf(what, from); at !== -1 && at < to; count += 1)
    at = whole.indexOf(what, at + what.length);
  return count;
}

const discontinuitiesIn = (whole: string, to: number): number =>
  countOf(whole, DISCONTINUITY, 0, to) - countOf(whole, `${DISCONTINUITY}-SEQUENCE`, 0, to);

/** Programme time at `to`: the last date before it and the lengths of the segments since. */
function dateAt(whole: string, to: number): number | null {
  const at = whole.lastIndexOf(DATE, to);
  if (at === -1) return null;
  const end = whole.indexOf('\n', at);
  const date = Date.parse(whole.slice(at + DATE.length, end).trim());
  let seconds = 0;
  let segment = whole.indexOf(SEGMENT, end);
  while (segment !== -1 && segment < to) {
    const length = Number.parseFloat(whole.slice(segment + SEGMENT.length, segment + 40));
    if (length > 0) seconds += length;
    segment = whole.indexOf(SEGMENT, segment + SEGMENT.length);
  }
  return Number.isNaN(date) ? null : date + seconds * 1000;
}
