import type { PreviewFacts } from '../../shared/health-arguments.ts';
import type { Thresholds } from '../../shared/thresholds.ts';
import { type Figures, nothingMeasured } from './figures.ts';
import { Instruments } from './instruments.ts';
import { LivePreview } from './live-preview.ts';
import { previewFacts } from './preview-facts.ts';
import type { PreviewState } from './preview-state.ts';
import { tileConfig } from './tile-config.ts';
import { TilePicture } from './tile-picture.ts';
import type { TileStarts } from './tile-starts.ts';

export interface TileView {
  readonly state: PreviewState;
  /** When the picture that is kept on screen was live, in milliseconds since 1970; null without one. */
  readonly heldAt: number | null;
}

export interface TilePlayerOptions {
  /** The live entity's. */
  readonly id: string;
  readonly starts: TileStarts;
  readonly thresholds: () => Thresholds;
  readonly onView: (view: TileView) => void;
  /** Once a second while the player runs and the page is visible. */
  readonly note: (facts: PreviewFacts) => void;
}

const NOTED_EVERY_MS = 1_000;
/** Scrolling past a tile shouldn't cost its player. */
const RELEASED_AFTER_MS = 1_000;
const RESTS_AFTER_MS = 30_000;

/** What a player holds; let go as a whole. */
interface Running {
  readonly video: HTMLVideoElement;
  readonly preview: LivePreview;
  readonly instruments: Instruments;
  readonly noting: ReturnType<typeof setInterval>;
}

/**
 * The picture and sound of one tile, in elements that it puts into `host`. It plays only while
 * the tile is in sight and the page was visible in the last 30 s, and keeps its last picture.
 */
export class TilePlayer {
  readonly #host: HTMLElement;
  readonly #options: TilePlayerOptions;
  readonly #picture: TilePicture;
  readonly #listening = new AbortController();
  readonly #address: string;
  #running: Running | null = null;
  #cancelStart: (() => void) | null = null;
  #releasing: ReturnType<typeof setTimeout> | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #isInSight = false;
  #isResting = false;
  #isMuted = true;
  #state: PreviewState = { kind: 'loading' };
  #figures: Figures = nothingMeasured;

  constructor(host: HTMLElement, address: string, options: TilePlayerOptions) {
    this.#host = host;
    this.#address = address;
    this.#options = options;
    this.#picture = new TilePicture(host);
    const { signal } = this.#listening;
    document.addEventListener('visibilitychange', () => this.#rest(), { signal });
    this.#rest();
  }

  setInSight(isInSight: boolean): void {
    this.#isInSight = isInSight;
    clearTimeout(this.#releasing);
    if (isInSight) this.#follow();
    else this.#releasing = setTimeout(() => this.#follow(), RELEASED_AFTER_MS);
  }

  setMuted(muted: boolean): void {
    this.#isMuted = muted;
    this.#running?.instruments.setMuted(muted);
  }

  /** What a peak meter of each channel shows, in dBFS; empty while nothing is heard. */
  get peaks(): readonly number[] {
    return this.#running?.instruments.peaks ?? [];
  }

  destroy(): void {
    this.#listening.abort();
    clearTimeout(this.#releasing);
    clearTimeout(this.#resting);
    this.#isInSight = false;
    this.#follow();
    this.#picture.drop();
  }

  #rest(): void {
    clearTimeout(this.#resting);
    this.#isResting = false;
    if (document.hidden)
      this.#resting = setTimeout(() => {
        this.#isResting = true;
        this.#follow();
      }, RESTS_AFTER_MS);
    else this.#follow();
  }

  #follow(): void {
    const isWanted = this.#isInSight && !this.#isResting;
    if (!isWanted) this.#release();
    else if (this.#running === null)
      this.#cancelStart ??= this.#options.starts.add(() => this.#begin());
  }

  #begin(): void {
    this.#cancelStart = null;
    const video = document.createElement('video');
    video.muted = true;
    video.playsInline = true;
    this.#host.prepend(video);
    const preview = new LivePreview(video, {
      config: tileConfig,
      onState: (state) => this.#show(video, state),
      onFigures: (figures) => (this.#figures = figures),
    });
    const { thresholds } = this.#options;
    const instruments = new Instruments(video, { thresholds, loudness: 'light' });
    instruments.setMuted(this.#isMuted);
    const noting = setInterval(() => this.#note(), NOTED_EVERY_MS);
    this.#running = { video, preview, instruments, noting };
    preview.play(this.#address);
  }

  #release(): void {
    this.#cancelStart?.();
    this.#cancelStart = null;
    const running = this.#running;
    if (running === null) return;
    this.#running = null;
    if (this.#state.kind === 'playing') this.#picture.hold(running.video, Date.now());
    clearInterval(running.noting);
    running.instruments.destroy();
    running.preview.destroy();
    running.video.remove();
    this.#tell({ kind: 'loading' });
  }

  /** The player drops its picture soon after it says that it no longer plays. */
  #show(video: HTMLVideoElement, state: PreviewState): void {
    if (state.kind === 'playing') this.#picture.drop();
    else if (this.#state.kind === 'playing') {
      const stoodMs = state.kind === 'stalled' ? state.seconds * 1000 : 0;
      this.#picture.hold(video, Date.now() - stoodMs);
    }
    this.#tell(state);
  }

  #tell(state: PreviewState): void {
    this.#state = state;
    this.#options.onView({ state, heldAt: this.#picture.heldAt });
  }

  #note(): void {
    if (this.#running === null || document.hidden) return;
    const reading = this.#running.instruments.read(performance.now());
    const { id, note } = this.#options;
    const { declaredFrameRate } = this.#figures;
    note(previewFacts(id, Date.now(), this.#state, this.#figures, reading, declaredFrameRate));
  }
}
