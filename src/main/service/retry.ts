/** How often a read is tried again. */
export const retries = 2;
/** A wait that the service asks for is kept inside a call up to this long. */
export const longestWaitMs = 10_000;
/** What is waited when the service throttles without saying how long. */
export const assumedThrottleMs = 10_000;

const firstBackOffMs = 300;
const longestRetryAfterMs = 24 * 3_600_000;

/** Statuses after which the same request may well succeed a moment later. */
export const isPassing = (status: number): boolean =>
  status === 429 || status === 500 || (status >= 502 && status <= 504);

/** 300 ms, 900 ms, 2.7 s..., half of each by chance. */
export const backOffMs = (attempt: number, random: () => number): number =>
  firstBackOffMs * 3 ** attempt * (0.5 + 0.5 * random());

/**
 * How long `Retry-After` asks to wait, in milliseconds, at most a day: seconds or
 * an HTTP date (RFC 9110, 10.2.3). A date is held against the service's own clock
 * where the answer carries one. null when there is none or it can't be read.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (value === '') return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Number(value) * 1000, longestRetryAfterMs);
  const until = Date.parse(value);
  if (Number.isNaN(until)) return null;
  const serviceNow = Date.parse(headers.get('date') ?? '');
  const waitMs = until - (Number.isNaN(serviceNow) ? now : serviceNow);
  return Math.min(Math.max(0, waitMs), longestRetryAfterMs);
}
