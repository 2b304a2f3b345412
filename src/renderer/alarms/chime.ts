/** In Hz: a fourth down, from D5 to A4. */
const tones = [587.33, 440] as const;
const apartSeconds = 0.24;
const lastsSeconds = 0.5;
/** Of full scale, about −15 dBFS. */
const loudest = 0.18;
const closesAfterMs = 2_000;

/** Sounds two calm tones, once. Silent where the page may not make a sound. */
export function chime(): void {
  const context = new AudioContext();
  tones.forEach((hertz, index) => {
    const from = context.currentTime + 0.05 + index * apartSeconds;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(loudest, from + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, from + lastsSeconds);
    const tone = new OscillatorNode(context, { type: 'sine', frequency: hertz });
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(from + lastsSeconds);
  });
  // By time: where no sound may be made, the tones never end.
  setTimeout(() => void context.close(), closesAfterMs);
}
