import type { Thresholds } from '../../../shared/thresholds.ts';
import { hasSoundOnly, whyNotOnAir } from './circumstances.ts';
import { type Judge, type Judged, failing, good, unknown } from './judged.ts';
import { type Picture, isBlack, isFrozen, readingOf, tellsOfPicture } from './readings.ts';
import { lasting } from './words.ts';

const name = 'picture';

/** The picture is neither black nor frozen, by a preview or by frames sampled now and then. */
export const picture: Judge = (facts, thresholds) => {
  const because = whyNotOnAir(facts);
  if (because !== null) return unknown(name, because);
  const { stream, preview, lastPicture } = facts;
  if (stream !== null && hasSoundOnly(stream)) return unknown(name, 'The stream has sound only.');
  const seen = preview?.picture ?? null;
  const found = readingOf(facts, seen, lastPicture, (one) => tellsOfPicture(one, thresholds));
  if (found !== null) return judged(found.reading, found.when, thresholds);
  return unknown(
    name,
    preview === null
      ? 'No preview is open, and no frame was sampled yet.'
      : seen === null
        ? 'The preview shows no picture that Tally can look at.'
        : 'The picture hasn’t been looked at for long enough.',
  );
};

function judged(seen: Picture, when: string, thresholds: Thresholds): Judged {
  const { darkMs, stillMs, meanLuma } = seen;
  if (isBlack(seen, thresholds)) {
    const luma = `mean luma ${Math.round(meanLuma)} of 255`;
    return failing(
      name,
      `The picture is black: ${luma} for ${lasting(darkMs)}${when}.`,
      lasting(darkMs),
    );
  }
  if (isFrozen(seen, thresholds))
    return failing(
      name,
      `The picture stands still: no change for ${lasting(stillMs)}${when}.`,
      lasting(stillMs),
    );
  return good(name, `The picture moves and is not black${when}.`);
}
