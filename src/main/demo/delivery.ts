import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Answer } from './answer.ts';
import type { ApiFault } from './faults.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

/** What a proxy in trouble shows in place of what was asked for. */
export const HTML_PAGE =
  '<!doctype html>\n<html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>\n';

const HUGE_BYTES = 50 * 1024 * 1024;
const DRIP_MS = 50;

/** Sends a whole body, with its length. */
export function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, {
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}

export const sendAnswer = (response: ServerResponse, { status, body }: Answer): void =>
  send(response, status, JSON.stringify(body), { 'content-type': JSON_TYPE });

/** Ends the connection as a crash would: with a reset, in the middle of whatever it did. */
export const reset = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy();
};

/** Waits; resolves early to false when the other side has gone. */
export function stillThereAfter(response: ServerResponse, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isThere: boolean): void => {
      clearTimeout(timer);
      response.off('close', gone);
      resolve(isThere);
    };
    const gone = (): void => settle(false);
    const timer = setTimeout(settle, ms, true);
    response.once('close', gone);
  });
}

/** Sends `answer` as a fault spoils it. */
export function sendSpoilt(
  response: ServerResponse,
  fault: Exclude<ApiFault, { readonly kind: 'late' }>,
  answer: Answer,
): void {
  const json = JSON.stringify(answer.body);
  const half = json.slice(0, Math.ceil(json.length / 2));
  const headers = { 'content-type': JSON_TYPE };
  switch (fault.kind) {
    case 'silent':
      return;
    case 'reset':
      return reset(response);
    case 'empty':
      return send(response, answer.status, '', headers);
    case 'truncated':
      return send(response, answer.status, half, headers);
    case 'reshape':
      return send(response, answer.status, JSON.stringify(fault.reshape(answer.body)), headers);
    case 'answer':
      return sendChosen(response, fault);
    case 'throttled':
      return sendChosen(response, {
        status: 429,
        headers: retryAfter(fault.retryAfter),
        body: { message: 'Too many requests.', error_type: 'rate_limit_error' },
      });
    case 'cut-off':
      response.writeHead(answer.status, { ...headers, 'content-length': Buffer.byteLength(json) });
      response.write(half, () => reset(response));
      return;
    case 'huge':
      response.writeHead(answer.status, headers);
      // The other side is expected to leave before the end.
      pipeline(Readable.from(hugeJson(fault.bytes ?? HUGE_BYTES)), response).catch(() => undefined);
      return;
    case 'endless':
      response.writeHead(answer.status, headers);
      drip(response);
      return;
  }
}

function sendChosen(
  response: ServerResponse,
  {
    status,
    body,
    contentType,
    headers,
  }: Omit<Extract<ApiFault, { readonly kind: 'answer' }>, 'kind'>,
): void {
  const isText = typeof body === 'string';
  send(response, status, isText ? body : JSON.stringify(body), {
    'content-type': contentType ?? (isText ? HTML_TYPE : JSON_TYPE),
    ...headers,
  });
}

function retryAfter(wait: number | Date | undefined): Record<string, string> {
  if (wait === undefined) return {};
  return { 'retry-after': typeof wait === 'number' ? String(wait) : wait.toUTCString() };
}

function* hugeJson(bytes: number): Generator<string> {
  const chunk = 'x'.repeat(64 * 1024);
  yield '{"name":"';
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  yield '"}';
}

function drip(response: ServerResponse): void {
  response.write('{"name":"');
  const timer = setInterval(() => response.write('x'), DRIP_MS);
  response.once('close', () => clearInterval(timer));
}
