import { type Result, fail, ok } from '../../../shared/failure.ts';
import type { Alarm, WebhookView } from '../../../shared/health.ts';
import type { Clock } from '../../clock.ts';
import type { Redactor } from '../../keychain/redaction.ts';
import type { AlarmStore } from '../../library/alarm-store.ts';
import { explainNetworkError, isRefusedRedirect } from '../../service/network-error.ts';
import { retryAfterMs } from '../../service/retry.ts';
import { webhookAddress } from './webhook-address.ts';
import { type WebhookEvent, testMessage, webhookMessage } from './webhook-message.ts';

const limitMs = 10_000;
const mostWaiting = 100;
/** An alarm of yesterday helps nobody, whatever `Retry-After` asks for. */
const longestToldMs = 3_600_000;
const backOffMs = [1_000, 5_000, 30_000, 120_000, 600_000] as const;

export interface WebhookParts {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Keeps the address; messages are in memory only. */
  readonly store: AlarmStore;
  readonly redactor: Pick<Redactor, 'add' | 'remove'>;
}

type Outcome =
  | { readonly kind: 'arrived' }
  | { readonly kind: 'refused'; readonly trouble: string }
  /** `toldMs`: what `Retry-After` asks for. */
  | { readonly kind: 'passing'; readonly trouble: string; readonly toldMs: number | null };

interface Message {
  readonly body: string;
  failures: number;
}

/**
 * Posts alarms as JSON to an address, in their order and one at a time. What may succeed
 * later is tried six times in about 13 minutes, and for as long as this computer has no
 * network; of more than 100 that wait the oldest are dropped. Nothing of the address but
 * its host is ever shown: its path may be a secret.
 */
