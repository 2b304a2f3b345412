import type { ApplicationApi } from '../application-api.ts';

/*
 * What both hosts do alike while the application runs.
 */

export const readyLine = 'Tally is ready';

export const alreadyRunning = {
  told: 'Tally is already running with this user-data folder; its window was brought to the front.',
  silent: 'Tally is already running with this user-data folder, but it doesn’t answer.',
} as const;

export const reloadedNotice = 'The window stopped working and was loaded again.';

/** How long the application or the window may take to end, in milliseconds. */
export const endsWithinMs = 5_000;

/**
 * Answers calls of the page once the application has started. The first answer to
 * `app.state` means that the window can be used, so `announce` is called then.
 */
export function answerCalls(
  application: ApplicationApi,
  started: Promise<void>,
  announce: () => void,
): (name: unknown, args: unknown) => Promise<unknown> {
  let announced = false;
  return async (name, args) => {
    await started;
    const answer = await application.call(name, args);
    if (!announced && name === 'app.state') {
      announced = true;
      // Later than the answer itself.
      setImmediate(announce);
    }
    return answer;
  };
}

/** A window that goes down is opened again, but at most once a minute. */
export class ReopenLimit {
  #last = -Infinity;

  get wasUsed(): boolean {
    return this.#last > 0;
  }

  /** Whether it may be opened again at a time in milliseconds; notes that it is. */
  allows(now: number): boolean {
    if (now - this.#last < 60_000) return false;
    this.#last = now;
    return true;
  }
}

/** Waits for the end of some work, but no longer than the limit; reports why it failed. */
export async function within(
  ms: number,
  work: Promise<unknown>,
  report: (reason: string) => void,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([work, late]);
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
}
