import type { EntityKind } from '../../shared/entities.ts';
import { type Failure, type Result, fail } from '../../shared/failure.ts';
import { identifierProblem } from '../../shared/identifiers.ts';
import type { Clock } from '../clock.ts';
import { type Answer, type Asked, answerOf, redirected } from './answer.ts';
import { maskSecrets } from './masking.ts';
import { explainNetworkError, isRefusedRedirect } from './network-error.ts';
import { backOffMs, isPassing, longestWaitMs, retries, retryAfterMs } from './retry.ts';

export type { Answer } from './answer.ts';

/** The time for a whole call: all its attempts, their waits and their bodies. */
export const limitMs = 15_000;

/** Where the service is, and what opens it. */
export interface Access {
  readonly address: string;
  readonly token: string;
}

/** Section 4.4 of the service interface; `[{}]` clears the relays. */
export interface LiveChanges {
  readonly name?: string;
  readonly description?: string;
  readonly relay?: readonly (
    { readonly url: string; readonly key: string; readonly name?: string } | Record<string, never>
  )[];
}

/** Section 4.2 of the service interface. */
export interface VideoChanges {
  readonly name?: string;
  readonly description?: string;
  readonly short_description?: string;
  readonly poster?: string;
  readonly thumbnail?: string;
}

interface Operation {
  readonly kind: EntityKind;
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly collection: 'live_entities' | 'video_entities' | 'video_presets';
  readonly id: string;
  readonly suffix?: ':remove_profiles';
  readonly body?: unknown;
  /** Those in the body. */
  readonly keys?: readonly string[];
}

interface Sending extends Asked {
  readonly url: string;
  readonly init: RequestInit;
}

interface Outcome {
  readonly result: Result<Answer>;
  /** The same request may succeed a moment later. */
  readonly passing: boolean;
  /** What `Retry-After` asks for, in milliseconds. */
  readonly toldMs: number | null;
}

/**
 * The four operations of the service. Each call ends within 15 s with a value: an
 * answer, or a failure in which the token never appears. Reads are tried three
 * times, changes once; `sent: 'maybe'` marks a change that may have been made.
 */
export class ServiceClient {
  readonly #fetch: typeof fetch;
  readonly #clock: Clock;
  readonly #random: () => number;

  constructor({
    fetch,
    clock,
    random,
  }: {
    readonly fetch: typeof globalThis.fetch;
    readonly clock: Clock;
    readonly random: () => number;
  }) {
    this.#fetch = fetch;
    this.#clock = clock;
    this.#random = random;
  }

