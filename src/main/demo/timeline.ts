/** How many segments a live playlist holds. */
const WINDOW_SEGMENTS = 10;

/** How many segments stay to be had after they left the playlist. */
const GRACE_SEGMENTS = 10;

/** What is live of a stream at a moment: the numbers of its segments. */
export interface LiveWindow {
  /** When segment 0 began, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly segmentSeconds: number;
  /** The oldest segment of the playlist. */
  readonly first: number;
  /** One past the newest segment; equal to `first` while there is none. */
  readonly end: number;
  /** No segment will ever follow. */
  readonly ended: boolean;
}

interface Timeline {
  readonly startedAt: number;
  readonly segmentSeconds: number;
  /** When the packager stopped, if it did; all times in milliseconds since 1970. */
  readonly stoppedAt: number | null;
  readonly ended: boolean;
}

/** The window at `now`: a segment is in it once its last picture is over. */
export function windowAt(timeline: Timeline, now: number): LiveWindow {
  const { startedAt, segmentSeconds, stoppedAt, ended } = timeline;
  const until = stoppedAt === null ? now : Math.min(now, stoppedAt);
  const end = Math.max(0, Math.floor((until - startedAt) / (segmentSeconds * 1000)));
  return { startedAt, segmentSeconds, first: Math.max(0, end - WINDOW_SEGMENTS), end, ended };
}

/** Whether a segment can be fetched: in the window, or only just out of it. */
export const isAvailable = (window: LiveWindow, segment: number): boolean =>
  segment >= window.first - GRACE_SEGMENTS && segment >= 0 && segment < window.end;
