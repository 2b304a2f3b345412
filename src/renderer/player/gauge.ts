import { type Figures, behindLive } from './figures.ts';
import type { HlsRun } from './hls-run.ts';
import { FrameMeter } from './meters.ts';
import type { StallWatch } from './stall-watch.ts';

/** Reads the figures off a playing video and its player. */
export class Gauge {
  readonly #frames = new FrameMeter();

  read(run: HlsRun, video: HTMLVideoElement, stalls: StallWatch): Figures {
    const now = performance.now();
    const { videoWidth: width, videoHeight: height } = video;
    const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
    this.#frames.add(now, totalVideoFrames, droppedVideoFrames);
    const hasMedia = video.readyState >= video.HAVE_CURRENT_DATA;
    const hasPicture = hasMedia && width > 0;
    return {
      behindLive: hasMedia ? behindLive(Date.now(), run.programmeMs, run.behindEdgeSeconds) : null,
      size: hasPicture ? { width, height } : hasMedia ? 'sound only' : null,
      bitsPerSecond: run.bitsPerSecond,
      framesPerSecond: hasPicture ? this.#frames.framesPerSecond : null,
      droppedShare: hasPicture ? this.#frames.droppedShare : null,
      stalls: stalls.count,
      stallsInLastMinute: stalls.inLastMinute(now),
      declaredFrameRate: run.declaredFrameRate,
    };
  }

  clear(): void {
    this.#frames.clear();
  }
}
