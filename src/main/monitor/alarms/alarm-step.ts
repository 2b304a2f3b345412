import type { Delays } from '../../../shared/health-arguments.ts';

/** After a pause as long as this, what was counted before says nothing of now. */
const forgottenAfterMs = 60_000;

/** What a judgement says to an alarm. A warning is `fine`: it isn't what was failing. */
export type Sign = 'failing' | 'fine' | 'unknown';

/** A time that is counted only while it runs: what nobody could judge is left out. */
interface Stretch {
  readonly countedMs: number;
  /** When it last began to run, or was paused. */
  readonly at: number;
  readonly runs: boolean;
}

/**
 * Where one check of one stream stands; null when nothing is wrong with it. `failing`:
 * for less than its delay so far. `raised`: there is an alarm, and `fine` is how long
 * it has been good again.
 */
export type Watch =
  | { readonly kind: 'failing'; readonly since: number; readonly failing: Stretch }
  | { readonly kind: 'raised'; readonly fine: Stretch | null };

export type WatchEvent =
  | { readonly kind: 'judged'; readonly sign: Sign }
  | { readonly kind: 'ticked' }
  /** Nothing was seen for a while: every delay begins anew. */
  | { readonly kind: 'restarted' }
  /** It isn't watched any more. */
  | { readonly kind: 'gone' };

export interface WatchStep {
  readonly watch: Watch | null;
  readonly act: 'raise' | 'recover' | null;
}

export const raisedWatch: Watch = { kind: 'raised', fine: null };
export const failingFrom = (now: number): Watch => ({
  kind: 'failing',
  since: now,
  failing: begun(now),
});

/**
 * Decides what follows from an event; times in milliseconds since 1970. An alarm is
 * raised when a check has failed, with nothing good in between, for its delay, and
 * recovers when it was good, with no failure in between, for its other delay.
 */
export function step(
  watch: Watch | null,
  event: WatchEvent,
  delays: Delays,
  now: number,
): WatchStep {
  switch (event.kind) {
    case 'judged':
      return { watch: judged(watch, event.sign, now), act: null };
    case 'ticked': {
      const due = dueAt(watch, delays);
      if (watch === null || due === null || due > now) return { watch, act: null };
      return watch.kind === 'failing'
        ? { watch: raisedWatch, act: 'raise' }
        : { watch: null, act: 'recover' };
    }
    case 'restarted':
      return { watch: watch?.kind === 'raised' ? raisedWatch : null, act: null };
    case 'gone':
      return { watch: null, act: watch?.kind === 'raised' ? 'recover' : null };
  }
}

/** When `ticked` brings something on; null while only a judgement can. */
export function dueAt(watch: Watch | null, delays: Delays): number | null {
  if (watch === null) return null;
  const [stretch, seconds] =
    watch.kind === 'failing'
      ? [watch.failing, delays.raiseSeconds]
      : [watch.fine, delays.recoverSeconds];
  return stretch?.runs === true ? stretch.at + seconds * 1_000 - stretch.countedMs : null;
}

function judged(watch: Watch | null, sign: Sign, now: number): Watch | null {
  if (watch === null) return sign === 'failing' ? failingFrom(now) : null;
  if (watch.kind === 'failing') {
    if (sign === 'fine') return null;
    const failing = counted(watch.failing, sign === 'failing', now);
    if (failing === null) return failingFrom(now);
    return failing === watch.failing ? watch : { ...watch, failing };
  }
  if (sign === 'failing') return watch.fine === null ? watch : raisedWatch;
  if (watch.fine === null) return sign === 'fine' ? { kind: 'raised', fine: begun(now) } : watch;
  const fine = counted(watch.fine, sign === 'fine', now) ?? begun(now);
  return fine === watch.fine ? watch : { kind: 'raised', fine };
}

const begun = (now: number): Stretch => ({ countedMs: 0, at: now, runs: true });

/** Runs or pauses a stretch; null when it goes on after too long a pause. */
function counted(stretch: Stretch, runs: boolean, now: number): Stretch | null {
  if (stretch.runs === runs) return stretch;
  if (!runs) return { countedMs: stretch.countedMs + now - stretch.at, at: now, runs };
  return now - stretch.at > forgottenAfterMs ? null : { ...stretch, at: now, runs };
}
