import type { Thresholds } from '../../../shared/thresholds.ts';
import type { PreviewFacts } from '../../../shared/health-arguments.ts';
import { whyNotOnAir } from './circumstances.ts';
import { type Judge, type Judged, failing, good, unknown, warning } from './judged.ts';
import { lasting, wholeText } from './words.ts';

const name = 'sound';

/** There is sound, and it is neither too quiet nor too loud (ITU-R BS.1770, short-term). */
export const sound: Judge = (facts, thresholds) => {
  const because = whyNotOnAir(facts);
  if (because !== null) return unknown(name, because);
  const { preview, sample } = facts;
  const heard = preview?.sound ?? sample?.sound;
  if (heard != null) return judged(heard, thresholds);
  return unknown(
    name,
    preview === null
      ? 'No preview is open, and no sound was sampled yet.'
      : 'Tally can’t hear the sound of the preview.',
  );
};

type Heard = NonNullable<PreviewFacts['sound']>;

function judged(heard: Heard, thresholds: Thresholds): Judged {
  const { hasTrack, silentMs, shortTerm } = heard;
  if (!hasTrack) return failing(name, 'The stream has no sound.');
  if (silentMs >= thresholds.silenceSeconds * 1000)
    return failing(
      name,
      `Silent for ${lasting(silentMs)}, below ${wholeText(thresholds.silenceDbfs)} dBFS.`,
      lasting(silentMs),
    );
  // A short silence pulls the loudness down before it counts as one.
  if (shortTerm === null || silentMs > 0) return present(heard);
  const figure = `${wholeText(shortTerm)} LUFS`;
  if (shortTerm < thresholds.loudnessLowLufs)
    return warning(
      name,
      `Quiet: ${figure} short-term, below ${wholeText(thresholds.loudnessLowLufs)} LUFS.`,
      figure,
    );
  return shortTerm > thresholds.loudnessHighLufs
    ? warning(
        name,
        `Loud: ${figure} short-term, above ${wholeText(thresholds.loudnessHighLufs)} LUFS.`,
        figure,
      )
    : present(heard);
}

/** The integrated loudness moves least, so the sentence stays while nothing is wrong. */
function present({ integrated, shortTerm, levelDbfs }: Heard): Judged {
  if (integrated !== null)
    return good(
      name,
      `Sound is there, ${wholeText(integrated)} LUFS integrated.`,
      `${wholeText(integrated)} LUFS`,
    );
  return shortTerm === null
    ? good(name, 'Sound is there.', `${wholeText(levelDbfs)} dBFS`)
    : good(name, 'Sound is there.', `${wholeText(shortTerm)} LUFS`);
}
