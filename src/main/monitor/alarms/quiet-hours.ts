import type { WatchSettings } from '../../../shared/health-arguments.ts';

interface Quiet {
  readonly quiet: boolean;
  /** When that changes by itself, in milliseconds since 1970; null: never. */
  readonly changesAt: number | null;
}

/**
 * Whether quiet hours are on, by the workstation's own time. A span whose end is
 * before its beginning goes over midnight; one that ends where it begins is the whole day.
 */
export function quietAt({ on, from, to }: WatchSettings['quietHours'], now: number): Quiet {
  if (!on) return { quiet: false, changesAt: null };
  if (from === to) return { quiet: true, changesAt: null };
  const nextFrom = nextAt(from, now);
  const nextTo = nextAt(to, now);
  return { quiet: nextTo < nextFrom, changesAt: Math.min(nextFrom, nextTo) };
}

/** When the clock on the wall next shows a time of day, later than now. */
function nextAt(timeOfDay: string, now: number): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  const day = new Date(now);
  const on = (days: number): number =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, hours, minutes).getTime();
  return on(0) > now ? on(0) : on(1);
}
