import { type SoundChunk, SoundChunks } from './sound-chunks.ts';

/* Runs in the audio thread, as a file of its own (AudioWorkletGlobalScope, Web Audio API 1.32). */

declare const currentTime: number;
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
interface MeterOptions {
  readonly processorOptions: { readonly tap: number };
}
declare function registerProcessor(
  name: string,
  processor: new (options: MeterOptions) => AudioWorkletProcessor & {
    process(inputs: readonly (readonly Float32Array[])[]): boolean;
  },
): void;

/** What was heard by one tap of the page. */
export interface Heard {
  readonly tap: number;
  readonly chunk: SoundChunk;
}

const SENT_EVERY_SECONDS = 0.1;

/** Of all meters: a message for each chunk of sixteen streams would keep the page busy. */
let unsent: Heard[] = [];
let sentAt = -Infinity;

/**
 * Measures what comes in, and sends what all meters have measured by the port of any, ten times
 * a second; a message to it ends it.
 */
class SoundMeter extends AudioWorkletProcessor {
  readonly #chunks = new SoundChunks(sampleRate);
  readonly #tap: number;
  #isOver = false;

  constructor({ processorOptions }: MeterOptions) {
    super();
    this.#tap = processorOptions.tap;
    this.port.onmessage = () => (this.#isOver = true);
  }

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    if (this.#isOver) return false;
    if (input !== undefined)
      this.#chunks.add(input, (chunk) => unsent.push({ tap: this.#tap, chunk }));
    if (unsent.length > 0 && currentTime - sentAt >= SENT_EVERY_SECONDS) {
      this.port.postMessage(unsent);
      unsent = [];
      sentAt = currentTime;
    }
    return true;
  }
}

registerProcessor('sound-meter', SoundMeter);
