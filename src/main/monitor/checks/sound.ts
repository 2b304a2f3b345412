import type { Thresholds } from '../../../shared/thresholds.ts';
import { whyNotOnAir } from './circumstances.ts';
import { type Judge, type Judged, failing, good, unknown, warning } from './judged.ts';
import { type Sound, isSilent, readingOf, tellsOfSound } from './readings.ts';
import { lasting, wholeText } from './words.ts';

const name = 'sound';

/** There is sound, and it is neither too quiet nor too loud (ITU-R BS.1770, short-term). */
export const sound: Judge = (facts, thresholds) => {
  const because = whyNotOnAir(facts);
  if (because !== null) return unknown(name, because);
  const { preview, lastSound } = facts;
  const heard = preview?.sound ?? null;
  const found = readingOf(facts, heard, lastSound, (one) => tellsOfSound(one, thresholds));
  if (found !== null) return judged(found.reading, found.when, thresholds);
  return unknown(
    name,
    preview === null
      ? 'No preview is open, and no sound was sampled yet.'
      : heard === null
        ? 'Tally can’t hear the sound of the preview.'
        : 'The sound hasn’t been heard for long enough.',
  );
};

function judged(heard: Sound, when: string, thresholds: Thresholds): Judged {
  const { hasTrack, silentMs, shortTerm } = heard;
  if (!hasTrack) return failing(name, `The stream has no sound${when}.`);
  if (isSilent(heard, thresholds))
    return failing(
      name,
      `Silent for ${lasting(silentMs)}, below ${wholeText(thresholds.silenceDbfs)} dBFS${when}.`,
      lasting(silentMs),
    );
  // A short silence pulls the loudness down before it counts as one.
  if (shortTerm === null || silentMs > 0) return present(heard, when);
  const figure = `${wholeText(shortTerm)} LUFS`;
  if (shortTerm < thresholds.loudnessLowLufs)
    return warning(
      name,
      `Quiet: ${figure} short-term, below ${wholeText(thresholds.loudnessLowLufs)} LUFS${when}.`,
      figure,
    );
  return shortTerm > thresholds.loudnessHighLufs
    ? warning(
        name,
        `Loud: ${figure} short-term, above ${wholeText(thresholds.loudnessHighLufs)} LUFS${when}.`,
        figure,
      )
    : present(heard, when);
}

/** The integrated loudness moves least, so the sentence stays while nothing is wrong. */
function present({ integrated, shortTerm, levelDbfs }: Sound, when: string): Judged {
  if (integrated !== null)
    return good(
      name,
      `Sound is there, ${wholeText(integrated)} LUFS integrated${when}.`,
      `${wholeText(integrated)} LUFS`,
    );
  return shortTerm === null
    ? good(name, `Sound is there${when}.`, `${wholeText(levelDbfs)} dBFS`)
    : good(name, `Sound is there${when}.`, `${wholeText(shortTerm)} LUFS`);
}
