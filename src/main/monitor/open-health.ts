import type { Health } from '../../shared/health.ts';

/** Said again after so long, though nothing changed, so that the page knows it is fresh. */
const saidAgainMs = 5_000;

/** Tells the page the health of the live entity that is open, whenever it changes. */
export class OpenHealth {
  readonly #told: (health: Health) => void;
  #id: string | null = null;
  #last: Health | null = null;

  constructor(told: (health: Health) => void) {
    this.#told = told;
  }

  get id(): string | null {
    return this.#id;
  }

  open(id: string | null): void {
    this.#id = id;
    this.#last = null;
  }

  tell(health: Health): void {
    const last = this.#last;
    if (health.judgedAt === (last?.judgedAt ?? 0)) return;
    const isOld = Math.abs(health.judgedAt - (last?.judgedAt ?? 0)) >= saidAgainMs;
    if (!isOld && last !== null && isSame(health, last)) return;
    this.#last = health;
    this.#told(health);
  }
}

const isSame = (one: Health, other: Health): boolean =>
  JSON.stringify({ ...one, judgedAt: 0 }) === JSON.stringify({ ...other, judgedAt: 0 });
