import type Hls from 'hls.js';
import workerUrl from 'hls.js/dist/hls.worker.js?url';

export type HlsClass = typeof Hls;

export interface LoadedHls {
  readonly Hls: HlsClass;
  /** The worker as a file of the application's own origin: its policy allows no blobs. */
  readonly workerPath: string;
}

let loaded: Promise<LoadedHls> | undefined;

/** hls.js in a chunk of its own; call it early, so that it is there at the first picture. */
export function loadHls(): Promise<LoadedHls> {
  loaded ??= import('hls.js').then(
    (module) => ({ Hls: module.default, workerPath: workerUrl }),
    (error: unknown) => {
      loaded = undefined;
      throw error;
    },
  );
  return loaded;
}
