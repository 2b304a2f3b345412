import type { LiveEntity } from '../../shared/entities.ts';
import type {
  Check,
  StreamRow,
  Summary,
  TimelineEvent,
  TimelinePoint,
  Verdict,
} from '../../shared/health.ts';
import type { PreviewFacts } from '../../shared/health-arguments.ts';
import type { Thresholds } from '../../shared/thresholds.ts';
import {
  type FramesStanding,
  type Standing,
  framesStanding,
  steadyFrames,
} from './checks/frames.ts';
import { steadyMs } from './checks/behind-live.ts';
import { judge } from './checks/judge.ts';
import { withSince } from './checks/since.ts';
import { healthSummary, lineOf, worstOf } from './checks/summary.ts';
import type { Facts, ServiceFacts, StreamFacts } from './facts.ts';
import { LastReadings } from './last-readings.ts';
import { bestOf } from './probes/ladder.ts';
import { RelayTimes } from './relay-times.ts';

const previewCountsForMs = 10_000;
const weighingCountsForMs = 5 * 60_000;

interface Surroundings {
  readonly now: number;
  readonly offline: boolean;
  readonly service: ServiceFacts;
  readonly stream: StreamFacts | null;
  readonly thresholds: Thresholds;
}

const isTrouble = (verdict: Verdict | undefined): boolean =>
  verdict === 'warning' || verdict === 'failing';

/** One live entity that is watched: its facts as far as they aren't the prober's, and how it was judged. */
export class WatchedStream {
  readonly id: string;
  readonly #relays = new RelayTimes();
  #entity: LiveEntity | null = null;
  #statusChangedAt: number | null = null;
  #preview: PreviewFacts | null = null;
  #previewSince: number | null = null;
  #sample: PreviewFacts | null = null;
  #readings = new LastReadings();
  #facts: Facts | null = null;
  #checks: readonly Check[] = [];
  #goneSince: number | null = null;
  #frames: FramesStanding = steadyFrames;

  constructor(id: string) {
    this.id = id;
  }

  get entity(): LiveEntity | null {
    return this.#entity;
  }

  get isOnAir(): boolean {
    return this.#entity?.status === 'broadcasting';
  }

