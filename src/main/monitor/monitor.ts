import type { LiveEntity } from '../../shared/entities.ts';
import type { Health, HeldPlaylists, StreamList, Timeline } from '../../shared/health.ts';
import type { PreviewFacts, TimelineSpan } from '../../shared/health-arguments.ts';
import type { Alarms } from './alarms/alarms.ts';
import { AllowedHosts } from './allowed-hosts.ts';
import { looksLikeOurNetwork } from './alarms/our-network.ts';
import type { Webhook } from './alarms/webhook.ts';
import { Bugs } from './bugs.ts';
import { CommonCauses } from './common-causes.ts';
import { Doubts } from './doubts.ts';
import type { MonitorParts } from './monitor-parts.ts';
import { OpenHealth } from './open-health.ts';
import { StreamRows } from './stream-rows.ts';
import { WatchedStream } from './watched-stream.ts';

const tickMs = 250;
/** Each stream is judged at least this often, whatever is news. */
const judgedEveryMs = 5_000;
/** At most such a share of the streams is judged in one tick, so that none makes a long pause. */
const judgedAtOnce = 0.1;
const flushedEveryMs = 60_000;
/** A tick that comes so late means that the computer slept, or that its clock was set. */
const sleptFromMs = 30_000;
/** So far before the last tick means that the clock was set back. */
const setBackFromMs = 1_000;

/**
 * Watches every live entity of a library: gathers facts, has them judged, and tells
 * the alarms, the timeline and the page what became of it.
 */
export class Monitor {
  readonly alarms: Alarms;
  readonly webhook: Webhook;
  readonly #parts: MonitorParts;
  readonly #streams = new Map<string, WatchedStream>();
  readonly #due = new Set<string>();
  readonly #doubts = new Doubts();
  readonly #allowed: AllowedHosts;
  readonly #bugs: Bugs;
  readonly #causes: CommonCauses;
  readonly #rows: StreamRows;
  readonly #openHealth: OpenHealth;
  /** By what the system says, and by what fails all at once. */
  #systemOffline = false;
  #offlineSince: number | null = null;
  #tickedAt = 0;
  #flushedAt = 0;
  #cancelTick: () => void = () => undefined;

  constructor(parts: MonitorParts) {
    this.#parts = parts;
    this.alarms = parts.alarms;
    this.webhook = parts.webhook;
    this.#allowed = new AllowedHosts(parts.allowedChanged);
    this.#bugs = new Bugs(parts.failed);
    this.#causes = new CommonCauses(parts);
    this.#rows = new StreamRows(parts.connectionId, parts.rowsChanged);
    this.#openHealth = new OpenHealth(parts.healthChanged);
  }

