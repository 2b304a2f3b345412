import type { Facts, StreamFacts } from '../facts.ts';
import {
  type ReadRendition,
  ageMsOf,
  isOnAir,
  isStarting,
  readLately,
  startMs,
  targetOf,
} from './circumstances.ts';
import { type Judge, type Judged, failing, good, unknown, warning } from './judged.ts';
import { clockText, lasting, quoted } from './words.ts';

const name = 'on-air';
/** A stream that isn't on air is probed once a minute, so what moved before can't be told sooner. */
const watchedAtLeastMs = 75_000;
/** Programme time that is so near to now comes from an encoder that runs. */
const edgeWithinMs = 10_000;
/** In target durations; the check of the playlist says how late. */
const lateTargets = 3;

/** The service's status against what is played: “ready” yet segments flow, “broadcasting” yet nothing new. */
export const onAir: Judge = (facts) => {
  if (facts.entity === null)
    return unknown(
      name,
      facts.offline ? 'This computer has no network.' : 'The service has not answered yet.',
    );
  const { status } = facts.entity;
  if (!status) return unknown(name, 'The service gave no status.');
  if (isOnAir(facts)) return broadcasting(facts);
  return flows(facts)
    ? warning(name, `Segments flow, though the service says ${quoted(status, 24)}.`)
    : unknown(name, `Not on air: the service says ${quoted(status, 24)}.`);
};

function broadcasting(facts: Facts): Judged {
  const { offline, stream, now, statusChangedAt } = facts;
  if (offline) return unknown(name, 'This computer has no network.');
  if (!facts.entity?.playback?.hls)
    return warning(name, 'On air, but the service gives no HLS address.');
  if (stream === null) return unknown(name, 'On air; the stream hasn’t been asked yet.');
  const lately = readLately(stream, now);
  const target = targetOf(stream);
  const [freshest] = lately.toSorted((a, b) => ageMsOf(a.playlist) - ageMsOf(b.playlist));
  const isNew = freshest !== undefined && isMoving(freshest, target);
  if (isNew)
    return good(
      name,
      ageMsOf(freshest.playlist) < lateTargets * 1000 * target
        ? 'On air, and new segments come.'
        : 'On air; the next segment is late.',
    );
  if (isStarting(facts, target) && statusChangedAt !== null)
    return unknown(
      name,
      `On air since ${clockText(statusChangedAt, now)}; new segments are awaited.`,
    );
  if (freshest !== undefined) {
    const { playlist } = freshest;
    if (playlist.ended)
      return failing(name, 'The playlist has ended, though the service says on air.');
    if (playlist.segments === 0)
      return failing(name, 'No playlist lists a segment, though the service says on air.');
    const age = lasting(ageMsOf(playlist));
    return failing(name, `Nothing new for ${age}, though the service says on air.`, age);
  }
  return isSilent(stream, now, target)
    ? failing(name, 'There is nothing to play, though the service says on air.')
    : unknown(name, 'On air; the stream hasn’t been read lately.');
}

const isMoving = ({ playlist }: ReadRendition, target: number): boolean =>
  !playlist.ended && playlist.segments > 0 && ageMsOf(playlist) < startMs(target);

/** Asked lately, for long enough, and no playlist came. */
function isSilent({ watchedSince, master, renditions }: StreamFacts, now: number, target: number) {
  if (now - watchedSince < startMs(target)) return false;
  const answers = [master, ...renditions.map(({ answered }) => answered)];
  const playable = answers.some((answer, index) => index > 0 && answer?.outcome === 'ok');
  return !playable && answers.some((answer) => answer !== null && answer.outcome !== 'ok');
}

/** Segments were added while Tally watched and nothing was on air, or their programme time is of now. */
function flows({ stream, now, statusChangedAt }: Facts): boolean {
  if (stream?.master?.outcome !== 'ok') return false;
  return stream.renditions.some(({ playlist }) => {
    if (playlist === null || playlist.ended || now - playlist.readAt > watchedAtLeastMs)
      return false;
    // The last segments of an encoder that left say nothing against the status.
    const offAirAt = statusChangedAt ?? -Infinity;
    if (playlist.changedAt - offAirAt < startMs(playlist.targetSeconds)) return false;
    const ageMs = ageMsOf(playlist);
    if (ageMs > 3000 * playlist.targetSeconds) return false;
    if (playlist.changedAt - stream.watchedSince >= watchedAtLeastMs) return true;
    if (playlist.edgeAt === null) return false;
    const behindMs = playlist.readAt + (stream.serverAheadMs ?? 0) - playlist.edgeAt;
    return Math.abs(behindMs) < 3000 * playlist.targetSeconds + edgeWithinMs;
  });
}
