import { troubleOf } from './answers.ts';
import type { Thresholds } from '../../../shared/thresholds.ts';
import type { Answered, DashFacts, Facts, StreamFacts, Variant } from '../facts.ts';
import { isStarting, readLately, targetOf, whyNotOnAir } from './circumstances.ts';
import { type Judge, type Judged, failing, good, unknown, warning, worst } from './judged.ts';
import { clockText, counted, trimmed } from './words.ts';

const name = 'dash';
/** Live edges move on by themselves, so only what was read at about the same time is compared. */
const comparedWithinMs = 8_000;

/** The manifest is there and dynamic, has the same ladder as HLS, and a live edge near to its. */
export const dash: Judge = (facts, thresholds) => {
  const because = whyNotOnAir(facts);
  if (because !== null) return unknown(name, because);
  if (!facts.entity?.playback?.dash) return unknown(name, 'The service gives no DASH address.');
  const { stream } = facts;
  if (stream?.dash == null) return unknown(name, 'Not asked yet.');
  const { answered, dynamic, variants } = stream.dash;
  if (answered.outcome !== 'ok') return notRead(answered, facts);
  if (dynamic === null) return failing(name, 'The manifest was not understood.');
  if (!dynamic) return failing(name, 'The manifest is static, as of a recording, though on air.');
  return worst([ofLadder(stream, variants), ofEdges(stream, stream.dash, thresholds)], () => {
    const sizes = sizesOf(variants).size;
    const apart = segmentsApart(stream, stream.dash);
    const edges = apart === null ? 'live edges can’t be compared' : 'live edges agree';
    return good(
      name,
      sizes === 0
        ? `The manifest is dynamic; ${edges}.`
        : `${counted(sizes, 'size')} as in HLS; ${edges}.`,
    );
  });
};

/** What was asked before it went on air, or just after, says nothing of now. */
function notRead(answered: Answered, facts: Facts): Judged {
  const { now, statusChangedAt } = facts;
  const isEarly = answered.at < (statusChangedAt ?? 0) || isStarting(facts, targetOf(facts.stream));
  return isEarly
    ? unknown(
        name,
        `On air since ${clockText(statusChangedAt ?? now, now)}; the manifest is awaited.`,
      )
    : failing(name, `The manifest ${troubleOf(answered)}.`, `${answered.status ?? ''}`);
}

function ofLadder({ renditions }: StreamFacts, variants: readonly Variant[]): Judged | null {
  const inHls = sizesOf(renditions.map(({ variant }) => variant));
  const inDash = sizesOf(variants);
  if (inHls.size === 0 || inDash.size === 0) return null;
  const lacking = firstLacking(inDash, inHls);
  if (lacking !== undefined) return warning(name, `DASH lacks ${lacking}, which HLS has.`, lacking);
  const extra = firstLacking(inHls, inDash);
  return extra === undefined ? null : warning(name, `HLS lacks ${extra}, which DASH has.`, extra);
}

const firstLacking = (these: ReadonlySet<string>, of: ReadonlySet<string>): string | undefined =>
  [...of].find((size) => !these.has(size));

function sizesOf(variants: readonly Variant[]): Set<string> {
  const sizes = new Set<string>();
  for (const { kind, width, height } of variants)
    if (kind === 'video' && width !== null && height !== null) sizes.add(`${width}×${height}`);
  return sizes;
}

function ofEdges(stream: StreamFacts, manifest: DashFacts, thresholds: Thresholds): Judged | null {
  const apart = segmentsApart(stream, manifest);
  if (apart === null || Math.abs(apart) < thresholds.dashSegmentsApart) return null;
  const far = Math.round(Math.abs(apart) * 2) / 2;
  const way = apart > 0 ? 'behind' : 'ahead of';
  const figure = counted(far, 'segment');
  return warning(name, `DASH is ${figure} ${way} HLS.`, trimmed(far));
}

/** By how many segments the edge of DASH is behind that of HLS; null when it can't be told. */
function segmentsApart(stream: StreamFacts, manifest: DashFacts | null): number | null {
  if (manifest?.edgeAt == null) return null;
  const segmentSeconds = manifest.segmentSeconds ?? targetOf(stream);
  if (!(segmentSeconds > 0)) return null;
  const at = manifest.answered.at;
  const dashMs = at - manifest.edgeAt;
  let hlsMs: number | null = null;
  let nearest = comparedWithinMs;
  for (const { playlist } of readLately(stream, at)) {
    const off = Math.abs(playlist.readAt - at);
    if (playlist.edgeAt === null || off > nearest) continue;
    nearest = off;
    hlsMs = playlist.readAt - playlist.edgeAt;
  }
  if (hlsMs === null) {
    const ahead = stream.serverAheadMs ?? 0;
    for (const point of stream.behind) {
      const off = Math.abs(point.at - at);
      if (off > nearest) continue;
      nearest = off;
      hlsMs = point.seconds * 1000 - ahead;
    }
  }
  return hlsMs === null ? null : (dashMs - hlsMs) / 1000 / segmentSeconds;
}
