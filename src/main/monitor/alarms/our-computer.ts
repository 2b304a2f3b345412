import type { Standing } from '../checks/frames.ts';

const fewestStreams = 3;
const enoughOfThem = 0.5;

/** Players of this computer that don't show all frames, of how many. */
export interface Overload {
  readonly suffering: number;
  readonly played: number;
}

/**
 * Whether it is this computer that can't keep up, and not the streams: three streams or more,
 * and at least half of those played here, drop frames or show too few, one of them so many that
 * it fails. It goes on, `before` not being null, also while none fails; null while it keeps up.
 * Frames are lost here alone, while a stall may be the network's or the server's: one that
 * stalls counts as good.
 */
export function overloadOf(played: readonly Standing[], before: Overload | null): Overload | null {
  const suffering = played.filter((one) => one !== 'good').length;
  if (suffering < fewestStreams || suffering < played.length * enoughOfThem) return null;
  if (before === null && !played.includes('failing')) return null;
  return { suffering, played: played.length };
}
