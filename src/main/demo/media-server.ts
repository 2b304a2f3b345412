import type { IncomingMessage, ServerResponse } from 'node:http';
import { HTML_PAGE, reset, send, stillThereAfter } from './delivery.ts';
import type { Faults, MediaFault } from './faults.ts';
import { pictureOf } from './pictures.ts';
import { concerns, type MediaRequest, mediaRequestOf, statesOf, type Streams } from './streams.ts';

/** Everything below this path is media, for any page to fetch. */
export const MEDIA_PATH = '/media/';

const LIVE = `${MEDIA_PATH}live/`;
const PICTURES = `${MEDIA_PATH}pictures/`;
const PLAIN = { 'content-type': 'text/plain; charset=utf-8' };
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'range',
  'access-control-expose-headers': 'content-length, date',
};

/** Serves streams and pictures, as the faults in force let it. */
export class MediaServer {
  readonly #streams: Streams;
  readonly #faults: Faults<MediaFault>;
  readonly #now: () => number;

  constructor(streams: Streams, faults: Faults<MediaFault>, now: () => number) {
    this.#streams = streams;
    this.#faults = faults;
    this.#now = now;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/\?.*$/s, '');
    const wanted = path.startsWith(LIVE) ? mediaRequestOf(path.slice(LIVE.length)) : null;
    if (wanted !== null) return this.#serveStream(request, response, wanted);
    if (isRefused(request, response, CORS)) return;
    const picture = path.startsWith(PICTURES) ? pictureOf(path.slice(PICTURES.length)) : undefined;
    if (picture === undefined) send(response, 404, 'Not found\n', { ...CORS, ...PLAIN });
    else send(response, 200, picture, { ...CORS, 'content-type': 'image/svg+xml' });
  }

  async #serveStream(
    request: IncomingMessage,
    response: ServerResponse,
    wanted: MediaRequest,
  ): Promise<void> {
    const { id, part } = wanted;
    const taken = this.#faults.take(id, part, (fault) => concerns(fault, part));
    const faults = taken.map(({ fault }) => fault);
    for (const fault of faults) {
      if (fault.kind === 'late' && !(await stillThereAfter(response, fault.ms))) return;
    }
    const has = (kind: MediaFault['kind']): boolean => faults.some((fault) => fault.kind === kind);
    if (has('reset')) {
      reset(response);
      return;
    }
    const headers = has('no-cors') ? {} : CORS;
    if (isRefused(request, response, headers)) return;
    const failed = faults.find((fault) => fault.kind === 'answer');
    if (failed !== undefined) {
      send(response, failed.status, 'Out of order\n', { ...headers, ...PLAIN });
      return;
    }
    if (has('not-a-playlist')) {
      send(response, 200, HTML_PAGE, {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
      });
      return;
    }
    const file = this.#streams.fileOf(wanted, statesOf(taken), this.#now());
    if (file === undefined) send(response, 404, 'Not found\n', { ...headers, ...PLAIN });
    else send(response, 200, file.body, { ...headers, 'content-type': file.contentType });
  }
}

/** Answers what isn't a GET or HEAD; says whether it did. */
function isRefused(
  { method }: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  response.writeHead(method === 'OPTIONS' ? 204 : 405, { ...headers, allow: 'GET, HEAD, OPTIONS' });
  response.end();
  return true;
}
