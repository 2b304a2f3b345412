import type { PreviewFacts } from '../../shared/health-arguments.ts';
import type { Figures } from './figures.ts';
import type { PreviewState } from './preview-state.ts';

/** What the instruments saw and heard. */
type Seen = Pick<PreviewFacts, 'picture' | 'sound'>;

/**
 * What a player measures, as main judges by it. `at` is in milliseconds since 1970. Figures
 * and the picture count only while the stream plays or stalls; else they are of another time.
 */
export function previewFacts(
  id: string,
  at: number,
  state: PreviewState,
  figures: Figures,
  reading: Seen,
  declaredFrameRate: number | null,
): PreviewFacts {
  const isPlaying = state.kind === 'playing';
  const isRunning = isPlaying || state.kind === 'stalled';
  const whenPlaying = (value: number | null): number | null => (isPlaying ? finite(value) : null);
  return {
    id,
    at: Math.round(at),
    from: 'preview',
    state: state.kind === 'off' ? 'waiting' : state.kind,
    behindSeconds: isRunning ? finite(figures.behindLive?.seconds ?? null) : null,
    bitsPerSecond: isRunning ? finite(figures.bitsPerSecond) : null,
    framesPerSecond: whenPlaying(figures.framesPerSecond),
    declaredFrameRate: finite(declaredFrameRate),
    droppedShare: whenPlaying(figures.droppedShare),
    stallsInLastMinute: figures.stallsInLastMinute,
    stalledMs: state.kind === 'stalled' ? state.seconds * 1000 : 0,
    picture: isRunning ? reading.picture : null,
    sound: isRunning ? reading.sound : null,
  };
}

const finite = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? value : null;
