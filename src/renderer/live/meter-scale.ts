/** The foot of the meters, in dBFS. */
export const METER_FOOT_DBFS = -60;
const HELD_MS = 1_500;
const HOLD_FALL_DB_A_SECOND = 20 / 1.7;

/** How high a level stands on a meter: 0 at its foot, 1 at full scale. */
export const heightOf = (dbfs: number): number =>
  Math.min(1, Math.max(0, 1 - dbfs / METER_FOOT_DBFS));

/** “−18 dBFS”; what is below the foot of the meter has no figure. */
export const levelText = (dbfs: number): string =>
  dbfs <= METER_FOOT_DBFS ? 'silent' : `${decibels(Math.round(dbfs))} dBFS`;

/** “−22.8”, in LUFS. */
export const loudnessText = (lufs: number | null): string =>
  lufs === null ? '–' : decibels(lufs.toFixed(1));

const decibels = (value: number | string): string => String(value).replace('-', '−');

/** The highest level of the last moments, which stays to be read before it falls. */
export class HeldPeak {
  #peak = -Infinity;
  #heldAt = 0;
  #shownAt = 0;

  /** Takes the level at `now`, in milliseconds; gives what is held, in dBFS. */
  hold(now: number, dbfs: number): number {
    const fallingMs = now - Math.max(this.#heldAt + HELD_MS, this.#shownAt);
    this.#shownAt = now;
    if (fallingMs > 0) this.#peak -= (fallingMs / 1000) * HOLD_FALL_DB_A_SECOND;
    if (dbfs >= this.#peak) {
      this.#peak = dbfs;
      this.#heldAt = now;
    }
    return this.#peak;
  }
}
