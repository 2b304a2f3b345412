import type { HeldText } from '../../../shared/health.ts';
import type { RenditionFacts, Variant } from '../facts.ts';
import type { MasterPlaylist } from './master-playlist.ts';
import { Rendition } from './rendition.ts';

/** The renditions of a stream, and whose turn it is. */
export class Ladder {
  #renditions: readonly Rendition[] = [];
  #reference: Rendition | undefined;
  #turnOfOthers = 0;
  #turnOfWeighing = 0;

  get isEmpty(): boolean {
    return this.#renditions.length === 0;
  }

  get facts(): readonly RenditionFacts[] {
    return this.#renditions.map(({ facts }) => facts);
  }

  /** The one that a player begins with, by which the stream is judged most. */
  get reference(): Rendition | undefined {
    return this.#reference;
  }

  /** Texts that answer well, those that a player begins with first; null without the reference's. */
  get held(): readonly HeldText[] | null {
    const reference = this.#reference;
    if (reference?.held == null) return null;
    const rank = (one: Rendition): number => (one === reference ? 0 : one.isFirst ? 1 : 2);
    const inOrder = this.#renditions.toSorted((a, b) => rank(a) - rank(b));
    return inOrder.flatMap(({ held }) => held ?? []);
  }

  /**
   * Takes over what a master lists now. A rendition that is still listed is followed
   * on, also at another address: some masters give every reader addresses of their own.
   */
  set({ variants, first, firstAudio }: MasterPlaylist): void {
    const before = this.#renditions;
    const listed = new Set(variants.map(({ url }) => url));
    const gone = before.filter(({ variant }) => !listed.has(variant.url));
    this.#renditions = variants.map((variant) => {
      const same = before.find((one) => one.variant.url === variant.url);
      if (same !== undefined && isAlike(same.variant, variant)) return same;
      const moved = gone.findIndex((one) => isAlike(one.variant, variant));
      const [followed = new Rendition(variant)] = moved === -1 ? [] : gone.splice(moved, 1);
      followed.variant = variant;
      return followed;
    });
    this.#reference = this.#renditions.find(({ variant }) => variant.url === first);
    for (const one of this.#renditions)
      one.isFirst = one === this.#reference || one.variant.url === firstAudio;
  }

  /** Some rendition was never asked yet. */
  get isUnread(): boolean {
    return this.#renditions.some(({ answered }) => answered === null);
  }

  nextOther(): Rendition | undefined {
    const others = this.#renditions.filter((one) => one !== this.#reference);
    this.#turnOfOthers += 1;
    return others[this.#turnOfOthers % others.length];
  }

  /** One with a segment to weigh: the best, by which the timeline goes, as soon as it can be; else each in turn. */
  nextToWeigh(): Rendition | undefined {
    const weighable = this.#renditions.filter(({ isOk, newest }) => isOk && newest !== null);
    const best = bestOf(this.facts);
    const first = weighable.find(({ facts }) => facts.variant === best?.variant);
    if (first?.facts.samples.length === 0) return first;
    this.#turnOfWeighing += 1;
    return weighable[this.#turnOfWeighing % weighable.length];
  }
}

/** The video rendition of the highest declared bandwidth; undefined without any. */
export const bestOf = (renditions: readonly RenditionFacts[]): RenditionFacts | undefined =>
  renditions
    .filter(({ variant }) => variant.kind === 'video')
    .toSorted((a, b) => (b.variant.bandwidth ?? 0) - (a.variant.bandwidth ?? 0))[0];

const isAlike = (one: Variant, other: Variant): boolean =>
  JSON.stringify({ ...one, url: '' }) === JSON.stringify({ ...other, url: '' });
