import { type Result, fail } from '../../shared/failure.ts';
import type { Clock } from '../clock.ts';
import { ServiceTroubles, isOfTheService } from './service-trouble.ts';

/** The open entity is read this often, in milliseconds. */
export const openIntervalMs = 5_000;
/** Any other live entity of the library is read at most this often. */
const othersIntervalMs = 60_000;
const othersSpacingMs = 1_000;
const longestBackOffMs = 60_000;
const notFoundIntervalMs = 60_000;

/** How often each of so many other entities is read at best, in milliseconds. */
export const othersIntervalOf = (count: number): number =>
  Math.max(othersIntervalMs, count * othersSpacingMs);

type Read = (id: string, signal: AbortSignal) => Promise<Result<unknown>>;

/**
 * Decides when live entities are read: the open one every 5 s, the others one at
 * a time, a second or more apart. While the service fails it backs off; while
 * the token is refused, or without a network, it rests until it is told to go on.
 */
export class Poller {
  /** By what was read last. */
  readonly troubles = new ServiceTroubles();
  readonly #read: Read;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #planned: (id: string, nextAt: number | null) => void;
  readonly #reading = new Map<string, Promise<Result<unknown>>>();
  readonly #lastReadAt = new Map<string, number>();
  #others: readonly string[] = [];
  #openId: string | null = null;
  #cancelOpen: () => void = () => undefined;
  #cancelOthers: () => void = () => undefined;
  #ended = new AbortController();
  #running = false;
  #online = true;
  #authorised = true;
  #failuresInARow = 0;
  #notBefore = 0;

  /** `planned` hears when the open entity is read next; null while resting. */
  constructor(
    read: Read,
    clock: Clock,
    planned: (id: string, nextAt: number | null) => void,
    random: () => number = Math.random,
  ) {
    this.#read = read;
    this.#clock = clock;
    this.#planned = planned;
    this.#random = random;
  }

  get resting(): boolean {
    return !this.#running || !this.#online || !this.#authorised;
  }

  start(): void {
    this.#running = true;
    this.#ended = new AbortController();
    this.#failuresInARow = 0;
    this.#notBefore = 0;
    this.#authorised = true;
    this.#planOthers(othersSpacingMs);
  }

  /** Ends every read that is under way. */
  stop(): void {
    this.#running = false;
    this.#cancelOpen();
    this.#cancelOthers();
    this.#ended.abort();
    this.#reading.clear();
    this.#openId = null;
    this.#lastReadAt.clear();
    this.#others = [];
  }

  setOthers(ids: readonly string[]): void {
    this.#others = ids;
  }

  open(id: string | null): void {
    if (this.#openId === id) return;
    this.#openId = id;
    this.#cancelOpen();
    if (id === null) return;
    if (this.#notBefore > this.#clock.now()) this.#planAt(id, this.#notBefore);
    else void this.#readOpen();
  }

  /** Reads now, whatever the plan says; joins a read that is under way. */
  async refresh(id: string): Promise<Result<unknown>> {
    const outcome = await this.#attempt(id);
    if (id === this.#openId) this.#planOpen(outcome);
    return outcome;
  }

  setOnline(online: boolean): void {
    if (this.#online === online) return;
    this.#online = online;
    this.#goOnOrRest();
  }

  /** After a new token, or when the secret came back. */
  goOn(): void {
    this.#authorised = true;
    this.#failuresInARow = 0;
    this.#notBefore = 0;
    this.#goOnOrRest();
  }

  #goOnOrRest(): void {
    this.#cancelOpen();
    this.#cancelOthers();
    if (this.resting) {
      if (this.#openId !== null) this.#planned(this.#openId, null);
      return;
    }
    if (this.#openId !== null) void this.#readOpen();
    this.#planOthers(othersSpacingMs);
  }

  async #readOpen(): Promise<void> {
    const id = this.#openId;
    if (id === null || this.resting) return;
    const outcome = await this.#attempt(id);
    if (id === this.#openId) this.#planOpen(outcome);
  }

  #planOpen(outcome: Result<unknown>): void {
    this.#cancelOpen();
    const id = this.#openId;
    if (id === null || !this.#running) return;
    if (this.resting) {
      this.#planned(id, null);
      return;
    }
    const notFound = !outcome.ok && outcome.failure.kind === 'not-found';
    const waitMs = Math.max(notFound ? notFoundIntervalMs : openIntervalMs, this.#backOffMs());
    this.#planAt(id, this.#clock.now() + waitMs);
  }

  #planAt(id: string, at: number): void {
    this.#planned(id, at);
    this.#cancelOpen = this.#clock.after(at - this.#clock.now(), () => void this.#readOpen());
  }

  #planOthers(waitMs: number): void {
    this.#cancelOthers();
    if (this.resting) return;
    this.#cancelOthers = this.#clock.after(waitMs, () => void this.#readNextOther());
  }

  async #readNextOther(): Promise<void> {
    if (this.resting) return;
    const id = this.#mostOverdue();
    if (id !== null) await this.#attempt(id);
    this.#planOthers(Math.max(othersSpacingMs, this.#backOffMs()));
  }

  #mostOverdue(): string | null {
    let oldest: string | null = null;
    const now = this.#clock.now();
    let oldestAt = now - othersIntervalMs;
    for (const id of this.#others) {
      const readAt = this.#lastReadAt.get(id) ?? -Infinity;
      // The clock was set back since: nobody knows how long ago it was.
      const at = readAt > now ? -Infinity : readAt;
      if (id === this.#openId || this.#reading.has(id) || at > oldestAt) continue;
      if (at === -Infinity) return id;
      oldest = id;
      oldestAt = at;
    }
    return oldest;
  }

  #attempt(id: string): Promise<Result<unknown>> {
    const under = this.#reading.get(id);
    if (under !== undefined) return under;
    if (id === this.#openId) this.#cancelOpen();
    const { signal } = this.#ended;
    const reading = this.#safely(id, signal).then((outcome) => {
      if (this.#reading.get(id) === reading) this.#reading.delete(id);
      if (!signal.aborted) this.#note(id, outcome);
      return outcome;
    });
    this.#reading.set(id, reading);
    return reading;
  }

  /** A bug while reading one entity must not end the reading of all. */
  async #safely(id: string, signal: AbortSignal): Promise<Result<unknown>> {
    try {
      return await this.#read(id, signal);
    } catch (error) {
      return fail({
        kind: 'unexpected',
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }

  #note(id: string, outcome: Result<unknown>): void {
    const now = this.#clock.now();
    this.#lastReadAt.set(id, now);
    this.troubles.note(id, outcome.ok ? null : outcome.failure, now);
    const kind = outcome.ok ? null : outcome.failure.kind;
    if (kind === 'not-authorised' || kind === 'keychain' || kind === 'no-connection')
      this.#authorised = false;
    else if (kind === null || kind === 'not-found') this.#authorised = true;
    this.#failuresInARow =
      outcome.ok || !isOfTheService(outcome.failure) ? 0 : this.#failuresInARow + 1;
    this.#notBefore =
      !outcome.ok && outcome.failure.kind === 'throttled' ? outcome.failure.until : 0;
  }

  /** Doubles with each failure in a row, up to a minute, a quarter of it by chance. */
  #backOffMs(): number {
    const told = Math.max(0, this.#notBefore - this.#clock.now());
    if (this.#failuresInARow === 0) return told;
    const doubled = openIntervalMs * 2 ** Math.min(this.#failuresInARow - 1, 10);
    const capped = Math.min(doubled, longestBackOffMs);
    return Math.max(told, capped * (0.75 + 0.25 * this.#random()));
  }
}
