import type { HeldPlaylists } from '../../shared/health.ts';
import type { HlsConfig } from 'hls.js';
import type { Figures } from './figures.ts';
import type { LoadedHls } from './load-hls.ts';
import type { PreviewState } from './preview-state.ts';

export interface LivePreviewOptions {
  /** Playlists that main holds, for a faster first picture; null when it holds none. */
  readonly held?: () => Promise<HeldPlaylists | null>;
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
