import type Hls from 'hls.js';
import type { ErrorData, HlsConfig, LevelDetails } from 'hls.js';
import { hlsConfig } from './hls-config.ts';
import type { LoadedHls } from './load-hls.ts';
import { BitrateMeter } from './meters.ts';
import { type Stall, type StreamFailure, encoderRestarted, isFarBehind } from './recovery.ts';

export type RunEvent =
  | { readonly kind: 'playlist'; readonly isLive: boolean }
  | { readonly kind: 'no-segments' }
  | { readonly kind: 'encoder-restarted' }
  | { readonly kind: 'failed'; readonly failure: StreamFailure };

/** One life of hls.js: from an address to a failure or to the end. Never used twice. */
export class HlsRun {
  readonly #hls: Hls;
  readonly #video: HTMLVideoElement;
  readonly #listener: (event: RunEvent) => void;
  readonly #bitrate = new BitrateMeter();
  readonly #windows = new Map<number, LevelDetails>();
  readonly #listening = new AbortController();
  #readAt = performance.now();
  #changedAt = performance.now();
  #newestSegment = -1;

  constructor(
    { Hls, workerPath }: LoadedHls,
    video: HTMLVideoElement,
    url: string,
    listener: (event: RunEvent) => void,
    config: Partial<HlsConfig> = {},
  ) {
    const { Events } = Hls;
    this.#video = video;
    this.#listener = listener;
    this.#hls = new Hls({ ...hlsConfig, ...config, workerPath });
    this.#hls.on(Events.LEVEL_LOADED, (_, { level, details }) => this.#read(level, details));
    this.#hls.on(Events.FRAG_LOADED, (_, { frag }) =>
      this.#bitrate.add({
        kind: frag.type,
        rendition: frag.level,
        bytes: frag.stats.loaded,
        seconds: frag.duration,
      }),
    );
    this.#hls.on(Events.ERROR, (_, data) => this.#failed(data));
    this.#hls.loadSource(url);
    this.#hls.attachMedia(video);
  }

  get bitsPerSecond(): number | null {
    return this.#bitrate.bitsPerSecond;
  }

  /** Frames a second as the master playlist declares them for what plays; null when it doesn't. */
  get declaredFrameRate(): number | null {
    const rate = this.#hls.levels[this.#hls.currentLevel]?.frameRate ?? 0;
    return rate > 0 ? rate : null;
  }

  /** The programme time of the picture on screen, in milliseconds since 1970. */
  get programmeMs(): number | null {
    return this.#hls.playingDate?.getTime() ?? null;
  }

  /** From the picture on screen to where the playlist's edge should be by now, in seconds. */
  get behindEdgeSeconds(): number | null {
    const details = this.#hls.latestLevelDetails;
    if (details === null) return null;
    const age = details.live ? details.age : 0;
    return details.edge + age - this.#video.currentTime;
  }

  get targetSeconds(): number {
    return this.#hls.latestLevelDetails?.targetduration ?? 6;
  }

  /** Whether the playlist promises more; true before it was read. */
  get isLive(): boolean {
    return this.#hls.latestLevelDetails?.live ?? true;
  }

  get hasFreshPlaylist(): boolean {
    return performance.now() - this.#readAt < 2000 * this.targetSeconds;
  }

  /** What there is to know about a picture that has stood still for so long. */
  stall(stalledMs: number, stepsTaken: number): Stall {
    const now = performance.now();
    return {
      stalledMs,
      stepsTaken,
      bufferedSeconds: bufferedAhead(this.#video),
      unreadMs: now - this.#readAt,
      unchangedMs: now - this.#changedAt,
      targetSeconds: this.targetSeconds,
    };
  }

  recoverMedia(): void {
    this.#hls.recoverMediaError();
  }

  stopLoading(): void {
    this.#hls.stopLoad();
  }

  resumeLoading(): void {
    this.#readAt = performance.now();
    this.#changedAt = this.#readAt;
    this.#hls.startLoad();
  }

  seekToLive(): void {
    const position = this.#hls.liveSyncPosition;
    if (position !== null && Number.isFinite(position)) this.#video.currentTime = position;
  }

  /** Whether playback is so far behind the live edge that it should jump there. */
  get isFarBehind(): boolean {
    const behind = this.behindEdgeSeconds;
    const target = this.#hls.targetLatency;
    return behind !== null && target !== null && isFarBehind(behind, target, this.targetSeconds);
  }

  /** Of a stream that ended before it was opened, the last picture tells the most. */
  showLastPicture(): void {
    const skip = (): void => {
      const { duration } = this.#video;
      if (Number.isFinite(duration))
        this.#video.currentTime = Math.max(0, duration - this.targetSeconds);
    };
    const { signal } = this.#listening;
    if (this.#video.readyState > 0) skip();
    else this.#video.addEventListener('loadedmetadata', skip, { once: true, signal });
  }

  /** Releases the worker, the requests, the media source and its buffers. */
  destroy(): void {
    this.#listening.abort();
    this.#windows.clear();
    this.#hls.destroy();
  }

  #tell(event: RunEvent): void {
    if (!this.#listening.signal.aborted) this.#listener(event);
  }

  #read(level: number, details: LevelDetails): void {
    const before = this.#windows.get(level);
    this.#windows.set(level, details);
    this.#readAt = performance.now();
    if (details.endSN !== this.#newestSegment) this.#changedAt = this.#readAt;
    this.#newestSegment = details.endSN;
    if (before !== undefined && encoderRestarted(before, details))
      this.#tell({ kind: 'encoder-restarted' });
    else this.#tell({ kind: 'playlist', isLive: details.live });
  }

  #failed(data: ErrorData): void {
    const failure = failureOf(data);
    if (data.fatal) this.#tell({ kind: 'failed', failure });
    else if (failure.details === 'levelEmptyError') this.#tell({ kind: 'no-segments' });
  }
}

function failureOf(data: ErrorData): StreamFailure {
  const type: string = data.type;
  return {
    details: data.details,
    isMedia: type === 'mediaError' || type === 'muxError',
    status: data.response?.code ?? null,
    codec: codecOf(data),
    url: data.context?.url ?? data.frag?.url ?? data.url ?? null,
  };
}

/** The codecs that this browser lacks; hls.js names them only inside of its messages. */
function codecOf({ mimeType, reason }: ErrorData): string | null {
  const named = /codecs="?([^"]+)"?/i.exec(mimeType ?? '')?.[1];
  const listed = /not supported: \[(.*)\]/.exec(reason ?? '')?.[1];
  const all = (named ?? listed ?? '').replaceAll('"', '').split(/[, ]+/).filter(Boolean);
  const lacking = all.filter((codec) => !MediaSource.isTypeSupported(`video/mp4;codecs=${codec}`));
  return [...new Set(lacking.length > 0 ? lacking : all)].join(', ') || null;
}

/** Seconds of media ready to play after the playhead. */
function bufferedAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let range = 0; range < buffered.length; range += 1)
    if (buffered.start(range) <= currentTime + 0.1 && currentTime < buffered.end(range))
      return buffered.end(range) - currentTime;
  return 0;
}
