import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of media for the demo service, and what removes it again. */
export interface Ladder {
  /** As in “renditions up to 360p”. */
  readonly top: string;
  readonly mediaDir: string;
  remove(): void;
}

/** Both, or the one that the environment asks for with WALL_LADDER, by its top. */
export function* ladders(root: string): Generator<Ladder> {
  const asked = process.env['WALL_LADDER'];
  if (asked === undefined || asked === '720p') yield usualLadder(root);
  if (asked === undefined || asked === '360p') yield demoLadder(root);
}

/** The small ladder that the application carries with it. */
function demoLadder(root: string): Ladder {
  return {
    top: '360p',
    mediaDir: join(root, 'resources', 'demo'),
    remove: () => undefined,
  };
}

/** The same with 1280 × 720 at 2.5 Mbit/s as its best rendition, as services make it; needs ffmpeg. */
function usualLadder(root: string): Ladder {
  const mediaDir = mkdtempSync(join(tmpdir(), 'tally-ladder-'));
  cpSync(demoLadder(root).mediaDir, mediaDir, { recursive: true });
  const bitrate = '2500k';
  execFileSync('ffmpeg', [
    ...['-hide_banner', '-loglevel', 'error', '-y', '-f', 'lavfi'],
    ...['-i', 'testsrc2=s=1280x720:r=30,noise=alls=12:allf=t,format=yuv420p', '-t', '16'],
    ...['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'veryfast'],
    ...['-b:v', bitrate, '-maxrate', bitrate, '-bufsize', bitrate],
    ...['-g', '30', '-keyint_min', '30', '-sc_threshold', '0', '-bf', '0', '-flags', '+cgop'],
    ...['-video_track_timescale', '30000', '-use_editlist', '0', '-f', 'mp4'],
    ...['-movflags', '+frag_keyframe+empty_moov+default_base_moof+skip_trailer'],
    // The demo service takes its renditions by name, and their size from the file.
    join(mediaDir, '360p.mp4'),
  ]);
  return {
    top: '720p',
    mediaDir,
    remove: () => {
      rmSync(mediaDir, { recursive: true, force: true });
    },
  };
}
