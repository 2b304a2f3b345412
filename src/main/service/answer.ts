import { STATUS_CODES } from 'node:http';
import type { EntityKind } from '../../shared/entities.ts';
import { type Failure, type Result, fail, ok } from '../../shared/failure.ts';
import { type Json, isJson } from './fields.ts';
import { maskSecrets, maskedExcerpt, maskerOf } from './masking.ts';
import { assumedThrottleMs, isPassing, retryAfterMs } from './retry.ts';

/** The largest body that is read, in bytes. */
export const limitBytes = 5 * 1024 * 1024;
const errorLimitBytes = 64 * 1024;
/** A token shorter than this may well be a word of the answer, and is left in it. */
const shortestEcho = 12;
const longestMessage = 1_000;
const visibleFrom = 16_384;
const longestVisible = 300;

/** An answer of the service that holds an object, word for word and parsed. */
export interface Answer {
  readonly json: Record<string, unknown>;
  readonly text: string;
  readonly status: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** From the request to the end of the body, without what was tried before. */
  readonly tookMs: number;
  /** The `Date` header: what the service thinks the time is. */
  readonly date: string | null;
}

/** The failure of an answer that is an object, and not the one that was asked for. */
export const misread = (
  status: number,
  detail: string,
): Extract<Failure, { kind: 'not-understood' }> => ({
  kind: 'not-understood',
  status,
  contentType: 'application/json',
  excerpt: '',
  detail,
});

export interface Asked {
  readonly kind: EntityKind;
  readonly token: string;
  /** What else the request carries that must not come back in the service's words. */
  readonly keys: readonly string[];
  readonly isChange: boolean;
}

const secretsOf = ({ token, keys }: Asked): readonly string[] => [token, ...keys];

const called: Record<EntityKind, string> = {
  live: 'live entity',
  video: 'video',
  preset: 'preset',
};

/** Reads a response to its end; throws only what reading its body throws. */
export async function answerOf(
  response: Response,
  asked: Asked,
  startedAt: number,
  now: () => number,
): Promise<Result<Answer>> {
  const { status, headers } = response;
  if (status === 0 || (status >= 300 && status < 400)) {
    await giveUp(response);
    return fail(redirected(status, headers.get('location'), asked.token));
  }
  if (!response.ok) {
    const { text } = await bodyOf(response, errorLimitBytes).catch(() => ({ text: '' }));
    return fail(refusal(response, text, asked, now()));
  }
  const body = await bodyOf(response, limitBytes);
  const sent = asked.isChange ? ({ sent: 'maybe' } as const) : {};
  if (!body.whole) return fail({ kind: 'too-large', limitBytes, ...sent });
  const parsed = parse(body.text, asked.token);
  if (parsed.ok) {
    const receivedAt = now();
    const { json, text } = parsed;
    const tookMs = receivedAt - startedAt;
    return ok({ json, text, status, receivedAt, tookMs, date: headers.get('date') });
  }
  return fail({
    kind: 'not-understood',
    status,
    contentType: maskSecrets(headers.get('content-type') ?? '', secretsOf(asked)).slice(0, 200),
    excerpt: maskedExcerpt(body.text, secretsOf(asked)),
    detail: parsed.detail,
    ...sent,
  });
}

/** The refusal of a redirect; `status` 0 where the host doesn't tell which. */
export function redirected(status: number, location: string | null, token: string): Failure {
  const place = location !== null && URL.canParse(location) ? new URL(location).origin : null;
  const to = place === null || place === 'null' ? '' : ` to ${maskSecrets(place, [token])}`;
  return {
    kind: 'refused',
    status,
    message: `It answered with a redirect${to}. Redirects are not followed, since the token would go along; check the service address.`,
  };
}

async function bodyOf(
  response: Response,
  limit: number,
): Promise<{ readonly text: string; readonly whole: boolean }> {
  if (response.body === null) return { text: '', whole: true };
  const length = Number(response.headers.get('content-length') ?? NaN);
  if (length <= limit && !response.headers.has('content-encoding'))
    return { text: await response.text(), whole: true };
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), whole: true };
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
    if (bytes > limit) {
      reader.cancel().catch(() => undefined);
      return { text, whole: false };
    }
  }
}

