import type { Thresholds } from '../../../shared/thresholds.ts';
import type { Facts, StreamFacts } from '../facts.ts';
import {
  type ReadRendition,
  ageMsOf,
  isStarting,
  nameOf,
  readLately,
  startMs,
  streamOnAir,
} from './circumstances.ts';
import { type Judge, type Judged, failing, good, unknown, warning, worst } from './judged.ts';
import { clockText, secondsText, trimmed } from './words.ts';

const name = 'playlist';
/** A jump of the media sequence is told for so long. */
const jumpToldMs = 60_000;

/**
 * Whether new segments come as often as the playlist promises (RFC 8216, 4.3.3.1 and 6.2.1).
 * The worst rendition counts.
 */
export const playlist: Judge = (facts, thresholds) => {
  const stream = streamOnAir(facts);
  if (typeof stream === 'string') return unknown(name, stream);
  const { now } = facts;
  const all = readLately(stream, now);
  // What was read before it went on air, or before another went on, is of another time.
  const resumedAt = Math.max(0, ...all.map(({ playlist }) => playlist.resumedAt ?? 0));
  const lately = all.filter(
    ({ playlist: { readAt } }) => readAt >= Math.max(resumedAt, facts.statusChangedAt ?? 0),
  );
  if (lately.length === 0) return notRead(stream, now);
  const findings = lately.flatMap((one) => [
    ofEnd(one),
    ofEmptiness(one, stream, now),
    ofAge(one, lately, thresholds),
    ofJump(one, facts),
    ofLength(one),
    ofDiscontinuities(one, thresholds),
  ]);
  const found = worst(findings.toSorted(byAge), () => fresh(lately));
  const { statusChangedAt } = facts;
  const target = Math.max(...lately.map((one) => one.playlist.targetSeconds));
  const isOld = lately.every((one) => one.playlist.changedAt < (statusChangedAt ?? 0));
  return found.verdict !== 'good' && isOld && isStarting(facts, target)
    ? unknown(
        name,
        `On air since ${clockText(statusChangedAt ?? now, now)}; the first new segment is awaited.`,
      )
    : found;
};

interface Finding extends Judged {
  readonly ageMs?: number;
}

const byAge = (a: Finding | null, b: Finding | null): number => (b?.ageMs ?? 0) - (a?.ageMs ?? 0);

function notRead(stream: StreamFacts, now: number): Judged {
  const readAt = Math.max(0, ...stream.renditions.map((one) => one.playlist?.readAt ?? 0));
  return unknown(
    name,
    readAt === 0
      ? 'No media playlist could be read so far.'
      : `The media playlists were last read at ${clockText(readAt, now)}.`,
  );
}

/** EXT-X-ENDLIST: no more segments will be added (RFC 8216, 4.3.3.4). */
const ofEnd = ({ playlist: { ended } }: ReadRendition): Finding | null =>
  ended
    ? failing(name, 'The playlist says that no more will follow, though the service says on air.')
    : null;

function ofEmptiness(one: ReadRendition, stream: StreamFacts, now: number): Finding | null {
  const { segments, targetSeconds } = one.playlist;
  if (segments > 0 || now - stream.watchedSince < startMs(targetSeconds)) return null;
  return failing(name, `The playlist of ${nameOf(one.variant)} lists no segment.`);
}

/** A newest segment that hasn't followed for longer than segments last is the first sign of a stall. */
function ofAge(
  one: ReadRendition,
  lately: readonly ReadRendition[],
  thresholds: Thresholds,
): Finding | null {
  const { targetSeconds, segments, ended } = one.playlist;
  const ageMs = ageMsOf(one.playlist);
  const targets = ageMs / 1000 / Math.max(targetSeconds, 0.1);
  if (segments === 0 || ended || targets < thresholds.freshWarning) return null;
  const age = secondsText(ageMs / 1000);
  const isAlone = hasMoreElsewhere(one, lately, thresholds.freshWarning * targetSeconds);
  const where = isAlone ? ` in ${nameOf(one.variant)}` : '';
  const reason = `No new segment for ${age}${where}, target ${trimmed(targetSeconds)} s.`;
  const how = targets >= thresholds.freshFailing ? failing : warning;
  return { ...how(name, reason, age), ageMs };
}

/** Whether another rendition went on by so many seconds more; when all stand still, none is to blame. */
function hasMoreElsewhere(
  { playlist: { edgeAt } }: ReadRendition,
  lately: readonly ReadRendition[],
  seconds: number,
): boolean {
  if (edgeAt === null) return lately.length > 1;
  return lately.some(({ playlist }) => (playlist.edgeAt ?? 0) - edgeAt > seconds * 1000);
}

/** The media sequence goes up by one with each segment (RFC 8216, 4.3.3.2 and 6.2.2). */
function ofJump({ playlist: { jump, targetSeconds } }: ReadRendition, facts: Facts) {
  const { now, statusChangedAt } = facts;
  if (jump === null || now - jump.at > jumpToldMs) return null;
  // Whoever goes on air begins a new sequence; renditions take turns, so it shows up to twice as late.
  if (Math.abs(jump.at - (statusChangedAt ?? 0)) < 2 * startMs(targetSeconds)) return null;
  const way = jump.to < jump.from ? 'went back' : 'jumped';
  return warning(
    name,
    `The media sequence ${way}, from ${jump.from} to ${jump.to} at ${clockText(jump.at, now)}.`,
  );
}

/** EXTINF, rounded to the nearest second, is at most the target duration (RFC 8216, 4.3.3.1). */
function ofLength({ playlist: { longestSeconds, targetSeconds } }: ReadRendition): Finding | null {
  if (longestSeconds === null || Math.round(longestSeconds) <= targetSeconds) return null;
  const length = secondsText(longestSeconds);
  return warning(
    name,
    `A segment lasts ${length}, longer than the target of ${trimmed(targetSeconds)} s.`,
    length,
  );
}

function ofDiscontinuities(
  { playlist: { discontinuitiesInLastMinute: count } }: ReadRendition,
  { discontinuitiesPerMinute }: Thresholds,
): Finding | null {
  if (count < discontinuitiesPerMinute) return null;
  return warning(name, `${count} discontinuities in the last minute.`, `${count}`);
}

/** A playlist is read every few seconds, so an age within one segment's time is no news. */
function fresh(lately: readonly ReadRendition[]): Judged {
  const [oldest] = lately.toSorted((a, b) => ageMsOf(b.playlist) - ageMsOf(a.playlist));
  const { targetSeconds = 0 } = oldest?.playlist ?? {};
  const ageMs = oldest === undefined ? 0 : ageMsOf(oldest.playlist);
  if (lately.every((one) => one.playlist.segments === 0))
    return unknown(name, 'The playlist lists no segment yet.');
  const target = `${trimmed(targetSeconds)} s`;
  return ageMs <= 1000 * targetSeconds
    ? good(name, `New segments come in time, target ${target}.`, 'in time')
    : good(
        name,
        `Newest segment ${secondsText(ageMs / 1000)} old, target ${target}.`,
        secondsText(ageMs / 1000),
      );
}
