import type { HlsConfig } from 'hls.js';
import { fastStart } from './fast-start.ts';
import { type LoadedHls, loadHls } from './load-hls.ts';
import type { LivePreviewOptions } from './preview-options.ts';

/** The player, null when it can't be had, and what it may begin with. */
export async function loadPlayer(
  options: LivePreviewOptions,
  mayBeginFast: boolean,
): Promise<{ readonly hls: LoadedHls | null; readonly start: Partial<HlsConfig> }> {
  const [hls, headStart] = await Promise.all([
    (options.loadHls ?? loadHls)().catch(() => null),
    mayBeginFast ? options.headStart?.() : null,
  ]);
  const start = hls === null || headStart == null ? {} : fastStart(hls.Hls, headStart);
  return { hls, start };
}
