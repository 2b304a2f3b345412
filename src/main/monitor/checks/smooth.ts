import type { Thresholds } from '../../../shared/thresholds.ts';
import type { PreviewFacts } from '../../../shared/health-arguments.ts';
import type { Facts } from '../facts.ts';
import { ageMsOf, readLately, whyNotOnAir } from './circumstances.ts';
import { type Judge, type Judged, failing, good, unknown, warning, worst } from './judged.ts';
import type { Standing } from './frames.ts';
import { counted, trimmed } from './words.ts';

const name = 'smooth';
const as = { warning, failing } as const;

const tries = {
  begins: 'The preview hasn’t begun to play.',
  waits: 'The preview waits for the stream’s next segment.',
  fails: 'The preview doesn’t play.',
} as const;

/** Whether a player is open and tries to play, where a reason says why nothing is known. */
export const isTrying = (reason: string): boolean => Object.values<string>(tries).includes(reason);

/** How well it plays on this computer: stalls, dropped frames, frame rate against the declared. */
export const smooth: Judge = (facts, thresholds) => {
  const because = whyNotOnAir(facts);
  if (because !== null) return unknown(name, because);
  const { preview } = facts;
  if (preview === null) return unknown(name, 'No preview is open.');
  switch (preview.state) {
    case 'loading':
    case 'waiting':
      return unknown(name, tries.begins);
    case 'paused':
      return unknown(name, 'The preview is paused.');
    case 'trouble':
      return preview.stallsInLastMinute > 0 && isWell(facts, thresholds)
        ? failing(name, 'Stalled, and it doesn’t play again.')
        : unknown(name, tries.fails);
    case 'ended':
      return unknown(name, tries.fails);
    case 'stalled':
      return isStreamLate(facts, thresholds)
        ? unknown(name, tries.waits)
        : failing(name, 'Stalled, with nothing left to play.');
    case 'playing':
      return worst(
        [
          ofStalls(preview, thresholds),
          ofDropped(preview, facts.frames.dropped),
          ofFrameRate(preview, facts.frames.rate),
        ],
        () => plays(preview),
      );
  }
};

/** A player that runs dry because nothing new is published is not at fault. */
function isStreamLate({ stream, now }: Facts, { freshWarning }: Thresholds): boolean {
  const lately = stream === null ? [] : readLately(stream, now);
  return lately.some(
    ({ playlist }) => ageMsOf(playlist) >= freshWarning * 1000 * playlist.targetSeconds,
  );
}

/** All that was asked of the stream answered well, and nothing is late. */
function isWell(facts: Facts, thresholds: Thresholds): boolean {
  const { stream, now } = facts;
  if (stream?.master?.outcome !== 'ok' || readLately(stream, now).length === 0) return false;
  const isOk = stream.renditions.every(({ answered }) => (answered?.outcome ?? 'ok') === 'ok');
  return isOk && !isStreamLate(facts, thresholds);
}

function ofStalls({ stallsInLastMinute }: PreviewFacts, thresholds: Thresholds): Judged | null {
  if (stallsInLastMinute === 0) return null;
  const figure = counted(stallsInLastMinute, 'stall');
  const how = stallsInLastMinute >= thresholds.stallsPerMinute ? failing : warning;
  return how(name, `${figure} in the last minute.`, figure);
}

function ofDropped({ droppedShare }: PreviewFacts, standing: Standing): Judged | null {
  if (droppedShare === null || standing === 'good') return null;
  const figure = `${trimmed(droppedShare * 100)} %`;
  return as[standing](name, `${figure} of frames dropped here.`, figure);
}

function ofFrameRate(
  { framesPerSecond, declaredFrameRate }: PreviewFacts,
  standing: Standing,
): Judged | null {
  if (framesPerSecond === null || declaredFrameRate === null || standing === 'good') return null;
  const figure = `${Math.round(framesPerSecond)} fps`;
  return as[standing](name, `${figure} here, ${trimmed(declaredFrameRate)} fps declared.`, figure);
}

function plays({ framesPerSecond }: PreviewFacts): Judged {
  const figure = framesPerSecond === null ? '' : `${Math.round(framesPerSecond)} fps`;
  return good(name, 'No stalls, hardly a dropped frame.', figure);
}
