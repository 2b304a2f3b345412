import { nothingMeasured } from './figures.ts';
import { Gauge } from './gauge.ts';
import { HlsRun, type RunEvent } from './hls-run.ts';
import { loadPlayer } from './load-player.ts';
import type { LivePreviewOptions } from './preview-options.ts';
import type { PreviewState, Trouble } from './preview-state.ts';
import { type Probe, playbackAddress } from './probe.ts';
import { Reconnector } from './reconnector.ts';
import {
  MEDIA_RECOVERIES,
  type StreamFailure,
  afterFailure,
  stallCause,
  stallStep,
} from './recovery.ts';
import { RecentTimes, StallWatch } from './stall-watch.ts';

const TICK_MS = 500;
const STABLE_AFTER_MS = 5000;
const NO_PICTURE_AFTER_MS = 20_000;

/**
 * A live stream in a video element that keeps itself going: it says in `onState` what is
 * seen, and comes back by itself after any outage. `destroy` releases all it holds.
 */
export class LivePreview {
  readonly #video: HTMLVideoElement;
  readonly #options: LivePreviewOptions;
  readonly #reconnector: Reconnector;
  readonly #listening = new AbortController();
  readonly #gauge = new Gauge();
  #stalls = new StallWatch();
  #url: string | null = null;
  #run: HlsRun | null = null;
  #opening: symbol | null = null;
  #state: PreviewState | null = null;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #isPaused = false;
  #mayBeginFast = true;
  #hasEnded = false;
  #mustCatchUp = false;
  #openedAt = 0;
  #playingSince: number | null = null;
  readonly #recoveries = new RecentTimes(30_000);

