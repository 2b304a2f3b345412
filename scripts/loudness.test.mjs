import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loudnessOfSamples } from '../src/renderer/player/testing/made-sound.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const demoSound = resolve(import.meta.dirname, '../resources/demo/audio.mp4');

const clips = [
  { clip: 'the demo’s sound', input: ['-i', demoSound], channels: 2, sampleRate: 48_000 },
  {
    clip: 'pink noise that swells, stereo',
    input: lavfi(
      'anoisesrc=c=pink:r=48000:d=20:seed=7:a=0.3,tremolo=f=0.2:d=0.95,pan=stereo|c0=c0|c1=0.3*c0',
    ),
    channels: 2,
    sampleRate: 48_000,
  },
  {
    clip: 'white noise with pauses, mono at 44.1 kHz',
    input: lavfi(
      'anoisesrc=c=white:r=44100:d=20:seed=3:a=0.1,volume=eval=frame:volume=lt(mod(t\\,4)\\,2.5)',
    ),
    channels: 1,
    sampleRate: 44_100,
  },
  {
    clip: 'brown noise at 96 kHz',
    input: lavfi('anoisesrc=c=brown:r=96000:d=12:seed=5:a=0.5'),
    channels: 1,
    sampleRate: 96_000,
  },
];

function lavfi(source) {
  return ['-f', 'lavfi', '-i', source];
}

/** What ebur128 says after each 100 ms. */
function ebur128(input) {
  const text = ffmpeg([
    ...input,
    '-af',
    'ebur128=metadata=1,ametadata=print:file=-',
    '-f',
    'null',
    '-',
  ]);
  const all = (name) =>
    [...text.toString().matchAll(new RegExp(`r128\\.${name}=(\\S+)`, 'g'))].map(([, figure]) =>
      Number(figure),
    );
  const [shortTerms, integrateds] = [all('S'), all('I')];
  return all('M').map((momentary, index) => ({
    momentary,
    shortTerm: shortTerms[index],
    integrated: integrateds[index],
  }));
}

function ffmpeg(args) {
  return execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...args], {
    maxBuffer: 256 * 1024 * 1024,
  });
}

function decoded(input, channels) {
  const bytes = ffmpeg([...input, '-f', 'f32le', '-ac', String(channels), '-']);
  const frames = bytes.length / 4 / channels;
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: frames }, (_, frame) =>
      bytes.readFloatLE(4 * (frame * channels + channel)),
    ),
  );
}

// Skipped where ffmpeg isn't installed: loudness.test.ts holds figures recorded from it.
describe.skipIf(!hasFfmpeg)('loudness beside the ebur128 of this computer’s ffmpeg', () => {
  it.each(clips)(
    'is within 0.1 LU on $clip',
    { timeout: 60_000 },
    ({ input, channels, sampleRate }) => {
      const theirs = ebur128(input);
      const ours = [];
      loudnessOfSamples(decoded(input, channels), sampleRate, (loudness) => {
        const { momentary, shortTerm, integrated } = loudness;
        ours.push({ momentary, shortTerm, integrated });
      });
      expect(ours.length).toBeGreaterThan(100);
      for (const name of ['momentary', 'shortTerm', 'integrated']) {
        let compared = 0;
        for (const [index, { [name]: figure }] of ours.entries()) {
          const other = theirs[index]?.[name];
          // Below the absolute gate the two say nothing in different words.
          if (figure === null || other === undefined || figure < -70) continue;
          compared += 1;
          const off = Math.abs(figure - other);
          // A block that is right at the second gate may pass it a moment sooner with one of them.
          const isOnItsWay = name === 'integrated' && index < ours.length - 1;
          expect(off, `${name} after ${index} tenths`).toBeLessThan(isOnItsWay ? 0.5 : 0.1);
        }
        expect(compared).toBeGreaterThan(80);
      }
    },
  );
});