  readLive(access: Access, id: string, signal?: AbortSignal): Promise<Result<Answer>> {
    return this.#call(
      access,
      { kind: 'live', method: 'GET', collection: 'live_entities', id },
      signal,
    );
  }

  updateLive(
    access: Access,
    id: string,
    body: LiveChanges,
    signal?: AbortSignal,
  ): Promise<Result<Answer>> {
    const keys = body.relay?.flatMap((relay) => ('key' in relay ? [relay.key] : [])) ?? [];
    return this.#call(
      access,
      { kind: 'live', method: 'PUT', collection: 'live_entities', id, body, keys },
      signal,
    );
  }

  updateVideo(
    access: Access,
    id: string,
    body: VideoChanges,
    signal?: AbortSignal,
  ): Promise<Result<Answer>> {
    return this.#call(
      access,
      { kind: 'video', method: 'PUT', collection: 'video_entities', id, body },
      signal,
    );
  }

  /** The interface takes the identifiers in one text, so none may hold a comma. */
  async removeProfiles(
    access: Access,
    id: string,
    profileIds: readonly string[],
    signal?: AbortSignal,
  ): Promise<Result<Answer>> {
    if (profileIds.length === 0 || profileIds.some((one) => one === '' || one.includes(',')))
      return fail({
        kind: 'invalid',
        message: 'Profiles are named by their identifiers, which are not empty and hold no comma.',
      });
    return this.#call(
      access,
      {
        kind: 'preset',
        method: 'POST',
        collection: 'video_presets',
        id,
        suffix: ':remove_profiles',
        body: { profile_ids: profileIds.join(',') },
      },
      signal,
    );
  }

  async #call(
    access: Access,
    operation: Operation,
    signal: AbortSignal | undefined,
  ): Promise<Result<Answer>> {
    const problem = problemOf(access.token, operation.id);
    if (problem !== null) return fail({ kind: 'invalid', message: problem });
    const ended = new AbortController();
    const sending = sendingOf(access, operation, ended.signal);
    const sent = sending.isChange ? ({ sent: 'maybe' } as const) : {};
    const endsAt = this.#clock.now() + limitMs;
    return new Promise((done) => {
      const finish = (result: Result<Answer>): void => {
        cancelLimit();
        signal?.removeEventListener('abort', giveUp);
        done(result);
      };
      const giveUp = (): void => {
        ended.abort();
        finish(fail({ kind: 'unreachable', detail: 'the request was given up', ...sent }));
      };
      const cancelLimit = this.#clock.after(limitMs, () => {
        ended.abort();
        finish(fail({ kind: 'timed-out', afterMs: limitMs, ...sent }));
      });
      if (signal?.aborted === true) {
        finish(fail({ kind: 'unreachable', detail: 'the request was given up' }));
        return;
      }
      signal?.addEventListener('abort', giveUp);
      void this.#try(sending, endsAt, ended.signal).then(finish);
    });
  }

  /** Tries once, and for a read again, as long as that can help and there is time. */
  async #try(sending: Sending, endsAt: number, ended: AbortSignal): Promise<Result<Answer>> {
    const isOver = (): boolean => ended.aborted;
    for (let attempt = 0; ; attempt += 1) {
      const { result, passing, toldMs } = await this.#attempt(sending);
      if (result.ok || !passing || sending.isChange || attempt === retries) return result;
      const waitMs = Math.max(toldMs ?? 0, backOffMs(attempt, this.#random));
      const isWorthIt = waitMs <= longestWaitMs && this.#clock.now() + waitMs < endsAt;
      if (!isWorthIt || isOver()) return result;
      await this.#wait(waitMs, ended);
      if (isOver()) return result;
    }
  }

  /** Never throws. */
  async #attempt(sending: Sending): Promise<Outcome> {
    const startedAt = this.#clock.now();
    const now = (): number => this.#clock.now();
    let response: Response | null = null;
    try {
      response = await this.#fetch(sending.url, sending.init);
      const result = await answerOf(response, sending, startedAt, now);
      const { status, headers } = response;
      return { result, passing: isPassing(status), toldMs: retryAfterMs(headers, now()) };
    } catch (error) {
      const isRedirect = response === null && isRefusedRedirect(error);
      const failure = isRedirect
        ? redirected(0, null, sending.token)
        : unreachable(error, sending, response !== null);
      return { result: fail(failure), passing: !isRedirect, toldMs: null };
    }
  }

  #wait(ms: number, ended: AbortSignal): Promise<void> {
    return new Promise((done) => {
      const cancel = this.#clock.after(ms, done);
      ended.addEventListener(
        'abort',
        () => {
          cancel();
          done();
        },
        { once: true },
      );
    });
  }
}

/** A header may hold visible ASCII only (RFC 9110, 5.5); the token itself is never told. */
function problemOf(token: string, id: string): string | null {
  if (!/^[\x21-\x7e]+(?:[\x20\t]+[\x21-\x7e]+)*$/.test(token))
    return 'The API token is empty or holds a character that can’t be sent, such as a line break or an accented letter. Enter it again.';
  return identifierProblem(id);
}

function sendingOf(
  { address, token }: Access,
  { kind, method, collection, id, suffix, body, keys = [] }: Operation,
  signal: AbortSignal,
): Sending {
  const hasBody = body !== undefined;
  return {
    url: `${address}/v1/${collection}/${encodeURIComponent(id)}${suffix ?? ''}`,
    kind,
    token,
    keys,
    isChange: method !== 'GET',
    init: {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: token,
        ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(hasBody ? { body: JSON.stringify(body) } : {}),
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    },
  };
}

/** A connection that broke once an answer had begun has surely carried the request. */
function unreachable(error: unknown, sending: Sending, answering: boolean): Failure {
  const { detail, sent } = explainNetworkError(error);
  const isPerhapsSent = sending.isChange && (sent === 'maybe' || answering);
  return {
    kind: 'unreachable',
    detail: maskSecrets(answering ? `the answer broke off: ${detail}` : detail, [sending.token]),
    ...(isPerhapsSent ? { sent: 'maybe' } : {}),
  };
}
