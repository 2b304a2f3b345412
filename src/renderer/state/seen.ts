import type { PreviewFacts } from '../../shared/health-arguments.ts';
import type { Bridge } from '../bridge.ts';

const toldEveryMs = 1_000;
/** A player tells about once a second, so one that is silent for so long is gone. */
const goneAfterMs = 5_000;

/** Gathers what the players measure and tells it to main once a second. */
export class Seen {
  readonly #bridge: Bridge;
  readonly #facts = new Map<string, PreviewFacts>();
  readonly #previewedAt = new Map<string, number>();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** The entities that a preview or a tile shows now. */
  get previewed(): ReadonlySet<string> {
    const now = performance.now();
    for (const [id, at] of this.#previewedAt)
      if (now - at > goneAfterMs) this.#previewedAt.delete(id);
    return new Set(this.#previewedAt.keys());
  }

  /** The last facts of an entity and a source count. */
  note(facts: PreviewFacts): void {
    if (facts.from === 'preview') this.#previewedAt.set(facts.id, performance.now());
    const isPlanned = this.#facts.size > 0;
    this.#facts.set(`${facts.from}/${facts.id}`, facts);
    if (isPlanned) return;
    setTimeout(() => {
      const gathered = [...this.#facts.values()].slice(0, 100);
      this.#facts.clear();
      void this.#bridge.call('preview.seen', { facts: gathered });
    }, toldEveryMs);
  }
}
