import type { PreviewFacts } from '../../../shared/health-arguments.ts';
import type { Thresholds } from '../../../shared/thresholds.ts';

export type Standing = 'good' | 'warning' | 'failing';

/** How the frames of a player stand: those that it dropped, and those that it shows each second. */
export interface FramesStanding {
  readonly dropped: Standing;
  readonly rate: Standing;
}

export const steadyFrames: FramesStanding = { dropped: 'good', rate: 'good' };

/** Dropped frames count as fewer again only under this share of the threshold that they reached. */
const clearlyFewer = 0.5;
/** Frames shown that warn and fail, as shares of the declared rate; and from where on each is over. */
const fewFrames = { from: 0.9, overFrom: 0.95 };
const tooFewFrames = { from: 0.5, overFrom: 0.6 };

/**
 * How the frames of a player stand, which it is that this computer can keep up with. On a busy
 * computer the figures go up and down about a threshold, so what was bad must get clearly
 * better: under half of the threshold of dropped frames, or a tenth of the declared rate above
 * that of the frame rate (half of it for a warning). In the first 10 s of a picture, while the
 * share of dropped frames is null, nothing is bad, and so it is when it doesn’t play. A stall
 * keeps what was.
 */
export function framesStanding(
  before: FramesStanding,
  preview: PreviewFacts | null,
  thresholds: Thresholds,
): FramesStanding {
  if (preview?.state === 'stalled') return before;
  if (preview?.state !== 'playing' || preview.droppedShare === null) return steadyFrames;
  const percent = preview.droppedShare * 100;
  return {
    dropped: standing(
      before.dropped,
      (isHeld) => percent >= thresholds.droppedFailingPercent * (isHeld ? clearlyFewer : 1),
      (isHeld) => percent >= thresholds.droppedWarningPercent * (isHeld ? clearlyFewer : 1),
    ),
    rate: rateStanding(before.rate, preview),
  };
}

/** A preview out of sight shows few frames, and that says nothing. */
function rateStanding(
  before: Standing,
  { framesPerSecond, declaredFrameRate, picture }: PreviewFacts,
): Standing {
  if (framesPerSecond === null || declaredFrameRate === null || picture === null) return 'good';
  const share = framesPerSecond / declaredFrameRate;
  return standing(
    before,
    (isHeld) => share < (isHeld ? tooFewFrames.overFrom : tooFewFrames.from),
    (isHeld) => share < (isHeld ? fewFrames.overFrom : fewFrames.from),
  );
}

/** `isHeld`: it stood as badly before, so that it takes more to be better. */
function standing(
  before: Standing,
  fails: (isHeld: boolean) => boolean,
  warns: (isHeld: boolean) => boolean,
): Standing {
  if (fails(before === 'failing')) return 'failing';
  return warns(before !== 'good') ? 'warning' : 'good';
}
