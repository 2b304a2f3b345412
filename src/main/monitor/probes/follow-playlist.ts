import type { PlaylistFacts } from '../facts.ts';
import type { MediaPlaylist } from './media-playlist.ts';

/** A media playlist over time: what it says now, and what is remembered to judge the next answer by. */
export interface Followed {
  readonly facts: PlaylistFacts;
  readonly lastListed: number;
  readonly discontinuitiesEver: number | null;
  /** When the discontinuities of the last minute arrived, oldest first. */
  readonly arrivals: readonly number[];
}

const minuteMs = 60_000;
const mostArrivals = 1_000;
/** A cache may answer with a copy that is this many segments older than another's. */
const staleCopySegments = 2;
const lateTargets = 2;

/**
 * Takes in what an answer of `at` says; `url` is where it came from. A copy that is
 * slightly older than what was seen already, as caches give, is no news.
 */
export function follow(
  before: Followed | null,
  read: MediaPlaylist,
  url: string,
  at: number,
): Followed {
  if (before !== null && isStaleCopy(before, read)) return again(before, at);
  const jump = before === null ? null : jumpOf(before, read, at);
  const newestUrl = read.newestUri === null ? null : (URL.parse(read.newestUri, url)?.href ?? null);
  const isSame =
    read.lastSequence === before?.facts.lastSequence &&
    newestNameOf(newestUrl) === newestNameOf(before.facts.newestUrl);
  const arrivals = arrivalsOf(before, read, jump !== null, at);
  return {
    facts: {
      readAt: at,
      changedAt: isSame ? before.facts.changedAt : at,
      resumedAt: !isSame && stoodStill(before) ? at : (before?.facts.resumedAt ?? null),
      targetSeconds: read.targetSeconds,
      firstSequence: read.firstSequence,
      lastSequence: read.lastSequence,
      segments: read.segments,
      newestUrl,
      newestSeconds: read.newestSeconds,
      longestSeconds: read.longestSeconds,
      ended: read.ended,
      edgeAt: read.edgeAt,
      jump: jump ?? before?.facts.jump ?? null,
      discontinuitiesInLastMinute: arrivals.length,
    },
    lastListed: read.lastListed,
    discontinuitiesEver: read.discontinuitiesEver,
    arrivals,
  };
}

/** The same text was read again. */
export function again(before: Followed, at: number): Followed {
  const arrivals =
    before.arrivals.length === 0 ? before.arrivals : before.arrivals.filter(isWithinMinute(at));
  return {
    ...before,
    arrivals,
    facts: { ...before.facts, readAt: at, discontinuitiesInLastMinute: arrivals.length },
  };
}

/** When it was last read, nothing had followed for longer than by chance. */
function stoodStill(before: Followed | null): boolean {
  if (before === null) return false;
  const { readAt, changedAt, targetSeconds } = before.facts;
  return readAt - changedAt > lateTargets * 1000 * targetSeconds;
}

/** A token in the query may change with every answer. */
const newestNameOf = (url: string | null): string | null => url?.replace(/[?#].*$/s, '') ?? null;

const isWithinMinute =
  (now: number) =>
  (at: number): boolean =>
    now - at < minuteMs;

function isStaleCopy({ facts, lastListed }: Followed, read: MediaPlaylist): boolean {
  const isSlightlyOlder =
    read.lastListed < lastListed && read.lastListed >= lastListed - staleCopySegments;
  const isOfEarlierProgramme =
    read.edgeAt === null || facts.edgeAt === null || read.edgeAt < facts.edgeAt;
  return isSlightlyOlder && read.segments > 0 && isOfEarlierProgramme;
}

/**
 * The media sequence may neither go back nor leave out numbers (RFC 8216, 6.2.2).
 * Whatever came and went between two answers, as the time allows, isn't left out.
 */
function jumpOf(
  { facts, lastListed }: Followed,
  read: MediaPlaylist,
  at: number,
): PlaylistFacts['jump'] {
  if (read.segments === 0 || facts.segments === 0) return null;
  const jump = { at, from: lastListed, to: read.firstSequence };
  if (read.lastListed < lastListed) return { ...jump, to: read.lastListed };
  if (read.firstSequence <= lastListed + 1) return null;
  const each = read.longestSeconds ?? read.targetSeconds;
  const arrivedSeconds = (read.lastListed - lastListed) * each;
  const elapsedSeconds = (at - facts.readAt) / 1000;
  const most = elapsedSeconds * 1.5 + read.segments * each + 3 * read.targetSeconds;
  return arrivedSeconds > most ? jump : null;
}

function arrivalsOf(
  before: Followed | null,
  read: MediaPlaylist,
  hasJumped: boolean,
  at: number,
): readonly number[] {
  if (before === null) return [];
  const kept = before.arrivals.filter(isWithinMinute(at));
  const listed = read.discontinuities.filter((sequence) => sequence > before.lastListed).length;
  const counted = (read.discontinuitiesEver ?? 0) - (before.discontinuitiesEver ?? 0);
  const isCounted = read.discontinuitiesEver !== null && before.discontinuitiesEver !== null;
  const arrived = hasJumped ? 0 : isCounted ? Math.max(counted, 0) : listed;
  const added = Array.from({ length: Math.min(arrived, mostArrivals) }, () => at);
  return added.length === 0 ? kept : [...kept, ...added].slice(-mostArrivals);
}
