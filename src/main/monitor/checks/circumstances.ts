import type { Facts, PlaylistFacts, RenditionFacts, StreamFacts, Variant } from '../facts.ts';
import { isSoundCodec } from './codecs.ts';
import { shortened } from './words.ts';

/* What several checks ask first: whether the stream can be judged at all, and by which of its playlists. */

/** How often the playlists of a stream on air are read. */
const probedEveryMs = 4_000;
/** An encoder that just began may take so long until its first segment is listed. */
const startsWithinMs = 15_000;

export const isOnAir = (facts: Facts): boolean => facts.entity?.status === 'broadcasting';

/** The stream while it is on air, or a sentence that says why it can't be judged. */
export function streamOnAir(facts: Facts): StreamFacts | string {
  const because = whyNotOnAir(facts);
  if (because !== null) return because;
  if (!facts.entity?.playback?.hls) return 'The service gives no HLS address.';
  return facts.stream ?? 'The stream hasn’t been asked yet.';
}

/** Why a viewer can't be expected to see anything; null while on air. */
export function whyNotOnAir(facts: Facts): string | null {
  if (facts.offline) return 'This computer has no network.';
  if (facts.entity === null) return 'The service has not answered yet.';
  return isOnAir(facts) ? null : 'Not on air.';
}

export type ReadRendition = RenditionFacts & { readonly playlist: PlaylistFacts };

/** Renditions whose playlist was read so lately that it says something of now. */
export function readLately(stream: StreamFacts, now: number): ReadRendition[] {
  // Renditions take turns, so each is read the more seldom the more there are.
  const from = now - probedEveryMs * (3 + stream.renditions.length);
  return stream.renditions.filter(
    (rendition): rendition is ReadRendition => (rendition.playlist?.readAt ?? 0) >= from,
  );
}

/** How old the newest segment was when the playlist was last read: one that wasn't read says nothing. */
export const ageMsOf = ({ readAt, changedAt }: PlaylistFacts): number =>
  Math.max(0, readAt - changedAt);

/** How long a stream that just went on air, or was just found, may take until something new comes. */
export const startMs = (targetSeconds: number): number =>
  Math.max(startsWithinMs, 3000 * targetSeconds);

/** Went on air so lately, as far as Tally saw, that its first segments may still be on their way. */
export const isStarting = ({ statusChangedAt, now }: Facts, targetSeconds: number): boolean =>
  statusChangedAt !== null && now - statusChangedAt < startMs(targetSeconds);

export const hasSoundOnly = (stream: StreamFacts): boolean =>
  stream.renditions.length > 0 && stream.renditions.every(({ variant }) => isSoundOnly(variant));

/** Without a picture, by its kind or by codecs that are all known to be sound. */
const isSoundOnly = ({ kind, codecs, height }: Variant): boolean =>
  kind === 'audio' || (height === null && codecs.length > 0 && codecs.every(isSoundCodec));

export const nameOf = ({ name, height, width }: Variant): string =>
  name.trim() === ''
    ? height === null || width === null
      ? 'a rendition'
      : `${Math.min(width, height)}p`
    : shortened(name.trim(), 24);

export const targetOf = (stream: StreamFacts | null): number =>
  Math.max(0, ...(stream?.renditions ?? []).map(({ playlist }) => playlist?.targetSeconds ?? 0));
