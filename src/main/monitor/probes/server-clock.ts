const keptSamples = 5;

/**
 * How far the clock of a server is ahead of this computer's, in milliseconds, by
 * its Date header, which counts whole seconds (RFC 9110, 6.6.1); a cache keeps the
 * date and tells its Age (RFC 9111, 5.1). 0 where both clocks may well agree; null
 * without a date.
 */
export function serverAheadMs(headers: Headers, sentAt: number, headAt: number): number | null {
  const date = headers.get('date');
  if (date === null) return null;
  const age = Number(headers.get('age') ?? 0);
  const at = Date.parse(date) + (age > 0 ? age * 1000 : 0);
  if (!Number.isFinite(at)) return null;
  const least = at - headAt;
  const most = at + 1000 - sentAt;
  return least <= 0 && most >= 0 ? 0 : (least + most) / 2;
}

/** The last few samples; the median of them is what counts, so that one late answer doesn't. */
export class ServerClock {
  #samples: readonly number[] = [];

  note(aheadMs: number | null): void {
    if (aheadMs !== null) this.#samples = [...this.#samples, aheadMs].slice(-keptSamples);
  }

  get aheadMs(): number | null {
    const sorted = this.#samples.toSorted((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? null;
  }
}