export class Webhook {
  readonly #parts: WebhookParts;
  #address: string | null = null;
  #waiting: Message[] = [];
  #dropped = 0;
  #trouble: string | null = null;
  #lastSentAt: number | null = null;
  #isOffline = false;
  /** Ends what is under way for an address that isn't the address any more. */
  #ended = new AbortController();
  #isPosting = false;
  #cancelWait: (() => void) | null = null;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
    const kept = parts.store.note('webhook');
    const checked = typeof kept === 'string' ? webhookAddress(kept) : null;
    if (checked?.ok === true) this.#use(checked.value);
  }

  get view(): WebhookView {
    const dropped =
      this.#dropped === 0
        ? []
        : [
            `More than ${mostWaiting} messages waited, so the oldest (${this.#dropped}) were dropped.`,
          ];
    const troubles = [...(this.#trouble === null ? [] : [this.#trouble]), ...dropped];
    return {
      host: this.#address === null ? null : new URL(this.#address).host,
      waiting: this.#waiting.length,
      lastSentAt: this.#lastSentAt,
      trouble: troubles.length === 0 ? null : troubles.join(' '),
    };
  }

  /** Keeps another address, null for none; what waited for the last one isn't sent any more. */
  set(typed: string | null): Result<WebhookView> {
    const checked = typed === null ? ok(null) : webhookAddress(typed);
    if (!checked.ok) return checked;
    this.stop();
    this.#ended = new AbortController();
    this.#isPosting = false;
    this.#lastSentAt = null;
    this.#trouble = null;
    this.#dropped = 0;
    this.#use(checked.value);
    this.#parts.store.save({ notes: { webhook: checked.value } });
    return ok(this.view);
  }

  /** Sends a test message now, once; the view says how it went. */
  async test(): Promise<Result<WebhookView>> {
    const { signal } = this.#ended;
    if (this.#address === null)
      return fail({ kind: 'invalid', message: 'Enter the webhook’s address first.' });
    const outcome = await this.#post(this.#address, testMessage(this.#now), signal);
    if (!signal.aborted) {
      this.#note(outcome);
      if (outcome.kind === 'arrived') {
        this.#dropped = 0;
        this.#hurry();
      }
    }
    return ok(this.view);
  }

  /** Whether the message is on its way; not without an address. */
  send(event: WebhookEvent, alarm: Alarm): boolean {
    if (this.#address === null) return false;
    this.#waiting.push({ body: webhookMessage(event, alarm, this.#now), failures: 0 });
    if (this.#waiting.length > mostWaiting) {
      this.#waiting.splice(this.#isPosting ? 1 : 0, 1);
      this.#dropped += 1;
    }
    void this.#next();
    return true;
  }

  setOffline(offline: boolean): void {
    this.#isOffline = offline;
    if (!offline) this.#hurry();
  }

  /** Gives up what waits and what is under way. */
  stop(): void {
    this.#ended.abort();
    this.#cancelWait?.();
    this.#cancelWait = null;
    this.#waiting = [];
    for (const secret of secretsOf(this.#address)) this.#parts.redactor.remove(secret);
    this.#address = null;
  }

  get #now(): number {
    return this.#parts.clock.now();
  }

  #use(address: string | null): void {
    this.#address = address;
    for (const secret of secretsOf(address)) this.#parts.redactor.add(secret);
  }

  #hurry(): void {
    const [first] = this.#waiting;
    if (first !== undefined) first.failures = 0;
    this.#cancelWait?.();
    this.#cancelWait = null;
    void this.#next();
  }

  async #next(): Promise<void> {
    const [message] = this.#waiting;
    const { signal } = this.#ended;
    if (message === undefined || this.#address === null) return;
    if (this.#isPosting || this.#cancelWait !== null) return;
    this.#isPosting = true;
    const outcome = await this.#post(this.#address, message.body, signal);
    if (signal.aborted) return;
    this.#isPosting = false;
    this.#note(outcome);
    if (outcome.kind !== 'passing' || this.#givesUp(message)) {
      this.#waiting.shift();
      void this.#next();
      return;
    }
    const toldMs = Math.min(outcome.toldMs ?? 0, longestToldMs);
    const waitMs = Math.max(toldMs, backOffMs[message.failures] ?? backOffMs[4]);
    message.failures += 1;
    this.#cancelWait = this.#parts.clock.after(waitMs, () => {
      this.#cancelWait = null;
      void this.#next();
    });
  }

  #givesUp({ failures }: Message): boolean {
    if (this.#isOffline || failures < backOffMs.length) return false;
    this.#trouble = `${this.#trouble ?? ''} Tally gave up on a message after ${failures + 1} attempts.`;
    return true;
  }

  #note(outcome: Outcome): void {
    if (outcome.kind === 'arrived') this.#lastSentAt = this.#now;
    this.#trouble = outcome.kind === 'arrived' ? null : outcome.trouble;
  }

  #post(address: string, body: string, ended: AbortSignal): Promise<Outcome> {
    const { host } = new URL(address);
    const late = new AbortController();
    const trouble = `${host} didn’t answer within ${limitMs / 1_000} s.`;
    return new Promise((done) => {
      const cancel = this.#parts.clock.after(limitMs, () => {
        late.abort();
        done({ kind: 'passing', trouble, toldMs: null });
      });
      const signal = AbortSignal.any([ended, late.signal]);
      void this.#attempt(address, body, signal).then((outcome) => {
        cancel();
        done(outcome);
      });
    });
  }

  /** Never throws. */
  async #attempt(address: string, body: string, signal: AbortSignal): Promise<Outcome> {
    const { host } = new URL(address);
    try {
      const response = await this.#parts.fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        redirect: 'manual',
        cache: 'no-store',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal,
      });
      await response.body?.cancel();
      return outcomeOf(host, response, this.#now);
    } catch (error) {
      if (isRefusedRedirect(error)) return redirects(host);
      const { detail } = explainNetworkError(error);
      return { kind: 'passing', trouble: `${host} can’t be reached (${detail}).`, toldMs: null };
    }
  }
}

const redirects = (host: string): Outcome => ({
  kind: 'refused',
  trouble: `${host} sends on to another address. Enter that one.`,
});

function outcomeOf(host: string, { status, headers }: Response, now: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'arrived' };
  if (status < 400) return redirects(host);
  if (status >= 500 || status === 408 || status === 429)
    return {
      kind: 'passing',
      trouble: `${host} answered with status ${status}.`,
      toldMs: retryAfterMs(headers, now),
    };
  return {
    kind: 'refused',
    trouble: `${host} refused the message with status ${status}. Check the address.`,
  };
}

/** The address, and what follows its host where that is long enough to be a secret. */
function secretsOf(address: string | null): string[] {
  if (address === null) return [];
  const { pathname, search } = new URL(address);
  return [address, pathname + search].filter((part) => part.length >= 12);
}