  /** The service says that it isn't on air; false while it said nothing. */
  get isOffAir(): boolean {
    return Boolean(this.#entity?.status) && !this.isOnAir;
  }

  get checks(): readonly Check[] {
    return this.#checks;
  }

  /** Since when its server can't be reached at all; null while it answers, whatever it says. */
  get goneSince(): number | null {
    return this.#goneSince;
  }

  /** How this computer keeps up with playing it; null while nothing plays it, or only just began to. */
  get framesHere(): Standing | null {
    const preview = this.#facts?.preview;
    const isPlayed = preview?.state === 'playing' && preview.droppedShare !== null;
    // Who waits for data says nothing of this computer, and is counted as one that it keeps up with.
    if (!isPlayed) return preview?.state === 'stalled' ? 'good' : null;
    const { dropped, rate } = this.#frames;
    return (
      [dropped, rate].find((one) => one === 'failing') ?? (dropped === 'good' ? rate : dropped)
    );
  }

  /** 0 before the first time. */
  get judgedAt(): number {
    return this.#facts?.now ?? 0;
  }

  /** Keeps what the service said; whether other addresses, or others at other times, are to be asked now. */
  read(entity: LiveEntity, now: number): boolean {
    const before = this.#entity;
    this.#entity = entity;
    if (before !== null && before.status !== entity.status) this.#statusChangedAt = now;
    this.#relays.note(entity.relay ?? [], now);
    if (before !== null && before.playback?.hls !== entity.playback?.hls) this.#forgetReadings();
    return (
      before?.status !== entity.status ||
      before?.playback?.hls !== entity.playback?.hls ||
      before?.playback?.dash !== entity.playback?.dash
    );
  }

  /** `now` is main's: the page's clock may be held back. */
  see(facts: PreviewFacts, now: number): void {
    if (facts.from === 'preview') this.#preview = { ...facts, at: now };
    else this.#sample = { ...facts, at: now };
  }

  /** Judges anew; gives the checks that got worse, or good again. */
  judge({ now, offline, service, stream, thresholds }: Surroundings): TimelineEvent[] {
    const preview = recent(this.#preview, now - previewCountsForMs);
    this.#previewSince = preview === null ? null : (this.#previewSince ?? now);
    for (const seen of [preview, this.#sample])
      if (seen !== null) this.#readings.note(seen, thresholds);
    this.#frames = framesStanding(this.#frames, preview, thresholds);
    this.#facts = {
      now,
      offline,
      service,
      entity: this.#entity,
      statusChangedAt: this.#statusChangedAt,
      relaysSince: this.#relays.since,
      stream,
      preview,
      frames: this.#frames,
      previewSince: this.#previewSince,
      ...this.#readings.at(now),
    };
    this.#goneSince = isGone(stream) ? (this.#goneSince ?? now) : null;
    const before = new Map(this.#checks.map(({ name, verdict }) => [name, verdict]));
    this.#checks = withSince(this.#checks, judge(this.#facts, thresholds), now);
    return this.#checks.flatMap(({ name, verdict, reason }) => {
      const was = before.get(name);
      const isNews =
        was !== verdict && (isTrouble(verdict) || (verdict === 'good' && isTrouble(was)));
      return isNews ? [{ at: now, check: name, verdict, reason }] : [];
    });
  }

  /** What was seen and heard at another address says nothing of this one. */
  #forgetReadings(): void {
    this.#preview = null;
    this.#sample = null;
    this.#readings = new LastReadings();
  }

  /** What is worst of it, in a sentence. */
  get summary(): Summary {
    return this.#facts === null
      ? { tone: 'unknown', lead: 'Not judged yet', rest: '.' }
      : healthSummary(this.#checks, this.#facts);
  }

  row(alarms: number): StreamRow {
    return {
      id: this.id,
      onAir: this.isOnAir,
      verdict: this.#facts === null ? 'unknown' : worstOf(this.#checks, this.#facts),
      line: this.#facts === null ? '' : lineOf(this.#checks, this.#facts),
      hls: this.#entity?.playback?.hls ?? null,
      soundOnly: hasSoundOnly(this.#facts?.stream ?? null),
      alarms,
    };
  }

  /**
   * What was measured, where anything was. A line comes from one source, or it would step when a
   * preview opens: what the probe reads comes first, and a preview gives what it can't know.
   */
  get point(): TimelinePoint | null {
    const facts = this.#facts;
    if (facts === null) return null;
    const { preview, stream, now } = facts;
    const point = {
      at: now,
      behindSeconds: probedBehind(stream, now) ?? preview?.behindSeconds ?? null,
      bitsPerSecond: weighed(stream, now) ?? preview?.bitsPerSecond ?? null,
      loudness: preview?.sound?.shortTerm ?? null,
    };
    const isKnown = point.behindSeconds ?? point.bitsPerSecond ?? point.loudness;
    return isKnown === null ? null : point;
  }
}

const recent = (facts: PreviewFacts | null, from: number): PreviewFacts | null =>
  facts !== null && facts.at >= from ? facts : null;

function isGone(stream: StreamFacts | null): boolean {
  const outcome = stream?.master?.outcome;
  return outcome === 'unreachable' || outcome === 'timed-out';
}

const hasSoundOnly = (stream: StreamFacts | null): boolean =>
  stream !== null &&
  stream.renditions.length > 0 &&
  stream.renditions.every(({ variant }) => variant.kind === 'audio');

/** How far behind live the newest segment was when it was last seen, if that was lately; in seconds. */
function probedBehind(stream: StreamFacts | null, now: number): number | null {
  const last = stream?.behind.at(-1);
  return last === undefined || now - last.at > steadyMs ? null : last.seconds;
}

/** The bitrate of the best rendition, by its segment that was weighed last, in bits a second. */
function weighed(stream: StreamFacts | null, now: number): number | null {
  const newest = bestOf(stream?.renditions ?? [])?.samples.at(-1);
  if (newest?.bytes == null || newest.seconds <= 0) return null;
  return now - newest.answered.at > weighingCountsForMs
    ? null
    : (newest.bytes * 8) / newest.seconds;
}
