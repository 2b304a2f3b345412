import type { PreviewFacts } from '../../shared/health-arguments.ts';
import type { Thresholds } from '../../shared/thresholds.ts';
import { nothingMeasured } from '../player/figures.ts';
import type { HeadStart } from '../player/head-start.ts';
import { Instruments } from '../player/instruments.ts';
import { LivePreview } from '../player/live-preview.ts';
import { previewFacts } from '../player/preview-facts.ts';
import type { PreviewState } from '../player/preview-state.ts';

export interface PreviewPlayerOptions {
  /** The live entity that is shown. */
  readonly id: string;
  readonly thresholds: () => Thresholds;
  readonly headStart: () => Promise<HeadStart | null>;
  readonly onState: (state: PreviewState) => void;
  /** About once a second, while there is an address to play. */
  readonly onFacts: (facts: PreviewFacts) => void;
}

const MEASURED_EVERY_MS = 1000;

/** The preview's player and its instruments, as the page shows them. */
export class PreviewPlayer {
  state = $state.raw<PreviewState>({ kind: 'off' });
  figures = $state.raw(nothingMeasured);
  sound = $state.raw<PreviewFacts['sound']>(null);
  isMuted = $state(true);
  readonly #options: PreviewPlayerOptions;
  #preview: LivePreview | null = null;
  #instruments: Instruments | null = null;
  #address: string | undefined;

  constructor(options: PreviewPlayerOptions) {
    this.#options = options;
  }

  /** Shows the stream at `address`, muted, until the returned function is called. */
  show(video: HTMLVideoElement, address: string | undefined): () => void {
    this.isMuted = true;
    this.#address = address;
    this.#preview = new LivePreview(video, {
      headStart: this.#options.headStart,
      onState: (state) => {
        this.state = state;
        this.#options.onState(state);
      },
      onFigures: (figures) => {
        this.figures = figures;
      },
    });
    this.#instruments = new Instruments(video, {
      thresholds: this.#options.thresholds,
      loudness: 'full',
    });
    this.#preview.play(address);
    const measuring = setInterval(() => {
      this.#measure();
    }, MEASURED_EVERY_MS);
    return () => {
      clearInterval(measuring);
      this.#instruments?.destroy();
      this.#preview?.destroy();
      this.#instruments = null;
      this.#preview = null;
      this.sound = null;
    };
  }

  /** What a peak meter of each channel shows, in dBFS; empty while nothing is heard. */
  readonly peaks = (): readonly number[] => this.#instruments?.peaks ?? [];

  /** Begins anew, as what kept the stream from being shown may be gone. */
  restart(): void {
    this.#preview?.play(this.#address);
  }

  pause(): void {
    this.#preview?.pause();
  }

  resume(): void {
    this.#preview?.resume();
  }

  mute(): void {
    this.isMuted = !this.isMuted;
    this.#instruments?.setMuted(this.isMuted);
  }

  #measure(): void {
    if (this.#instruments === null || this.state.kind === 'off') return;
    const { id, onFacts } = this.#options;
    const now = Date.now();
    const reading = this.#instruments.read(now);
    const { state, figures } = this;
    const facts = previewFacts(id, now, state, figures, reading, figures.declaredFrameRate);
    this.sound = facts.sound;
    onFacts(facts);
  }
}
