/** As much of a video element as a preview touches; time moves only when a test says so. */
export class FakeVideo extends EventTarget {
  readonly HAVE_CURRENT_DATA = 2;
  currentTime = 0;
  bufferedTo = 0;
  duration = Infinity;
  ended = false;
  hasSource = false;
  muted = false;
  paused = true;
  readyState = 4;
  videoHeight = 360;
  videoWidth = 640;

  get ownerDocument() {
    return document;
  }

  get buffered() {
    return { length: 1, start: () => 0, end: () => this.bufferedTo };
  }

  emit(type: string): void {
    this.dispatchEvent(new Event(type));
  }

  getVideoPlaybackQuality() {
    return { totalVideoFrames: 0, droppedVideoFrames: 0 };
  }

  async play(): Promise<void> {
    if (!this.paused) return;
    this.paused = false;
    this.emit('play');
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.emit('pause');
  }

  removeAttribute(): void {
    this.hasSource = false;
  }

  load(): void {
    this.paused = true;
  }
}

interface Details {
  readonly startSN: number;
  readonly endSN: number;
  readonly live: boolean;
  readonly fragments: readonly { readonly programDateTime: null }[];
  readonly targetduration: number;
  readonly edge: number;
  readonly age: number;
}

/** hls.js as a test drives it: it loads nothing, and fails when told to. */
export class FakeHls {
  static readonly Events = { ERROR: 'error', FRAG_LOADED: 'fragment', LEVEL_LOADED: 'level' };
  static all: FakeHls[] = [];
  static isSupported = (): boolean => true;

  readonly config: { readonly workerPath?: string };
  readonly playingDate = null;
  readonly targetLatency = 6;
  readonly levels: readonly { readonly frameRate: number }[] = [{ frameRate: 30 }];
  readonly currentLevel = 0;
  readonly #listeners = new Map<string, (event: string, data: unknown) => void>();
  isDestroyed = false;
  isLoading = false;
  latestLevelDetails: Details | null = null;
  liveSyncPosition: number | null = null;
  recoveries = 0;
  source = '';

  constructor(config: { readonly workerPath?: string }) {
    this.config = config;
    FakeHls.all.push(this);
  }

  on(event: string, listener: (event: string, data: unknown) => void): void {
    this.#listeners.set(event, listener);
  }

  loadSource(url: string): void {
    this.source = url;
    this.isLoading = true;
  }

  attachMedia(video: FakeVideo): void {
    video.hasSource = true;
  }

  startLoad(): void {
    this.isLoading = true;
  }

  stopLoad(): void {
    this.isLoading = false;
  }

  recoverMediaError(): void {
    this.recoveries += 1;
  }

  destroy(): void {
    this.isDestroyed = true;
  }

  /** A media playlist of three segments of 2 s, up to `endSN`. */
  loadPlaylist({ endSN, live = true }: { endSN: number; live?: boolean }): void {
    const startSN = endSN - 2;
    const fragments = [0, 1, 2].map(() => ({ programDateTime: null }));
    const times = { targetduration: 2, edge: 6, age: 0 };
    this.latestLevelDetails = { startSN, endSN, live, fragments, ...times };
    this.#tell('level', { level: 0, details: this.latestLevelDetails });
  }

  fail(data: object): void {
    this.#tell('error', data);
  }

  #tell(event: string, data: unknown): void {
    if (!this.isDestroyed) this.#listeners.get(event)?.(event, data);
  }
}