  constructor(video: HTMLVideoElement, options: LivePreviewOptions) {
    this.#video = video;
    this.#options = options;
    this.#reconnector = new Reconnector({
      fetch: options.fetch ?? ((...request) => fetch(...request)),
      random: options.random ?? Math.random,
      isOnline: () => navigator.onLine,
      onAnswer: (probe) => this.#answered(probe),
    });
    video.muted = true;
    const { signal } = this.#listening;
    video.addEventListener('playing', () => this.#moved(), { signal });
    video.addEventListener('ended', () => this.#ended(), { signal });
    video.addEventListener('pause', () => this.#pausedByOthers(), { signal });
    video.addEventListener('play', () => !video.paused && this.resume(), { signal });
    window.addEventListener('online', () => this.#reconnector.hurry(), { signal });
    document.addEventListener('visibilitychange', () => this.#excuse(), { signal });
  }

  /** Shows the stream at `address` from now on; undefined is an entity without one. */
  play(address: string | undefined): void {
    this.#close();
    this.#reconnector.cancel();
    this.#reconnector.forget();
    this.#stalls = new StallWatch();
    this.#isPaused = false;
    this.#mayBeginFast = true;
    this.#url = address === undefined ? null : playbackAddress(address);
    this.#options.onFigures(nothingMeasured);
    clearInterval(this.#ticking);
    if (address === undefined || address.trim() === '') return this.#show({ kind: 'off' });
    if (this.#url === null) return this.#showTrouble({ kind: 'not-an-address', address });
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
    this.#show({ kind: 'loading' });
    void this.#open();
  }

  /** Keeps the picture and loads nothing. */
  pause(): void {
    if (this.#url === null || this.#isPaused) return;
    this.#isPaused = true;
    this.#opening = null;
    if (this.#reconnector.isBusy) this.#close();
    this.#reconnector.cancel();
    this.#run?.stopLoading();
    this.#video.pause();
    this.#show({ kind: 'paused' });
  }

  /** Goes on at the live edge. */
  resume(): void {
    if (this.#url === null || !this.#isPaused) return;
    this.#isPaused = false;
    this.#excuse();
    if (this.#run === null || this.#hasEnded || this.#video.readyState === 0)
      return this.#restart();
    this.#show({ kind: 'loading' });
    this.#mustCatchUp = true;
    this.#expectPicture();
    this.#run.resumeLoading();
    this.#startVideo();
  }

  setMuted(muted: boolean): void {
    this.#video.muted = muted;
  }

  destroy(): void {
    this.#listening.abort();
    this.#reconnector.cancel();
    clearInterval(this.#ticking);
    this.#url = null;
    this.#close();
    this.#video.removeAttribute('src');
    this.#video.load();
  }

  /** A picture that was popped out is seen, whatever covers the page. */
  get #isHidden(): boolean {
    return this.#video.ownerDocument.hidden;
  }

  async #open(): Promise<void> {
    const url = this.#url;
    if (url === null) return;
    this.#close();
    const opening = Symbol();
    this.#opening = opening;
    const { hls, start } = await loadPlayer(this.#options, this.#mayBeginFast);
    this.#mayBeginFast = false;
    if (this.#opening !== opening) return;
    if (!hls?.Hls.isSupported()) {
      this.#reconnect({ kind: 'player' });
      return;
    }
    this.#expectPicture();
    this.#run = new HlsRun(hls, this.#video, url, this.#heard, {
      ...this.#options.config,
      ...start,
    });
    this.#startVideo();
  }

  #close(): void {
    this.#opening = null;
    this.#run?.destroy();
    this.#run = null;
    this.#hasEnded = false;
    this.#mustCatchUp = false;
    this.#gauge.clear();
    this.#excuse();
  }

  #expectPicture(): void {
    this.#openedAt = performance.now();
    this.#playingSince = null;
  }

  #startVideo(): void {
    this.#video.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') this.pause();
    });
  }

  readonly #heard = (event: RunEvent): void => {
    if (this.#isPaused || this.#reconnector.isBusy) return;
    const isExpected = this.#playingSince === null;
    if (event.kind === 'failed') this.#failed(event.failure);
    else if (event.kind === 'encoder-restarted') this.#restart();
    else if (event.kind === 'no-segments' && isExpected) this.#show({ kind: 'waiting' });
    else if (event.kind === 'playlist' && !event.isLive && isExpected) this.#ended();
  };

  #failed(failure: StreamFailure): void {
    const step = afterFailure(failure, this.#recoveries.count);
    if (step.kind === 'reconnect') this.#reconnect(step.trouble);
    else if (step.kind === 'recover-media') this.#recoverMedia();
    else if (step.kind === 'wait-for-segments') this.#waitFor('waiting');
    else
      this.#reconnector.ask(failure.url ?? this.#url ?? '', (probe) => {
        if (probe.kind === 'live') this.#reconnect({ kind: 'interrupted' });
        else this.#answered(probe);
      });
  }

  #answered(probe: Probe): void {
    if (probe.kind === 'live') void this.#open();
    else if (probe.kind === 'trouble') this.#reconnect(probe.trouble);
    else this.#waitFor(probe.kind === 'ended' ? 'ended' : 'waiting');
  }

  #reconnect(trouble: Trouble): void {
    if (this.#url !== null) this.#reconnector.schedule(this.#url);
    this.#showTrouble(trouble);
  }

  #waitFor(kind: 'waiting' | 'ended'): void {
    // The first segment is awaited by somebody who looks: that wait stays short.
    if (kind === 'waiting') this.#reconnector.forget();
    if (this.#url !== null) this.#reconnector.schedule(this.#url);
    this.#show({ kind });
  }

  #restart(): void {
    this.#show({ kind: 'loading' });
    void this.#open();
  }

  #recoverMedia(): void {
    this.#recoveries.add();
    this.#expectPicture();
    this.#run?.recoverMedia();
    this.#startVideo();
  }

  #moved(): void {
    if (this.#run === null || this.#isPaused || this.#hasEnded || this.#reconnector.isBusy) return;
    if (this.#playingSince === null) this.#playingSince = performance.now();
    this.#show({ kind: 'playing', soundOnly: this.#video.videoWidth === 0 });
  }

  #ended(): void {
    if (this.#run === null || this.#hasEnded || this.#isPaused) return;
    this.#hasEnded = true;
    if (this.#playingSince === null) this.#run.showLastPicture();
    this.#waitFor('ended');
  }

  /** A media key, or a browser that lets no sound begin by itself. */
  #pausedByOthers(): void {
    const { paused, ended } = this.#video;
    if (paused && !ended && !this.#isHidden && this.#run !== null) this.pause();
  }

  /** Browsers may rest a hidden video: that is no stall. */
  #excuse(): void {
    this.#stalls.excuse(performance.now());
    const rests = this.#video.paused && !this.#isPaused && !this.#hasEnded;
    if (this.#run !== null && rests && !this.#isHidden) this.#startVideo();
  }

  #tick(): void {
    if (this.#isPaused) return;
    const now = performance.now();
    if (this.#state?.kind === 'trouble') this.#showTrouble(this.#state.trouble);
    if (this.#isHidden) this.#stalls.excuse(now);
    else if (this.#run !== null) {
      this.#options.onFigures(this.#gauge.read(this.#run, this.#video, this.#stalls));
      if (!this.#hasEnded && !this.#reconnector.isBusy) this.#watch(this.#run, now);
    }
  }

  #watch(run: HlsRun, now: number): void {
    if (this.#playingSince === null) {
      if (now - this.#openedAt > NO_PICTURE_AFTER_MS) this.#reconnect({ kind: 'silent' });
      return;
    }
    const stalledMs = this.#stalls.see(now, this.#video.currentTime);
    if (stalledMs > 0) return this.#free(run, stalledMs);
    this.#moved();
    if (now - this.#playingSince > STABLE_AFTER_MS) this.#reconnector.forget();
    if (this.#mustCatchUp && run.hasFreshPlaylist) {
      this.#mustCatchUp = false;
      if (run.isFarBehind) run.seekToLive();
    }
  }

  #free(run: HlsRun, stalledMs: number): void {
    if (!run.isLive && stalledMs > 2000) return this.#ended();
    if (!navigator.onLine) return this.#reconnect({ kind: 'offline' });
    const stall = run.stall(stalledMs, this.#stalls.stepsTaken);
    const seconds = Math.floor(stalledMs / 1000);
    this.#show({ kind: 'stalled', seconds, cause: stallCause(stall) });
    this.#mustCatchUp = true;
    const step = stallStep(stall);
    if (step === 'seek-live') {
      run.seekToLive();
      this.#stalls.stepTaken(this.#video.currentTime);
    } else if (step === 'recover-media' && this.#recoveries.count < MEDIA_RECOVERIES) {
      this.#recoverMedia();
    } else if (step !== 'wait') this.#restart();
  }

  #showTrouble(trouble: Trouble): void {
    const retry = this.#url === null ? null : this.#reconnector.retry;
    this.#show({ kind: 'trouble', trouble, retry });
  }

  #show(state: PreviewState): void {
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    this.#options.onState(state);
  }
}
