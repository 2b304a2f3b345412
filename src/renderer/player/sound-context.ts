import soundWorklet from './sound-worklet.ts?worker&url';

/** Chromium keeps every source node of a stream for as long as its context runs. */
const NODES_OF_A_CONTEXT = 40;

let context: Promise<AudioContext | null> | undefined;
let endedNodes = 0;
const listeners = new Set<() => void>();

/**
 * Counts a listener, until the returned function is called; with none left the context rests.
 * `renew` is called when there is a new context, for the listener to move to.
 */
export function joinSound(renew: () => void): () => void {
  listeners.add(renew);
  void rouse();
  return () => {
    listeners.delete(renew);
    void rouse();
  };
}

/**
 * The page's one audio context, with the worklet loaded; null where there is none. It plays to
 * nowhere: it needs no sound card, and one that is pulled out ends no measuring.
 */
export function soundContext(): Promise<AudioContext | null> {
  context ??= open();
  return context;
}

/** A source node of the context isn't needed any more. */
export function nodeEnded(): void {
  endedNodes += 1;
  if (endedNodes < NODES_OF_A_CONTEXT) return;
  endedNodes = 0;
  const old = context;
  context = undefined;
  void old?.then((opened) => opened?.close());
  for (const renew of listeners) renew();
}

async function open(): Promise<AudioContext | null> {
  try {
    const options = {
      sampleRate: 48_000,
      latencyHint: 'playback',
      renderSizeHint: 2048,
      sinkId: { type: 'none' },
    };
    const opened = new AudioContext(options as AudioContextOptions);
    await opened.audioWorklet.addModule(soundWorklet);
    return opened;
  } catch {
    context = undefined;
    return null;
  }
}

/** A browser may refuse to start it, or never answer: nobody waits for that. */
async function rouse(): Promise<void> {
  const opened = await context;
  const change = listeners.size > 0 ? opened?.resume() : opened?.suspend();
  change?.catch(() => undefined);
}
