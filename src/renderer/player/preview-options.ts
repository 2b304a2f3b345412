import type { HlsConfig } from 'hls.js';
import type { Figures } from './figures.ts';
import type { HeadStart } from './head-start.ts';
import type { LoadedHls } from './load-hls.ts';
import type { PreviewState } from './preview-state.ts';

export interface LivePreviewOptions {
  /** For a faster first picture, asked for once; null when there is nothing to begin with. */
  readonly headStart?: () => Promise<HeadStart | null>;
  readonly onState: (state: PreviewState) => void;
  /** Twice a second while the picture's page is visible. */
  readonly onFigures: (figures: Figures) => void;
  readonly loadHls?: () => Promise<LoadedHls>;
  /** Overrides of the player's usual settings, for a tile of the wall. */
  readonly config?: Partial<HlsConfig>;
  readonly fetch?: typeof fetch;
  /** 0 to 1. */
  readonly random?: () => number;
}
