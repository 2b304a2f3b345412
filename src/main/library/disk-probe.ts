import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';

const probeEveryMs = 5_000;

/** While the disk refuses, it is tried again from time to time. */
export class DiskProbe {
  readonly #db: Database;
  readonly #clock: Clock;
  #cancel: () => void = () => undefined;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  later(): void {
    this.cancel();
    this.#cancel = this.#clock.after(probeEveryMs, () => {
      if (this.#db.mayRecover) this.#db.probe();
      if (this.#db.mayRecover) this.later();
    });
  }

  cancel(): void {
    this.#cancel();
  }
}
