import type { Clock } from '../../clock.ts';
import type { Answered } from '../facts.ts';
import { readText } from './read-text.ts';
import { type Followed, fetchFollowing } from './redirects.ts';

export interface Asked {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  /** What becomes of the body: `count` reads it only to learn its length. */
  readonly body: 'text' | 'count' | 'leave';
  readonly limitBytes?: number;
}

export interface Answer {
  readonly answered: Answered;
  /** After redirects. */
  readonly finalUrl: string;
  /** null unless it was asked for and came whole. */
  readonly text: string | null;
  /** Of the body, where it was read. */
  readonly bytes: number | null;
  /** null without an answer. */
  readonly headers: Headers | null;
  /** 206 and 304 say more than that it went well. */
  readonly status: number | null;
  readonly sentAt: number;
  readonly headAt: number;
}

/** The time for a whole answer, its body too. */
const limitMs = 8_000;
const textLimitBytes = 8 * 1024 * 1024;

interface UnderWay {
  readonly endsAt: number;
  readonly giveUp: () => void;
}

/** Asks media servers as a viewer's page would. Every request ends with a value within 8 s. */
export class Asker {
  readonly #fetch: typeof fetch;
  readonly #clock: Clock;
  readonly #pageOrigin: string;
  /** In the order of their ends, as all may take equally long. */
  readonly #underWay = new Set<UnderWay>();
  #isArmed = false;
  #disarm: () => void = () => undefined;

  constructor(fetch: typeof globalThis.fetch, clock: Clock, pageOrigin: string) {
    this.#fetch = fetch;
    this.#clock = clock;
    this.#pageOrigin = pageOrigin;
  }

  ask(asked: Asked): Promise<Answer> {
    const sentAt = this.#clock.now();
    if (!/^https?:\/\//i.test(asked.url))
      return Promise.resolve(silent(asked, sentAt, 'unreachable'));
    return new Promise((done) => {
      const ended = new AbortController();
      const underWay: UnderWay = {
        endsAt: sentAt + limitMs,
        giveUp: () => {
          done(silent(asked, sentAt, 'timed-out'));
          ended.abort();
        },
      };
      this.#underWay.add(underWay);
      this.#arm();
      void this.#attempt(asked, sentAt, ended.signal).then((answer) => {
        this.#underWay.delete(underWay);
        done(answer);
      });
    });
  }

  /** Gives up all that is under way; each is answered as if it had taken too long. */
  giveUp(): void {
    for (const { giveUp } of this.#underWay) giveUp();
    this.#underWay.clear();
    this.#disarm();
    this.#isArmed = false;
  }

  /** Never rejects. */
  async #attempt(asked: Asked, sentAt: number, signal: AbortSignal): Promise<Answer> {
    try {
      const init: RequestInit = {
        method: asked.method ?? 'GET',
        headers: asked.headers ?? {},
        cache: 'no-store',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal,
      };
      const followed = await fetchFollowing(this.#fetch, asked.url, init, this.#pageOrigin);
      return await this.#answerOf(asked, followed, sentAt);
    } catch {
      return silent(asked, sentAt, 'unreachable');
    }
  }

  async #answerOf(
    asked: Asked,
    { response, url, isTooFar, keptOutBy }: Followed,
    sentAt: number,
  ): Promise<Answer> {
    const { headers, status } = response;
    const headAt = this.#clock.now();
    const isWhole = response.ok && asked.body !== 'leave';
    const limit = asked.limitBytes ?? textLimitBytes;
    const read = isWhole ? await readText(response, limit, asked.body) : null;
    if (!isWhole) void response.body?.cancel().catch(() => undefined);
    const wentWell = response.ok || status === 304;
    return {
      answered: {
        url: asked.url,
        at: sentAt,
        outcome: isTooFar
          ? 'redirects'
          : !wentWell
            ? 'status'
            : read?.isTooLarge === true
              ? 'too-large'
              : 'ok',
        status,
        contentType: headers.get('content-type'),
        firstByteMs: headAt - sentAt,
        // Many servers leave the header out of error pages and of 304; that says nothing of the stream.
        keptOutBy: response.ok ? keptOutBy : null,
      },
      finalUrl: url,
      text: read?.text ?? null,
      bytes: read?.bytes ?? null,
      headers,
      status,
      sentAt,
      headAt,
    };
  }

  #arm(): void {
    const [first] = this.#underWay;
    if (this.#isArmed || first === undefined) return;
    this.#isArmed = true;
    this.#disarm = this.#clock.after(Math.max(0, first.endsAt - this.#clock.now()), () => {
      this.#isArmed = false;
      const now = this.#clock.now();
      for (const late of this.#underWay) {
        if (late.endsAt > now) break;
        this.#underWay.delete(late);
        late.giveUp();
      }
      this.#arm();
    });
  }
}

function silent({ url }: Asked, sentAt: number, outcome: 'unreachable' | 'timed-out'): Answer {
  const answered: Answered = {
    url,
    at: sentAt,
    outcome,
    status: null,
    contentType: null,
    firstByteMs: null,
    keptOutBy: null,
  };
  return {
    answered,
    finalUrl: url,
    text: null,
    bytes: null,
    headers: null,
    status: null,
    sentAt,
    headAt: sentAt,
  };
}
