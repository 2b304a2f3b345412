import type { SoundChunk } from './sound-chunks.ts';
import { joinSound, nodeEnded, soundContext } from './sound-context.ts';
import type { Heard } from './sound-worklet.ts';

/** Chromium has it, and all that Tally runs in; TypeScript's library hasn't. */
type Capturable = HTMLVideoElement & { readonly captureStream?: () => MediaStream };

/** Who hears what, by the number of the tap: each message from the audio thread is for all. */
const hearing = new Map<number, (chunk: SoundChunk) => void>();
let taps = 0;

function passOn({ data }: MessageEvent<readonly Heard[]>): void {
  for (const { tap, chunk } of data) hearing.get(tap)?.(chunk);
}

/**
 * Hears what a video element plays, also a muted one, in chunks of 100 ms. The sound is copied
 * on its way to the loudspeaker, so nothing that goes wrong here stops picture or sound.
 */
export class SoundTap {
  readonly #tap = (taps += 1);
  readonly #leave: () => void;
  readonly #closing = new AbortController();
  readonly #stream: MediaStream | null;
  #track: MediaStreamTrack | null = null;
  #source: MediaStreamAudioSourceNode | null = null;
  #meter: AudioWorkletNode | null = null;

  constructor(video: HTMLVideoElement, heard: (chunk: SoundChunk) => void) {
    hearing.set(this.#tap, heard);
    this.#leave = joinSound(() => void this.#listen());
    this.#stream = (video as Capturable).captureStream?.() ?? null;
    const { signal } = this.#closing;
    // Each new source of the element brings new tracks.
    this.#stream?.addEventListener('addtrack', ({ track }) => this.#take(track), { signal });
    for (const track of this.#stream?.getTracks() ?? []) this.#take(track);
  }

  /** Whether what plays has sound, known once the element has its metadata; null when it can't be told. */
  get hasTrack(): boolean | null {
    return this.#stream === null ? null : this.#stream.getAudioTracks().length > 0;
  }

  close(): void {
    this.#closing.abort();
    hearing.delete(this.#tap);
    this.#leave();
    this.#release();
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    // An element never ends a capture.
    this.#stream?.addEventListener('addtrack', stopTrack);
  }

  #take(track: MediaStreamTrack): void {
    // A captured picture would be copied for every frame.
    if (track.kind !== 'audio') {
      track.stop();
      return;
    }
    this.#track = track;
    void this.#listen();
  }

  async #listen(): Promise<void> {
    const track = this.#track;
    const context = await soundContext();
    // Closing ends the track, and so does the element's next source.
    if (context === null || track === null || track.readyState === 'ended') return;
    this.#release();
    this.#source = context.createMediaStreamSource(new MediaStream([track]));
    this.#meter = new AudioWorkletNode(context, 'sound-meter', {
      numberOfOutputs: 0,
      processorOptions: { tap: this.#tap },
    });
    this.#meter.port.onmessage = passOn;
    this.#source.connect(this.#meter);
  }

  #release(): void {
    if (this.#source === null) return;
    this.#source.disconnect();
    this.#meter?.port.postMessage('end');
    this.#meter?.port.close();
    this.#source = null;
    this.#meter = null;
    nodeEnded();
  }
}

/** Holds nothing, as whoever listens is held for as long as the track. */
function stopTrack({ track }: MediaStreamTrackEvent): void {
  track.stop();
}
