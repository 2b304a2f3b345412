import type { PreviewFacts } from '../../shared/health-arguments.ts';
import type { Thresholds } from '../../shared/thresholds.ts';
import { tellsOfPicture, tellsOfSound } from './checks/readings.ts';
import type { Dated } from './facts.ts';

const countForMs = 5 * 60_000;

/** What was last measured of a stream’s picture and sound for long enough to tell something. */
export class LastReadings {
  #picture: Dated<PreviewFacts['picture']> | null = null;
  #sound: Dated<PreviewFacts['sound']> | null = null;

  /** Takes what a player or a sample measured; what is older than what is known changes nothing. */
  note({ at, picture, sound }: PreviewFacts, thresholds: Thresholds): void {
    if (picture !== null && tellsOfPicture(picture, thresholds) && at >= (this.#picture?.at ?? 0))
      this.#picture = { at, reading: picture };
    if (sound !== null && tellsOfSound(sound, thresholds) && at >= (this.#sound?.at ?? 0))
      this.#sound = { at, reading: sound };
  }

  at(now: number) {
    return { lastPicture: lately(this.#picture, now), lastSound: lately(this.#sound, now) };
  }
}

const lately = <T>(dated: Dated<T> | null, now: number): Dated<T> | null =>
  dated !== null && now - dated.at <= countForMs ? dated : null;
