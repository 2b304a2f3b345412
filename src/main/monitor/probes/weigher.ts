import type { SegmentSample } from '../facts.ts';
import type { Answer, Asked } from './asker.ts';

type Ask = (asked: Asked) => Promise<Answer | null>;

interface Segment {
  readonly url: string;
  readonly seconds: number;
  /** Known from EXT-X-BYTERANGE; null otherwise. */
  readonly bytes: number | null;
}

const wholeEveryMs = 5 * 60_000;
const segmentLimitBytes = 64 * 1024 * 1024;

/**
 * Learns what a segment weighs without reading it: by HEAD, else by asking for its
 * first byte, else, every 5 minutes at most, by reading one to its end. What a
 * server of a stream is good for is remembered.
 */
export class Weigher {
  #takesHead = true;
  #tellsLength = true;
  #wholeAt = -Infinity;

  /** null when the asking was given up. */
  async weigh(ask: Ask, segment: Segment, now: number): Promise<SegmentSample | null> {
    const { url, seconds } = segment;
    if (this.#takesHead) {
      const head = await ask({ url, method: 'HEAD', body: 'leave' });
      if (head === null) return null;
      if (isSilent(head)) return sampleOf(head, null, seconds);
      const bytes = segment.bytes ?? lengthIn(head);
      const isEnough = head.answered.outcome === 'ok' && bytes !== null;
      // Some servers send the CORS header with what a page asks for only.
      if (isEnough && head.answered.keptOutBy?.length === 0) return sampleOf(head, bytes, seconds);
    }
    const first = await ask({ url, headers: { Range: 'bytes=0-0' }, body: 'leave' });
    if (first === null) return null;
    if (first.answered.outcome !== 'ok') return sampleOf(first, null, seconds);
    this.#takesHead = false;
    const bytes = segment.bytes ?? (first.status === 206 ? rangeIn(first) : lengthIn(first));
    this.#tellsLength = bytes !== null;
    if (this.#tellsLength || now - this.#wholeAt < wholeEveryMs)
      return sampleOf(first, bytes, seconds);
    this.#wholeAt = now;
    const whole = await ask({ url, body: 'count', limitBytes: segmentLimitBytes });
    if (whole === null) return null;
    return sampleOf(whole, whole.answered.outcome === 'ok' ? whole.bytes : null, seconds);
  }
}

const isSilent = ({ answered: { outcome } }: Answer): boolean =>
  outcome === 'unreachable' || outcome === 'timed-out';

const sampleOf = ({ answered }: Answer, bytes: number | null, seconds: number): SegmentSample => ({
  answered,
  bytes,
  seconds,
});

/** Content-Length; what is compressed on its way tells nothing of the segment. */
function lengthIn({ headers }: Answer): number | null {
  const isCompressed = headers?.has('content-encoding') === true;
  return isCompressed ? null : positive(headers?.get('content-length') ?? null);
}

/** The length in “bytes 0-0/12345” (RFC 9110, 14.4). */
const rangeIn = ({ headers }: Answer): number | null =>
  positive(/\/(\d+)$/.exec(headers?.get('content-range') ?? '')?.[1] ?? null);

function positive(text: string | null): number | null {
  const value = Number(text ?? 0);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}
