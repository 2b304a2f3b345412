import type { Thresholds } from '../../../shared/thresholds.ts';
import type { PreviewFacts } from '../../../shared/health-arguments.ts';
import { hasSoundOnly, whyNotOnAir } from './circumstances.ts';
import { type Judge, type Judged, failing, good, unknown } from './judged.ts';
import { lasting } from './words.ts';

const name = 'picture';

/** The picture is neither black nor frozen, by a preview or by frames sampled now and then. */
export const picture: Judge = (facts, thresholds) => {
  const because = whyNotOnAir(facts);
  if (because !== null) return unknown(name, because);
  const { stream, preview, sample } = facts;
  if (stream !== null && hasSoundOnly(stream)) return unknown(name, 'The stream has sound only.');
  const seen = preview?.picture ?? sample?.picture;
  if (seen != null) return judged(seen, thresholds);
  return unknown(
    name,
    preview === null
      ? 'No preview is open, and no frame was sampled yet.'
      : 'The preview shows no picture that Tally can look at.',
  );
};

function judged(seen: NonNullable<PreviewFacts['picture']>, thresholds: Thresholds): Judged {
  const { darkMs, stillMs, meanLuma } = seen;
  if (darkMs >= thresholds.blackSeconds * 1000) {
    const luma = `mean luma ${Math.round(meanLuma)} of 255`;
    return failing(name, `The picture is black: ${luma} for ${lasting(darkMs)}.`, lasting(darkMs));
  }
  if (stillMs >= thresholds.frozenSeconds * 1000)
    return failing(
      name,
      `The picture stands still: no change for ${lasting(stillMs)}.`,
      lasting(stillMs),
    );
  return good(name, 'The picture moves and is not black.');
}
