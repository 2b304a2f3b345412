import type { Clock } from '../../../clock.ts';

/** A live stream of one media playlist that a test made up. */
export interface MadeStream {
  readonly url: string;
  readonly targetSeconds: number;
  /** When its first segment is complete, in milliseconds since 1970. */
  readonly startedAt: number;
  /** How late each segment is, in milliseconds; its programme time isn't. */
  readonly lateMs: (segment: number) => number;
  /** No segment is complete after it. */
  readonly stallsAt: number;
  readonly segments?: number;
}

/** When the newest segment of a stream that has stalled was complete; null while it hasn't. */
export function lastArrivalOf(stream: MadeStream, now: number): number | null {
  if (now < stream.stallsAt) return null;
  const newest = newestAt(stream, now);
  return arrivalOf(stream, newest);
}

const arrivalOf = ({ startedAt, targetSeconds, lateMs }: MadeStream, segment: number): number =>
  startedAt + segment * targetSeconds * 1000 + lateMs(segment);

function newestAt(stream: MadeStream, now: number): number {
  const until = Math.min(now, stream.stallsAt);
  let segment = Math.floor((until - stream.startedAt) / (stream.targetSeconds * 1000)) + 1;
  while (segment >= 0 && arrivalOf(stream, segment) > until) segment -= 1;
  return segment;
}

/** The media playlist as it stands at `now`. */
export function playlistOf(stream: MadeStream, now: number): string {
  const { targetSeconds, startedAt, segments = 6 } = stream;
  const newest = newestAt(stream, now);
  const first = Math.max(0, newest - segments + 1);
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${targetSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
  ];
  for (let segment = first; segment <= newest; segment += 1) {
    const at = startedAt + (segment - 1) * targetSeconds * 1000;
    lines.push(
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(at).toISOString()}`,
      `#EXTINF:${targetSeconds.toFixed(3)},`,
      `segment-${segment}.m4s`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** A request that was made up to be answered. */
export interface SeenRequest {
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
}

/** What a made server says: a status, or more of it; `late` answers only when the request is given up. */
export type MadeAnswer =
  | number
  | 'late'
  | 'broken'
  | {
      readonly status?: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly finalUrl?: string;
    };

const pagesMay = { 'access-control-allow-origin': '*' };

/** A fetch without a network: `answer` says what becomes of each request, which are kept in `seen`. */
export function madeFetch(
  clock: Clock,
  answer: (request: SeenRequest) => MadeAnswer,
): { readonly fetch: typeof fetch; readonly seen: SeenRequest[] } {
  const seen: SeenRequest[] = [];
  const made = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    const headers = new Headers(init.headers);
    const request = { at: clock.now(), method: init.method ?? 'GET', url, headers };
    seen.push(request);
    const given = answer(request);
    if (given === 'broken') return Promise.reject(new TypeError('fetch failed'));
    if (given === 'late')
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new Error('given up')));
      });
    const {
      status = 200,
      body = '',
      headers: more = {},
      finalUrl = url,
    } = typeof given === 'number' ? { status: given } : given;
    const hasBody = request.method !== 'HEAD' && status !== 304 && status !== 204;
    const response = new Response(hasBody ? body : null, {
      status,
      headers: {
        ...pagesMay,
        'content-type': 'application/vnd.apple.mpegurl',
        'content-length': String(Buffer.byteLength(body)),
        ...more,
      },
    });
    Object.defineProperty(response, 'url', { value: finalUrl });
    return Promise.resolve(response);
  };
  return { fetch: made, seen };
}