  start(): void {
    this.#tickedAt = this.#flushedAt = this.#parts.clock.now();
    const ids = new Set(this.#parts.liveIds());
    this.alarms.start((id) => ids.has(id));
    this.libraryChanged();
    this.#planTick();
  }

  /** Ends every timer and request, and keeps what was measured. */
  stop(): void {
    this.#cancelTick();
    this.#parts.prober.stop();
    this.#parts.timelines.finish(this.#parts.clock.now());
    this.alarms.stop();
    this.#allowed.clear();
  }

  get streams(): StreamList {
    return this.#rows.list;
  }

  /** Hosts that the page may read without a CORS header. */
  get allowedHosts(): readonly string[] {
    return this.#allowed.all;
  }

  /** The health of this one is told to the page, whenever it changes. */
  open(id: string | null): void {
    this.#openHealth.open(id);
    if (id === null) return;
    this.#due.add(id);
    this.#parts.prober.probeNow(id);
  }

  /** What is in the library is watched; what left it is forgotten. */
  libraryChanged(): void {
    const ids = new Set(this.#parts.liveIds());
    const gone = [...this.#streams.keys()].filter((id) => !ids.has(id));
    const added = [...ids].filter((id) => !this.#streams.has(id));
    if (gone.length + added.length === 0) return;
    for (const id of gone) this.#forget(id);
    for (const id of added) {
      this.#streams.set(id, new WatchedStream(id));
      this.#due.add(id);
    }
    this.#setTargets();
  }

  /** An entity was read, now or before this start. */
  entityRead(id: string, entity: LiveEntity): void {
    const asksOthers = this.#streams.get(id)?.read(entity, this.#parts.clock.now()) === true;
    this.news(id);
    if (asksOthers) this.#setTargets();
  }

  /** A probe, or a question to the service, brought news. */
  news(id: string): void {
    if (this.#streams.has(id)) this.#due.add(id);
  }

  seen(facts: readonly PreviewFacts[]): void {
    const now = this.#parts.clock.now();
    for (const one of facts) {
      this.#streams.get(one.id)?.see(one, now);
      this.news(one.id);
    }
  }

  /** The computer has no network at all, by what its system says. */
  setOffline(offline: boolean): void {
    this.#systemOffline = offline;
    this.#parts.prober.setResting(offline);
    this.#judgeNetwork(this.#parts.clock.now());
  }

  health(id: string): Health | null {
    const stream = this.#streams.get(id);
    if (stream === undefined) return null;
    if (stream.judgedAt === 0) this.#judge(stream, this.#parts.clock.now());
    return this.#healthOf(stream);
  }

  heldPlaylists(id: string): HeldPlaylists | null {
    return this.#parts.prober.heldPlaylists(id);
  }

  /** Gives the hosts of a stream that send no CORS header, to be read all the same. */
  allow(id: string): readonly string[] {
    this.news(id);
    if (!this.#streams.has(id)) return [];
    return this.#allowed.add(id, this.#parts.prober.blockedHosts(id));
  }

  timeline(id: string, span: TimelineSpan): Timeline {
    return this.#parts.timelines.get(id, span, this.#parts.clock.now());
  }

  timelineCsv(id: string): string {
    return this.#parts.timelines.csv(id, this.#parts.clock.now());
  }

  /** Thresholds or alarms are set otherwise now. */
  settingsChanged(): void {
    this.#judgeAllSoon();
    this.alarms.settingsChanged();
  }

  /** Alarms were raised, acknowledged or recovered. */
  alarmsChanged(): void {
    for (const stream of this.#streams.values()) this.#noteRow(stream);
  }

  #forget(id: string): void {
    this.#streams.delete(id);
    this.#due.delete(id);
    this.#allowed.remove(id);
    this.#rows.remove(id);
    this.alarms.forget(id);
    this.#parts.timelines.remove(id);
  }

  #setTargets(): void {
    this.#parts.prober.setTargets(
      [...this.#streams.values()].map(({ id, entity, isOnAir }) => ({
        id,
        hls: entity?.playback?.hls ?? null,
        dash: entity?.playback?.dash ?? null,
        often: isOnAir,
      })),
    );
  }

  #judgeAllSoon(): void {
    for (const id of this.#streams.keys()) this.#due.add(id);
  }

  #planTick(): void {
    this.#cancelTick = this.#parts.clock.after(tickMs, () => {
      this.#planTick();
      this.#tick(this.#parts.clock.now());
    });
  }

  #tick(now: number): void {
    if (now - this.#tickedAt > sleptFromMs) this.alarms.slept(this.#tickedAt, now);
    if (this.#tickedAt - now > setBackFromMs) this.#beginAnew(now);
    this.#tickedAt = now;
    this.#judgeNetwork(now);
    for (const [id, { judgedAt }] of this.#streams)
      if (now - judgedAt >= judgedEveryMs) this.#due.add(id);
    const atOnce = Math.max(20, this.#streams.size * judgedAtOnce);
    for (const id of [...this.#due].slice(0, atOnce)) {
      const stream = this.#streams.get(id);
      this.#due.delete(id);
      if (stream !== undefined) this.#bugs.survive(() => this.#judge(stream, now));
    }
    this.#causes.judge(this.#streams.values(), now);
    this.#doubts.ask(this.#parts);
    this.#rows.tell(now);
    const open = this.#streams.get(this.#openHealth.id ?? '');
    if (open !== undefined) this.#openHealth.tell(this.#healthOf(open));
    if (now - this.#flushedAt < flushedEveryMs) return;
    this.#flushedAt = now;
    this.#parts.timelines.flush(now, [...this.#streams.keys()]);
  }

  /** By a clock that was set back, all that is known is of the future: it is asked and judged anew. */
  #beginAnew(now: number): void {
    const { prober } = this.#parts;
    this.#flushedAt = now;
    for (const [id, { entity }] of this.#streams) {
      const stream = new WatchedStream(id);
      if (entity !== null) stream.read(entity, now);
      this.#streams.set(id, stream);
      this.#due.add(id);
    }
    prober.setResting(true);
    prober.setTargets([]);
    prober.setResting(this.#systemOffline);
    this.#setTargets();
    this.alarms.clockSetBack();
  }

  /** Without a network of its own this computer can judge no stream. */
  #judgeNetwork(now: number): void {
    const serviceGoneSince = this.#parts.serviceGoneSince();
    const isOffline =
      this.#systemOffline ||
      (serviceGoneSince !== null &&
        looksLikeOurNetwork(
          [...this.#streams.values()]
            .filter(({ isOnAir }) => isOnAir)
            .map(({ goneSince }) => goneSince),
          serviceGoneSince,
        ));
    if (isOffline === (this.#offlineSince !== null)) return;
    this.#offlineSince = isOffline ? now : null;
    this.alarms.setOffline(this.#offlineSince);
    this.#judgeAllSoon();
  }

  #judge(stream: WatchedStream, now: number): void {
    const { id } = stream;
    const { prober, timelines, settings, serviceOf } = this.#parts;
    const events = stream.judge({
      now,
      offline: this.#offlineSince !== null,
      service: serviceOf(id),
      stream: prober.factsOf(id),
      thresholds: settings().thresholds,
    });
    for (const event of events) timelines.event(id, event);
    if (stream.isOnAir) this.#doubts.note(id, events);
    if (stream.isOnAir) timelines.note(id, stream.point);
    this.alarms.judged(id, stream.checks, now, stream.isOffAir);
    this.#noteRow(stream);
  }

  #noteRow(stream: WatchedStream): void {
    this.#rows.note(stream.row(this.alarms.countsOf(stream.id)));
  }

  #healthOf(stream: WatchedStream): Health {
    return {
      connectionId: this.#parts.connectionId,
      id: stream.id,
      judgedAt: stream.judgedAt,
      checks: stream.checks,
      summary: stream.summary,
      blockedHosts: this.#parts.prober.blockedHosts(stream.id),
      allowedHosts: this.#allowed.of(stream.id),
    };
  }
}
