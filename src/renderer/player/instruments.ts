import type { PreviewFacts } from '../../shared/health-arguments.ts';
import type { Thresholds } from '../../shared/thresholds.ts';
import { PictureLook } from './picture-look.ts';
import { PictureWatch } from './picture-watch.ts';
import type { SoundChunk } from './sound-chunks.ts';
import { SoundTap } from './sound-tap.ts';
import { SILENCE_DBFS, SoundWatch } from './sound-watch.ts';

export interface Reading {
  readonly picture: PreviewFacts['picture'];
  readonly sound: PreviewFacts['sound'];
}

export interface InstrumentsOptions {
  readonly thresholds: () => Pick<Thresholds, 'blackLuma' | 'silenceDbfs'>;
  /** `full` looks at the picture whenever it is read, and has integrated loudness; `light`, for a tile of the wall, looks every other second, and has none. */
  readonly loudness: 'full' | 'light';
}

/** Who reads once a second isn't always in time. */
const LOOK_EVERY_MS = { full: 400, light: 1500 };
/** Who looked away for so long can't say that the picture stood still. */
const LOOKED_AWAY_MS = 4000;
const UNHEARD_AFTER_MS = 2000;
/** Chunks of sound with the playhead in one place: what is heard is the player's own silence. */
const STUCK_CHUNKS = 5;

/**
 * Measures picture and sound of a video element as it plays, muted or not. It only listens and
 * looks: the element plays on in the same way with it, without it, and after `destroy`.
 */
export class Instruments {
  readonly #video: HTMLVideoElement;
  readonly #options: InstrumentsOptions;
  readonly #tap: SoundTap;
  readonly #soundWatch: SoundWatch;
  readonly #pictureWatch: PictureWatch;
  readonly #pictureLook = new PictureLook();
  #picture: Reading['picture'] = null;
  #isLooking = false;
  #lookedAt = -Infinity;
  #seenUntil = -1;
  #framesSeen = -1;
  #heardAt = -Infinity;
  #heardUntil = -1;
  #stuckChunks = 0;
  #soundlessSince: number | null = null;

  constructor(video: HTMLVideoElement, options: InstrumentsOptions) {
    this.#video = video;
    this.#options = options;
    this.#pictureWatch = new PictureWatch(() => options.thresholds().blackLuma);
    this.#soundWatch = new SoundWatch(() => options.thresholds().silenceDbfs);
    this.#tap = new SoundTap(video, (chunk) => this.#hear(chunk));
  }

  /** Whether the producer hears it; measuring goes on. */
  setMuted(muted: boolean): void {
    this.#video.muted = muted;
  }

  /** What a peak meter of each channel shows, in dBFS; empty while nothing is heard. */
  get peaks(): readonly number[] {
    return this.#isHeard ? this.#soundWatch.meters : [];
  }

  /** What is measured at `now`, in milliseconds; to be read once or twice a second. */
  read(now: number): Reading {
    if (Math.abs(now - this.#lookedAt) >= LOOK_EVERY_MS[this.#options.loudness])
      void this.#look(now);
    return { picture: this.#picture, sound: this.#soundAt(now) };
  }

  destroy(): void {
    this.#tap.close();
  }

  get #isPlaying(): boolean {
    const { paused, seeking, ended, readyState, HAVE_FUTURE_DATA } = this.#video;
    return !paused && !seeking && !ended && readyState >= HAVE_FUTURE_DATA;
  }

  get #isHeard(): boolean {
    return this.#isPlaying && performance.now() - this.#heardAt <= UNHEARD_AFTER_MS;
  }

  async #look(now: number): Promise<void> {
    if (this.#isLooking) return;
    const lookedAwayMs = Math.abs(now - this.#lookedAt);
    this.#lookedAt = now;
    this.#isLooking = true;
    const places = this.#canSee() ? await this.#pictureLook.at(this.#video) : null;
    this.#isLooking = false;
    if (places === null || lookedAwayMs > LOOKED_AWAY_MS) this.#pictureWatch.interrupt();
    this.#picture = places === null ? null : this.#pictureWatch.see(now, places);
  }

  /** Only a picture that plays can stand still; one that isn't decoded, because the window is hidden, tells nothing. */
  #canSee(): boolean {
    const { currentTime, videoWidth } = this.#video;
    const { totalVideoFrames } = this.#video.getVideoPlaybackQuality();
    const hasMoved = currentTime !== this.#seenUntil;
    const isDecoded = !document.hidden || totalVideoFrames !== this.#framesSeen;
    this.#seenUntil = currentTime;
    this.#framesSeen = totalVideoFrames;
    return videoWidth > 0 && this.#isPlaying && hasMoved && isDecoded;
  }

  #hear(chunk: SoundChunk): void {
    const { currentTime } = this.#video;
    this.#stuckChunks = currentTime === this.#heardUntil ? this.#stuckChunks + 1 : 0;
    this.#heardUntil = currentTime;
    if (!this.#isPlaying || this.#stuckChunks >= STUCK_CHUNKS) return this.#soundWatch.interrupt();
    this.#heardAt = performance.now();
    this.#soundWatch.hear(chunk);
  }

  #soundAt(now: number): Reading['sound'] {
    const isSoundless = this.#isPlaying && this.#tap.hasTrack === false;
    this.#soundlessSince = isSoundless ? (this.#soundlessSince ?? now) : null;
    if (this.#soundlessSince !== null) return noSound(Math.max(0, now - this.#soundlessSince));
    const { heard } = this.#soundWatch;
    if (heard === null || !this.#isHeard) return null;
    const integrated = this.#options.loudness === 'full' ? this.#soundWatch.integrated : null;
    return { hasTrack: true, ...heard, integrated };
  }
}

const noSound = (silentMs: number): NonNullable<Reading['sound']> => ({
  hasTrack: false,
  levelDbfs: SILENCE_DBFS,
  silentMs,
  heardMs: silentMs,
  momentary: null,
  shortTerm: null,
  integrated: null,
});
