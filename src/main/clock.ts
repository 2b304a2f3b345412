/** The time, so that tests can make it pass. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `act` once after `ms` milliseconds; gives a function that cancels it. */
  after(ms: number, act: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
