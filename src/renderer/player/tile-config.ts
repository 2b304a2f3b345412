import type { HlsConfig } from 'hls.js';

/**
 * For a small picture beside many others: the smallest rendition that fills it from the
 * first segment on (hls.js caps by the size of the element in device pixels), and little
 * kept before and after what is shown.
 */
export const tileConfig: Partial<HlsConfig> = {
  startLevel: -1,
  // High enough for any rendition that a tile may take; what is measured counts from then on.
  abrEwmaDefaultEstimate: 5_000_000,
  backBufferLength: 1,
  maxBufferLength: 6,
  maxMaxBufferLength: 8,
};
