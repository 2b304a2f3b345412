import type { HeldPlaylists, HeldText } from '../../../shared/health.ts';
import type { Clock } from '../../clock.ts';
import type { Answered, DashFacts, StreamFacts } from '../facts.ts';
import type { Agenda } from './agenda.ts';
import type { Answer, Asked, Asker } from './asker.ts';
import { BlockedHosts } from './cross-origin.ts';
import { readManifest } from './dash-manifest.ts';
import { Errand } from './errand.ts';
import { Ladder } from './ladder.ts';
import { isMaster, readMaster, undeclared } from './master-playlist.ts';
import { isPlaylist } from './media-playlist.ts';
import { afterFailure, nextReadAt, paceOf } from './pace.ts';
import type { Rendition } from './rendition.ts';
import { ServerClock, serverAheadMs } from './server-clock.ts';
import { Weigher } from './weigher.ts';

export interface StreamAddresses {
  readonly hls: string | null;
  readonly dash: string | null;
}

export interface ProbingTools {
  readonly agenda: Agenda;
  readonly asker: Asker;
  readonly clock: Clock;
}

const behindKeptMs = 5 * 60_000;
/** Of renditions that were never read, so that a stream is known soon. */
const firstReadsApartMs = 500;
const manifestLimitBytes = 2 * 1024 * 1024;

/** One stream that is asked again and again, and what its answers add up to. */
export class ProbedStream {
  readonly addresses: StreamAddresses;
  readonly #tools: ProbingTools;
  readonly #changed: () => void;
  readonly #watchedSince: number;
  readonly #ladder = new Ladder();
  readonly #blocked = new BlockedHosts();
  readonly #serverClock = new ServerClock();
  readonly #weigher = new Weigher();
  readonly #master: Errand;
  readonly #reference: Errand;
  readonly #others: Errand;
  readonly #weighing: Errand;
  readonly #manifest: Errand;
  #often: boolean;
  #masterAnswered: Answered | null = null;
  #masterText: HeldText | null = null;
  #isSingle = false;
  #behind: { readonly at: number; readonly seconds: number }[] = [];
  #dash: DashFacts | null = null;
  #facts: StreamFacts | null = null;
  /** Answers to what was asked in an earlier one are no longer wanted. */
  #stint = 0;

  /** `often` asks it every few seconds, otherwise now and then. */
  constructor(
    addresses: StreamAddresses,
    often: boolean,
    tools: ProbingTools,
    changed: () => void,
  ) {
    const errand = (run: () => Promise<number | null>): Errand =>
      new Errand(tools.agenda, tools.clock, run);
    this.addresses = addresses;
    this.#often = often;
    this.#tools = tools;
    this.#changed = changed;
    this.#watchedSince = tools.clock.now();
    this.#master = errand(() => this.#askMaster());
    this.#reference = errand(() => this.#askReference());
    this.#others = errand(() => this.#askOther());
    this.#weighing = errand(() => this.#weigh());
    this.#manifest = errand(() => this.#askManifest());
  }

  /** Begins, or goes on, after `phaseMs`. */
  start(phaseMs: number): void {
    const at = this.#tools.clock.now() + phaseMs;
    if (this.addresses.dash !== null) this.#manifest.at(at + 1_000);
    this.#askHls(at);
  }

  /** No answer to what is under way counts any more. */
  rest(): void {
    this.#stint += 1;
    this.#master.rest();
    this.#reference.rest();
    this.#others.rest();
    this.#weighing.rest();
    this.#manifest.rest();
  }

  /** Gone on air, it is asked at once, unless it rests. */
  setOften(often: boolean, isResting: boolean): void {
    const isNew = often && !this.#often;
    this.#often = often;
    if (isNew && !isResting) this.hurry();
  }

  /** Asks now, whatever was planned. */
  hurry(): void {
    this.#askHls(this.#tools.clock.now());
  }

