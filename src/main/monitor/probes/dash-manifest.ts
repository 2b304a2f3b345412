import { inheritAttributes, stringToMpdXml } from 'mpd-parser';
import type { DashFacts, Variant } from '../facts.ts';
import { named } from './master-playlist.ts';
import { isTame } from './tame-xml.ts';

type Representation = ReturnType<typeof inheritAttributes>['representationInfo'][number];
type Timeline = NonNullable<Representation['segmentInfo']['segmentTimeline']>;

const keptEntries = 20;

/**
 * Reads a manifest (ISO/IEC 23009-1) that came from `url`; null when it isn't one.
 * `now` is the media server's time, in milliseconds since 1970.
 */
export function readManifest(
  text: string,
  url: string,
  now: number,
): Omit<DashFacts, 'answered'> | null {
  const representations = representationsIn(text, url);
  if (representations === null) return null;
  const edges = representations
    .filter(({ attributes }) => kindOf(attributes) !== null)
    .map((one) => edgeOf(one, now));
  const known = edges.filter((edge) => edge !== null);
  // The newest period comes last; of its tracks the first, which is a picture's where there is one.
  const newest = known.reduce<Edge | null>(
    (best, edge) => (best === null || edge.at > best.at + edge.seconds * 1000 ? edge : best),
    null,
  );
  return {
    dynamic: representations[0]?.attributes.type === 'dynamic',
    variants: variantsOf(representations),
    edgeAt: newest?.at ?? null,
    segmentSeconds: newest?.seconds ?? null,
  };
}

function representationsIn(text: string, url: string): readonly Representation[] | null {
  // The parser complains on stderr of what isn't whole.
  const isWhole = /<MPD[\s>]/.test(text.slice(0, 65_536)) && text.slice(-1_024).includes('</MPD>');
  if (!isWhole) return null;
  try {
    const brief = shortened(text);
    if (!isTame(brief)) return null;
    const mpd = stringToMpdXml(brief);
    return inheritAttributes(mpd, { manifestUri: url }).representationInfo;
  } catch {
    return null;
  }
}

/** Leaves out of each long timeline all but its newest entries: an hour of DVR takes long to parse. */
function shortened(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const open = text.indexOf('<SegmentTimeline', from);
    const close = open === -1 ? -1 : text.indexOf('</SegmentTimeline>', open);
    if (close === -1) return [...parts, text.slice(from)].join('');
    const entries = text.indexOf('>', open) + 1;
    parts.push(text.slice(from, entries), newestEntries(text.slice(entries, close)));
    from = close;
  }
}

function newestEntries(entries: string): string {
  let at = entries.length;
  for (let kept = 0; kept < keptEntries && at > 0; kept += 1)
    at = entries.lastIndexOf('<S', at - 1);
  if (at <= 0) return entries;
  const tail = entries.slice(at);
  const isTimed = /^<S\s[^<>]*\bt\s*=/.test(tail);
  return isTimed ? tail : tail.replace('<S', `<S t="${timeAt(entries, at)}"`);
}

/** The time, in units of the timescale, at which the entry at `to` begins. */
function timeAt(entries: string, to: number): number {
  let time = 0;
  for (const [entry] of entries.slice(0, to).matchAll(/<S\s[^<>]{1,300}>/g)) {
    const number = (name: string): number | null => {
      const found = new RegExp(`\\b${name}\\s*=\\s*["'](-?\\d+)`).exec(entry)?.[1];
      return found === undefined ? null : Number(found);
    };
    time = (number('t') ?? time) + (number('d') ?? 0) * ((number('r') ?? 0) + 1);
  }
  return time;
}

interface Edge {
  readonly at: number;
  readonly seconds: number;
}

/** Programme time at the end of the newest segment (5.3.9.6, and A.3.2 where only a duration is given). */
function edgeOf({ attributes, segmentInfo }: Representation, now: number): Edge | null {
  const { availabilityStartTime, periodStart } = attributes;
  const info = segmentInfo.template ?? segmentInfo.list;
  if (info === undefined || availabilityStartTime === undefined || periodStart == null) return null;
  const { timescale = 1, duration, presentationTimeOffset = 0 } = info;
  const start = 1000 * (availabilityStartTime + periodStart);
  const elapsed = ((now - start) * timescale) / 1000;
  const end = segmentInfo.segmentTimeline
    ? endOf(segmentInfo.segmentTimeline, elapsed + presentationTimeOffset)
    : duration === undefined
      ? null
      : { time: Math.floor(elapsed / duration) * duration + presentationTimeOffset, duration };
  if (end === null) return null;
  const at = start + (1000 * (end.time - presentationTimeOffset)) / timescale;
  const seconds = end.duration / timescale;
  return Number.isFinite(at) && seconds > 0 ? { at, seconds } : null;
}

/** `until`: how far an entry reaches that is repeated without end. */
function endOf(
  timeline: Timeline,
  until: number,
): { readonly time: number; readonly duration: number } | null {
  let time = 0;
  let duration = 0;
  for (const { t, d = 0, r = 0 } of timeline) {
    time = t ?? time;
    const repeated = r >= 0 ? r + 1 : Math.max(0, Math.floor((until - time) / d));
    time += d * repeated;
    duration = d;
  }
  return duration > 0 ? { time, duration } : null;
}

/** Each representation once, though it comes again in every period. */
function variantsOf(representations: readonly Representation[]): readonly Variant[] {
  const byId = new Map<string, Variant>();
  for (const { attributes } of representations) {
    const { id = '', bandwidth, codecs, width, height, frameRate } = attributes;
    const kind = kindOf(attributes);
    if (kind === null) continue;
    byId.set(`${kind} ${id || String(bandwidth)}`, {
      kind,
      url: '',
      name: id,
      bandwidth: known(bandwidth),
      averageBandwidth: null,
      width: known(width),
      height: known(height),
      frameRate: known(frameRate),
      codecs: codecs?.split(',').map((codec) => codec.trim()) ?? [],
    });
  }
  return named([...byId.values()]);
}

function kindOf({ contentType, mimeType, width }: Representation['attributes']) {
  const type = contentType ?? mimeType ?? '';
  if (type.startsWith('video')) return 'video';
  if (type.startsWith('audio')) return 'audio';
  return width === undefined ? null : 'video';
}

const known = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) && value > 0 ? value : null;