const giveUp = async (response: Response): Promise<void> => {
  await response.body?.cancel().catch(() => undefined);
};

type Parsed =
  | { readonly ok: true; readonly json: Record<string, unknown>; readonly text: string }
  | { readonly ok: false; readonly detail: string };

function parse(text: string, token: string): Parsed {
  if (text.trim() === '') return { ok: false, detail: 'the answer was empty' };
  const clean = token.length < shortestEcho ? text : maskSecrets(text, [token]);
  let json: unknown;
  try {
    json = JSON.parse(clean);
  } catch {
    return { ok: false, detail: whatElse(clean) };
  }
  return isJson(json)
    ? { ok: true, json, text: clean }
    : { ok: false, detail: 'the answer was JSON, but not an object' };
}

function whatElse(text: string): string {
  const start = text.trimStart();
  if (start.startsWith('<')) return 'the answer was a web page, not JSON';
  if (!/^[[{]/.test(start)) return 'the answer was not JSON';
  return /[\]}]\s*$/.test(text)
    ? 'the answer was damaged JSON'
    : 'the answer broke off in the middle of its JSON';
}

function refusal(response: Response, body: string, asked: Asked, now: number): Failure {
  const { status, headers } = response;
  const mask = maskerOf(secretsOf(asked));
  const said = serviceError(body);
  const message = said.message === undefined ? undefined : short(mask(said.message));
  const errorType = said.errorType === undefined ? {} : { errorType: short(mask(said.errorType)) };
  if (status === 401)
    return {
      kind: 'not-authorised',
      message: message ?? 'The service doesn’t accept the token.',
      ...errorType,
    };
  if (status === 404) return notFound(asked.kind, message, errorType);
  const waitMs = retryAfterMs(headers, now) ?? (status === 429 ? assumedThrottleMs : null);
  // After another 5xx a change may have been made all the same: waiting and sending it again is no answer.
  const isUndone = status === 429 || status === 503 || !asked.isChange;
  if (waitMs !== null && isPassing(status) && isUndone)
    return {
      kind: 'throttled',
      until: now + waitMs,
      ...(message === undefined ? {} : { message }),
    };
  return {
    kind: 'refused',
    status,
    message: message ?? statusSentence(response, body, mask),
    ...errorType,
  };
}

function notFound(
  kind: EntityKind,
  serviceMessage: string | undefined,
  errorType: { errorType?: string },
): Failure {
  const message = `No ${called[kind]} with this identifier`;
  return serviceMessage === undefined
    ? { kind: 'not-found', message: `${message}, or the service address is wrong`, ...errorType }
    : { kind: 'not-found', message, serviceMessage, ...errorType };
}

/** Section 7 of the service interface; undefined where the body isn't of that shape. */
function serviceError(body: string): { message?: string; errorType?: string } {
  const json = objectIn(body);
  const message = json?.['message'];
  const errorType = json?.['error_type'];
  return {
    ...(typeof message === 'string' && message.trim() !== '' ? { message } : {}),
    ...(typeof errorType === 'string' ? { errorType } : {}),
  };
}

function objectIn(body: string): Json | null {
  try {
    const json: unknown = JSON.parse(body);
    return isJson(json) ? json : null;
  } catch {
    return null;
  }
}

const short = (text: string): string =>
  text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;

function statusSentence(response: Response, body: string, mask: (text: string) => string): string {
  const words = mask(response.statusText || STATUS_CODES[response.status] || 'No reason given');
  const visible = mask(visibleText(mask(body)));
  if (visible === '') return `${words}.`;
  const start = visible.length > longestVisible ? `${visible.slice(0, longestVisible)}…` : visible;
  return `${words}. The answer begins: “${start}”`;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** What a reader of a web page would see of it. */
const visibleText = (html: string): string =>
  html
    .slice(0, visibleFrom)
    .replace(/<(script|style|title|head)\b[^<>]*>.*?<\/\1\s*>/gis, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