  /** null before an address was asked. */
  get facts(): StreamFacts | null {
    const { hls, dash } = this.addresses;
    if (hls !== null && this.#masterAnswered === null) return null;
    if (hls === null && dash !== null && this.#dash === null) return null;
    this.#facts ??= {
      watchedSince: this.#watchedSince,
      master: this.#masterAnswered,
      renditions: this.#ladder.facts,
      isSinglePlaylist: this.#isSingle,
      dash: this.#dash,
      serverAheadMs: this.#serverClock.aheadMs,
      behind: [...this.#behind],
    };
    return this.#facts;
  }

  /** null while pages can't read the rendition that a preview begins with. */
  get held(): HeldPlaylists | null {
    const answered = this.#masterAnswered;
    const isReadable = answered?.outcome === 'ok' && answered.keptOutBy?.length === 0;
    const media = isReadable ? this.#ladder.held : null;
    const first = media?.[0];
    if (media === null || first === undefined) return null;
    return { readAt: first.readAt, master: this.#isSingle ? null : this.#masterText, media };
  }

  get blockedHosts(): readonly string[] {
    return this.#blocked.hosts;
  }

  #askHls(at: number): void {
    if (this.addresses.hls === null) return;
    if (!this.#isSingle) this.#master.at(at);
    if (!this.#ladder.isEmpty) this.#planRenditions(at);
  }

  async #askMaster(): Promise<number | null> {
    const url = this.addresses.hls;
    const answer = url === null ? null : await this.#ask('the master', { url, body: 'text' });
    if (answer === null) return null;
    this.#noteMaster(answer);
    this.#tell();
    if (this.#isSingle) return null;
    if (this.#masterAnswered?.outcome !== 'ok')
      return afterFailure(this.#master, answer, this.#often, this.#tools.clock.now());
    this.#master.failuresInARow = 0;
    return this.#master.nextOn(paceOf(this.#often).master);
  }

  #noteMaster(answer: Answer): void {
    const { answered, text, finalUrl, headAt } = answer;
    this.#masterAnswered = answered;
    this.#noteServerClock(answer);
    if (text === null) return;
    if (isPlaylist(text) && !isMaster(text)) {
      this.#noteSingle(answer);
      return;
    }
    const isSame = this.#masterText?.text === text && this.#masterText.finalUrl === finalUrl;
    const master = isSame || !isPlaylist(text) ? null : readMaster(text, finalUrl);
    if (!isSame && (master?.first ?? null) === null) {
      this.#masterAnswered = { ...answered, outcome: 'not-understood' };
      return;
    }
    this.#isSingle = false;
    this.#masterText = { url: answered.url, finalUrl, text, readAt: headAt };
    if (master === null) return;
    this.#ladder.set(master);
    this.#blocked.keepOnly(['the master', 'the manifest']);
    this.#planRenditions(this.#tools.clock.now());
  }

  /** The address leads to a media playlist: one rendition, of which nothing is declared. */
  #noteSingle(answer: Answer): void {
    const { url } = answer.answered;
    if (!this.#isSingle) {
      this.#isSingle = true;
      this.#masterText = null;
      this.#ladder.set({ variants: [undeclared(url)], first: url, firstAudio: null });
      this.#planRenditions(this.#tools.clock.now() + paceOf(this.#often).playlist);
      this.#master.rest();
      this.#others.rest();
    }
    if (this.#ladder.reference !== undefined) this.#noteReference(this.#ladder.reference, answer);
  }

  #planRenditions(at: number): void {
    this.#reference.at(at);
    this.#others.at(at + paceOf(this.#often).playlist / 2);
    this.#weighing.at(at + 1_000);
  }

  async #askReference(): Promise<number | null> {
    const rendition = this.#ladder.reference;
    const answer = rendition === undefined ? null : await this.#askRendition(rendition);
    if (rendition === undefined || answer === null) return null;
    if (this.#isSingle && answer.text !== null && isMaster(answer.text)) {
      this.#noteMaster(answer);
      this.#master.at(this.#tools.clock.now() + paceOf(this.#often).master);
    } else this.#noteReference(rendition, answer);
    this.#tell();
    const now = this.#tools.clock.now();
    return rendition.isOk
      ? nextReadAt(this.#reference, rendition.playlist, this.#often, now)
      : afterFailure(this.#reference, answer, this.#often, now);
  }

  #noteReference(rendition: Rendition, answer: Answer): void {
    this.#noteRendition(rendition, answer);
    if (this.#isSingle) this.#masterAnswered = rendition.answered;
    const { playlist } = rendition;
    if (!rendition.isOk || playlist?.edgeAt == null || playlist.ended) return;
    const at = playlist.readAt;
    const seconds = (at + (this.#serverClock.aheadMs ?? 0) - playlist.edgeAt) / 1000;
    this.#behind.push({ at, seconds });
    while (at - (this.#behind[0]?.at ?? at) > behindKeptMs) this.#behind.shift();
  }

  async #askOther(): Promise<number | null> {
    const rendition = this.#ladder.nextOther();
    const answer = rendition === undefined ? null : await this.#askRendition(rendition);
    if (rendition === undefined || answer === null) return null;
    this.#noteRendition(rendition, answer);
    this.#tell();
    return this.#ladder.isUnread
      ? this.#tools.clock.now() + firstReadsApartMs
      : this.#others.nextOn(paceOf(this.#often).playlist);
  }

  #askRendition({ variant: { url, name }, conditions }: Rendition): Promise<Answer | null> {
    return this.#ask(name, { url, headers: conditions, body: 'text' });
  }

  /** When a rendition fails, perhaps the master lists others now. */
  #noteRendition(rendition: Rendition, answer: Answer): void {
    this.#noteServerClock(answer);
    rendition.note(answer);
    if (rendition.isOk || this.#isSingle || this.#masterAnswered?.outcome !== 'ok') return;
    const soonest = this.#masterAnswered.at + paceOf(this.#often).playlist;
    if (this.#master.dueAt > soonest) this.#master.at(soonest);
  }

  async #weigh(): Promise<number | null> {
    const { clock } = this.#tools;
    const rendition = this.#ladder.nextToWeigh();
    if (rendition?.newest == null) return clock.now() + paceOf(this.#often).playlist;
    const part = `a segment of ${rendition.variant.name}`;
    const ask = (asked: Asked): Promise<Answer | null> => this.#ask(part, asked);
    const sample = await this.#weigher.weigh(ask, rendition.newest, clock.now());
    if (sample === null) return null;
    rendition.weighed(sample);
    this.#tell();
    return this.#weighing.nextOn(paceOf(this.#often).weighing);
  }

  async #askManifest(): Promise<number | null> {
    const url = this.addresses.dash;
    const asked = { body: 'text', limitBytes: manifestLimitBytes } as const;
    const answer = url === null ? null : await this.#ask('the manifest', { url, ...asked });
    if (answer === null) return null;
    const { answered, text, finalUrl, headAt } = answer;
    const now = headAt + (this.#serverClock.aheadMs ?? 0);
    const read = text === null ? null : readManifest(text, finalUrl, now);
    const outcome = text !== null && read === null ? 'not-understood' : answered.outcome;
    this.#dash = { ...(read ?? nothingRead), answered: { ...answered, outcome } };
    this.#tell();
    return this.#manifest.nextOn(paceOf(this.#often).manifest);
  }

  /** null when what was asked is no longer wanted. */
  async #ask(part: string, asked: Asked): Promise<Answer | null> {
    const stint = this.#stint;
    const answer = await this.#tools.asker.ask(asked);
    if (stint !== this.#stint) return null;
    this.#blocked.note(part, answer.answered.keptOutBy);
    return answer;
  }

  #noteServerClock({ headers, sentAt, headAt }: Answer): void {
    if (headers !== null) this.#serverClock.note(serverAheadMs(headers, sentAt, headAt));
  }

  #tell(): void {
    this.#facts = null;
    this.#changed();
  }
}

const nothingRead = { dynamic: null, variants: [], edgeAt: null, segmentSeconds: null };
