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
/** How much of the way from a threshold back to the declared rate ends a warning, and a failure. */
const clearlyMore = { warning: 0.5, failing: 0.2 };

/**
 * How the frames of a player stand, which it is that this computer can keep up with. On a busy
 * computer the figures go up and down about a threshold, so what was bad must get clearly
 * better: under half of the threshold of dropped frames, or a fifth of the way from that of the
 * frame rate to the declared (half of it for a warning). In the first 10 s of a picture, while the
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
    rate: rateStanding(before.rate, preview, thresholds),
  };
}

/** A preview out of sight shows few frames, and that says nothing. */
function rateStanding(
  before: Standing,
  { framesPerSecond, declaredFrameRate, picture }: PreviewFacts,
  { frameRateWarningPercent, frameRateFailingPercent }: Thresholds,
): Standing {
  if (framesPerSecond === null || declaredFrameRate === null || picture === null) return 'good';
  const percent = (framesPerSecond / declaredFrameRate) * 100;
  const isUnder = (threshold: number, wayBack: number): boolean =>
    percent < threshold + wayBack * (100 - threshold);
  return standing(
    before,
    (isHeld) => isUnder(frameRateFailingPercent, isHeld ? clearlyMore.failing : 0),
    (isHeld) => isUnder(frameRateWarningPercent, isHeld ? clearlyMore.warning : 0),
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
