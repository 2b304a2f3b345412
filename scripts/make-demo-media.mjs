// Makes resources/demo: a 16 s loop as fragmented MP4 (CMAF), three pictures and
// one sound, cut into fragments of one second. Needs ffmpeg with libx264, drawtext
// and a DejaVu font. Run: node scripts/make-demo-media.mjs
//
// Beside each picture there is a second of black and a second of a still, and beside
// the sound a loop of silence. They have the same initialisation segment, so that a
// stream can go over to them in the middle.
//
// 16 s hold 480 pictures (30 a second) and exactly 750 AAC frames (1024 samples at
// 48 kHz), so the loop can be joined to itself for ever without a gap.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { boxesOf, retime } from '../src/main/demo/boxes.ts';

const LOOP_SECONDS = 16;
const FRAME_SAMPLES = 1024;
const SAMPLE_RATE = 48_000;
const LIMIT_BYTES = 2 * 1024 * 1024;

const outDir = resolve(import.meta.dirname, '../resources/demo');
const workDir = mkdtempSync(join(tmpdir(), 'tally-demo-media-'));

const ffmpeg = (args) => {
  console.log(
    `ffmpeg ${args.map((arg) => (/[\s;:[\]()']/.test(arg) ? `"${arg}"` : arg)).join(' ')}`,
  );
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
};

// A quiet card on a slow gradient: a title, a clock, a bar that fills once a loop
// and a square that crosses once a second.
const text = (words, size, colour, y) =>
  `drawtext=font=DejaVu Sans Mono:text='${words}':fontsize=${size}:fontcolor=${colour}:x=(w-text_w)/2:y=${y}`;
const clock = String.raw`%{eif\:trunc(t)\:d\:2}.%{eif\:trunc(mod(t*10\,10))\:d\:1}`;
const picture = [
  `gradients=s=1280x720:r=30:d=${LOOP_SECONDS}:c0=0x14304f:c1=0x2b1838:c2=0x0d1f2d:nb_colors=3:x0=0:y0=0:x1=1280:y1=720:speed=0.00001:seed=7`,
  'drawbox=x=0:y=560:w=iw:h=4:color=white@0.18:t=fill',
  text('TALLY DEMO', 52, 'white@0.85', 120),
  text(clock, 220, 'white', 220),
  text('picture 30 fps   sound 440 + 660 Hz', 34, 'white@0.6', 470),
].join(',');
const moving = [
  `color=c=0xff4538:s=1280x12:r=30:d=${LOOP_SECONDS}[bar]`,
  `color=c=0x6ea8fe:s=72x72:r=30:d=${LOOP_SECONDS}[square]`,
  `testsrc2=s=320x96:r=30:d=${LOOP_SECONDS}[pattern]`,
  `${picture}[card]`,
  `[card][bar]overlay=x='-W+W*t/${LOOP_SECONDS}':y=556[a]`,
  `[a][pattern]overlay=x=W-w-40:y=H-h-28[b]`,
  `[b][square]overlay=x='40+(W-500)*(0.5-0.5*cos(PI*t))':y=H-h-40`,
].join(';');

const still = `${moving},trim=start=5.5:duration=1,loop=loop=29:size=1,setpts=N/30/TB`;
const black = 'color=c=black:s=1280x720:r=30:d=1';

function makePictures(rendition) {
  makeVideo(rendition, rendition.name, moving, LOOP_SECONDS);
  makeVideo(rendition, `${rendition.name}-still`, still, 1);
  makeVideo(rendition, `${rendition.name}-black`, black, 1);
}

function makeVideo({ width, height, bitrate }, name, source, seconds) {
  const file = join(outDir, `${name}.mp4`);
  ffmpeg([
    ...['-f', 'lavfi', '-i', `${source},scale=${width}:${height}:flags=lanczos,format=yuv420p`],
    ...['-t', String(seconds), '-c:v', 'libx264', '-profile:v', 'main', '-preset', 'veryslow'],
    ...['-b:v', bitrate, '-maxrate', bitrate, '-bufsize', bitrate, '-threads', '1'],
    ...['-g', '30', '-keyint_min', '30', '-sc_threshold', '0', '-bf', '0', '-flags', '+cgop'],
    ...['-video_track_timescale', '30000', '-use_editlist', '0', '-bitexact', '-f', 'mp4'],
    ...['-movflags', '+frag_keyframe+empty_moov+default_base_moof+skip_trailer', file],
  ]);
}

// Three loops are encoded in one go and the middle one is kept, so that its first
// frame overlaps the last one as if they had always followed each other. Skipping
// one frame of the input makes up for the encoder's delay of one frame.
const swell = '(0.85+0.15*sin(2*PI*t/4))';
const tones = `aevalsrc=exprs='0.088*${swell}*sin(2*PI*440*t)|0.088*${swell}*sin(2*PI*660*t)'`;
const silence = `aevalsrc=exprs='0|0'`;

function makeAudio(name, source) {
  const skip = `atrim=start_sample=${FRAME_SAMPLES},asetpts=N/SR/TB`;
  ffmpeg([
    ...['-f', 'lavfi', '-i', `${source}:s=${SAMPLE_RATE}:d=${3 * LOOP_SECONDS + 1},${skip}`],
    // The other coders crackle on steady tones.
    ...['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '64k', '-bitexact'],
    ...['-f', 'hls', '-hls_time', '1', '-hls_list_size', '0', '-hls_segment_type', 'fmp4'],
    ...['-hls_fmp4_init_filename', 'init.mp4'],
    ...['-hls_segment_filename', join(workDir, '%d.m4s'), join(workDir, 'audio.m3u8')],
  ]);
  const init = readFileSync(join(workDir, 'init.mp4'));
  // The edit list hides the encoder's first frame, which isn't in the loop.
  const edits = init.indexOf('edts');
  if (edits > 0) init.write('free', edits, 'latin1');
  const parts = [init];
  for (let second = 0; second < LOOP_SECONDS; second += 1) {
    const fragment = readFileSync(join(workDir, `${LOOP_SECONDS + second}.m4s`));
    const kept = boxesOf(fragment)
      .filter(({ type }) => type === 'moof' || type === 'mdat')
      .map(({ start, end }) => fragment.subarray(start, end));
    const firstFrame = Math.ceil((second * SAMPLE_RATE) / FRAME_SAMPLES);
    parts.push(
      retime(Buffer.concat(kept), { sequence: second + 1, decodeTime: firstFrame * FRAME_SAMPLES }),
    );
  }
  writeFileSync(join(outDir, `${name}.mp4`), Buffer.concat(parts));
}

mkdirSync(outDir, { recursive: true });
try {
  makePictures({ name: '360p', width: 640, height: 360, bitrate: '500k' });
  makePictures({ name: '240p', width: 426, height: 240, bitrate: '220k' });
  makePictures({ name: '144p', width: 256, height: 144, bitrate: '100k' });
  makeAudio('audio', tones);
  makeAudio('audio-silent', silence);
} finally {
  rmSync(workDir, { recursive: true, force: true });
}

const files = readdirSync(outDir);
const total = files.reduce((sum, file) => sum + statSync(join(outDir, file)).size, 0);
console.log(`${files.length} files, ${Math.round(total / 1024)} kB in ${outDir}`);
if (total > LIMIT_BYTES) throw new Error(`More than ${LIMIT_BYTES / 1024 / 1024} MB`);
