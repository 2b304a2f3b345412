import type { Thresholds } from '../../../shared/thresholds.ts';
import type { RenditionFacts } from '../facts.ts';
import { nameOf, streamOnAir } from './circumstances.ts';
import { type Judge, type Judged, failing, good, unknown, warning, worst } from './judged.ts';
import { bitrateText } from './words.ts';

const name = 'bitrate';

/** Sampled segments against the declared bandwidth: no more than its peak, not far under its average (RFC 8216, 4.3.4.2). */
export const bitrate: Judge = (facts, thresholds) => {
  const stream = streamOnAir(facts);
  if (typeof stream === 'string') return unknown(name, stream);
  const weighed = stream.renditions.flatMap((rendition) => measuredOf(rendition) ?? []);
  if (weighed.length === 0)
    return unknown(
      name,
      stream.isSinglePlaylist
        ? 'A single playlist declares no bitrate to compare with.'
        : 'No segment was weighed yet.',
    );
  return worst(
    weighed.toSorted((a, b) => b.overPercent - a.overPercent).map((one) => judged(one, thresholds)),
    () => within(weighed),
  );
};

interface Measured {
  readonly rendition: RenditionFacts;
  readonly bits: number;
  readonly declared: number;
  readonly overPercent: number;
  readonly underPercent: number;
}

function measuredOf(rendition: RenditionFacts): Measured | null {
  const { bandwidth, averageBandwidth } = rendition.variant;
  const declared = bandwidth ?? averageBandwidth;
  if (declared === null || declared <= 0) return null;
  let bytes = 0;
  let seconds = 0;
  for (const sample of rendition.samples) {
    if (sample.bytes === null || sample.seconds <= 0) continue;
    bytes += sample.bytes;
    seconds += sample.seconds;
  }
  if (seconds === 0) return null;
  const bits = (bytes * 8) / seconds;
  return {
    rendition,
    bits,
    declared,
    overPercent: (bits / declared - 1) * 100,
    underPercent: (1 - bits / (averageBandwidth ?? declared)) * 100,
  };
}

function judged(
  { rendition, bits, declared, ...off }: Measured,
  thresholds: Thresholds,
): Judged | null {
  const figure = bitrateText(bits);
  const which = nameOf(rendition.variant);
  // Far above it, viewers stall whose line just carries what was declared.
  const isFarOver = off.overPercent >= thresholds.bitrateFarOverPercent;
  if (isFarOver || off.overPercent >= thresholds.bitrateOverPercent) {
    const reason = `${which} measures ${figure}, ${Math.round(off.overPercent)} % above the declared ${bitrateText(declared)}.`;
    return (isFarOver ? failing : warning)(name, reason, figure);
  }
  if (off.underPercent < thresholds.bitrateUnderPercent) return null;
  const { averageBandwidth } = rendition.variant;
  return warning(
    name,
    `${which} measures ${figure}, ${Math.round(off.underPercent)} % below the declared ${bitrateText(averageBandwidth ?? declared)}.`,
    figure,
  );
}

function within(weighed: readonly Measured[]): Judged {
  const [highest] = weighed.toSorted((a, b) => b.declared - a.declared);
  if (highest === undefined) return unknown(name, 'No segment was weighed yet.');
  const figure = bitrateText(highest.bits);
  const which = nameOf(highest.rendition.variant);
  return good(
    name,
    `${which} measures ${figure}, declared ${bitrateText(highest.declared)}.`,
    figure,
  );
}
