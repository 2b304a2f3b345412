import type { PreviewFacts } from '../../../shared/health-arguments.ts';
import type { Thresholds } from '../../../shared/thresholds.ts';
import type { Facts } from '../facts.ts';
import { lasting } from './words.ts';

/* When what a player measures of picture and sound says something, and when an earlier reading stands in for it. */

export type Picture = NonNullable<PreviewFacts['picture']>;
export type Sound = NonNullable<PreviewFacts['sound']>;

/** A preview may take so long until there is something to measure. */
const beginsWithinMs = 15_000;

export const isBlack = ({ darkMs }: Picture, { blackSeconds }: Thresholds): boolean =>
  darkMs >= blackSeconds * 1000;

export const isFrozen = ({ stillMs }: Picture, { frozenSeconds }: Thresholds): boolean =>
  stillMs >= frozenSeconds * 1000;

export const isSilent = ({ silentMs }: Sound, { silenceSeconds }: Thresholds): boolean =>
  silentMs >= silenceSeconds * 1000;

/** Whether a picture was watched for long enough: one that is dark or still since the first look may be good, or soon be bad. */
export function tellsOfPicture(seen: Picture, thresholds: Thresholds): boolean {
  const isBad = isBlack(seen, thresholds) || isFrozen(seen, thresholds);
  return isBad || (seen.darkMs < seen.seenMs && seen.stillMs < seen.seenMs);
}

/** Whether sound was listened to for long enough, likewise. */
export function tellsOfSound(heard: Sound, thresholds: Thresholds): boolean {
  const isBad = !heard.hasTrack || isSilent(heard, thresholds);
  return isBad || heard.silentMs < heard.heardMs;
}

/**
 * What is judged by: what the preview measures, once it tells something; else what was measured
 * last, while no preview is open or it has only just begun, in words with how long ago that was.
 */
export function readingOf<T>(
  { now, preview, previewSince }: Facts,
  measured: T | null,
  last: { readonly at: number; readonly reading: T } | null,
  tells: (reading: T) => boolean,
): { readonly reading: T; readonly when: string } | null {
  if (measured !== null && tells(measured)) return { reading: measured, when: '' };
  const hasBegun = measured === null && now - (previewSince ?? now) >= beginsWithinMs;
  if (last === null || !tells(last.reading) || (preview !== null && hasBegun)) return null;
  return { reading: last.reading, when: ` (measured ${agoText(now - last.at)})` };
}

const agoText = (ms: number): string =>
  ms < 60_000 ? 'less than a minute ago' : `${lasting(ms)} ago`;
