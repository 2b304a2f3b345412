import type { HeldPlaylists } from '../../../shared/health.ts';
import type { Clock } from '../../clock.ts';
import type { StreamFacts } from '../facts.ts';
import { Agenda } from './agenda.ts';
import { Asker } from './asker.ts';
import { ProbedStream } from './probed-stream.ts';

export interface ProbeTarget {
  readonly id: string;
  readonly hls: string | null;
  readonly dash: string | null;
  /** Every 4 s, as it is on air, rather than every minute. */
  readonly often: boolean;
}

export interface ProberOptions {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Sent as Origin, as a viewer's page would. */
  readonly pageOrigin: string;
  readonly changed: (id: string) => void;
}

/** Multiples of it, without their whole parts, are spread evenly however many there are. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;
const firstRoundMs = { least: 4_000, most: 60_000, each: 10 };

/** Asks the streams of a library what a viewer would get, and gathers it as facts. */
export class Prober {
  readonly #clock: Clock;
  readonly #changed: (id: string) => void;
  readonly #agenda: Agenda;
  readonly #asker: Asker;
  readonly #streams = new Map<string, ProbedStream>();
  #isResting = false;
  #begun = 0;

  constructor({ fetch, clock, pageOrigin, changed }: ProberOptions) {
    this.#clock = clock;
    this.#changed = changed;
    this.#agenda = new Agenda(clock);
    this.#asker = new Asker(fetch, clock, pageOrigin);
  }

  /** Watches these and no others; one with another address begins anew. */
  setTargets(targets: readonly ProbeTarget[]): void {
    const wanted = new Set(targets.map(({ id }) => id));
    for (const [id, stream] of this.#streams) if (!wanted.has(id)) this.#end(id, stream);
    for (const { id, hls, dash, often } of targets) {
      const known = this.#streams.get(id);
      if (known?.addresses.hls === hls && known.addresses.dash === dash) {
        known.setOften(often, this.#isResting);
        continue;
      }
      if (known !== undefined) this.#end(id, known);
      this.#begin({ id, hls, dash, often }, targets.length);
    }
  }

  /** null for a stream that isn't watched, or was never asked. */
  factsOf(id: string): StreamFacts | null {
    return this.#streams.get(id)?.facts ?? null;
  }

  heldPlaylists(id: string): HeldPlaylists | null {
    return this.#streams.get(id)?.held ?? null;
  }

  /** Hosts, with their port, that keep web pages from reading the stream. */
  blockedHosts(id: string): readonly string[] {
    return this.#streams.get(id)?.blockedHosts ?? [];
  }

  probeNow(id: string): void {
    if (!this.#isResting) this.#streams.get(id)?.hurry();
  }

  /** Without a network, or while the computer sleeps, nothing is asked. */
  setResting(resting: boolean): void {
    if (resting === this.#isResting) return;
    this.#isResting = resting;
    if (!resting) {
      for (const stream of this.#streams.values()) this.#start(stream, this.#streams.size);
      return;
    }
    for (const stream of this.#streams.values()) stream.rest();
    this.#asker.giveUp();
    this.#agenda.clear();
  }

  stop(): void {
    this.setResting(true);
    this.#streams.clear();
  }

  #begin({ id, hls, dash, often }: ProbeTarget, count: number): void {
    const tools = { agenda: this.#agenda, asker: this.#asker, clock: this.#clock };
    const stream = new ProbedStream({ hls, dash }, often, tools, () => this.#changed(id));
    this.#streams.set(id, stream);
    if (!this.#isResting) this.#start(stream, count);
  }

  /** The first round takes longer the more streams there are; then all keep their phase. */
  #start(stream: ProbedStream, count: number): void {
    const { least, most, each } = firstRoundMs;
    const roundMs = Math.min(most, Math.max(least, count * each));
    const fraction = (this.#begun * goldenRatio) % 1;
    this.#begun += 1;
    stream.start(Math.floor(fraction * roundMs));
  }

  #end(id: string, stream: ProbedStream): void {
    stream.rest();
    this.#streams.delete(id);
  }
}
