import type { Clock } from '../../clock.ts';
import type { Agenda, Due } from './agenda.ts';

const afterBugMs = 60_000;

/** Something that is asked again and again, never twice at once. */
export class Errand implements Due {
  dueAt = 0;
  place = -1;
  failuresInARow = 0;
  readonly #agenda: Agenda;
  readonly #clock: Clock;
  readonly #run: () => Promise<number | null>;
  #isUnderWay = false;
  /** When it is wanted again, although it is under way. */
  #wantedAt: number | null = null;

  /** `run` gives when it is to be run next, null to rest. */
  constructor(agenda: Agenda, clock: Clock, run: () => Promise<number | null>) {
    this.#agenda = agenda;
    this.#clock = clock;
    this.#run = run;
  }

  /** Runs it at that time, whatever was planned, or how often it failed. */
  at(time: number): void {
    this.failuresInARow = 0;
    if (this.#isUnderWay) this.#wantedAt = time;
    else this.#agenda.plan(this, time);
  }

  rest(): void {
    this.#agenda.remove(this);
    this.#wantedAt = null;
  }

  /** The next time on its grid of `intervalMs`, which keeps the errands of many streams apart. */
  nextOn(intervalMs: number): number {
    const missed = Math.max(0, this.#clock.now() - this.dueAt);
    return this.dueAt + (Math.floor(missed / intervalMs) + 1) * intervalMs;
  }

  readonly act = (): void => {
    this.#isUnderWay = true;
    // A bug in reading one stream must not end the watching of it.
    void this.#run()
      .catch(() => this.#clock.now() + afterBugMs)
      .then((next) => {
        this.#isUnderWay = false;
        const at = this.#wantedAt ?? next;
        this.#wantedAt = null;
        if (at !== null) this.#agenda.plan(this, at);
      });
  };
}
