import { SoundChunks } from './sound-chunks.ts';

/* Runs in the audio thread, as a file of its own (AudioWorkletGlobalScope, Web Audio API 1.32). */

declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new () => AudioWorkletProcessor & {
    process(inputs: readonly (readonly Float32Array[])[]): boolean;
  },
): void;

/** Sends a message for each 100 ms of what comes in; any message to it ends it. */
class SoundMeter extends AudioWorkletProcessor {
  readonly #chunks = new SoundChunks(sampleRate);
  #isOver = false;

  constructor() {
    super();
    this.port.onmessage = () => (this.#isOver = true);
  }

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    if (input !== undefined) this.#chunks.add(input, (chunk) => this.port.postMessage(chunk));
    return !this.#isOver;
  }
}

registerProcessor('sound-meter', SoundMeter);
