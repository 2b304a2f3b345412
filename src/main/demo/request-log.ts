import type { IncomingMessage } from 'node:http';

/** A request that reached the demo, for tests to look at. */
export interface RecordedRequest {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Path and query as they came. */
  readonly path: string;
  /** Lower-case names; `authorization` only says what was sent, see `TOKEN` and `OTHER`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Stands for an Authorization header that was exactly the demo's token. */
export const TOKEN = '(the token)';
/** Stands for any other Authorization header. */
export const OTHER = '(something else)';

const LIMIT = 5_000;

/** The last 5,000 requests. */
export class RequestLog {
  #requests: RecordedRequest[] = [];

  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  add(request: IncomingMessage, body: string, token: string, now: number): void {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers))
      headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
    if ('authorization' in headers)
      headers['authorization'] = headers['authorization'] === token ? TOKEN : OTHER;
    if (this.#requests.length >= LIMIT) this.#requests = this.#requests.slice(LIMIT / 10);
    const { method = '', url: path = '' } = request;
    this.#requests.push({ at: now, method, path, headers, body });
  }
}
