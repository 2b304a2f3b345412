import { manifest } from './dash.ts';
import type { MediaFault, MediaPart } from './faults.ts';
import { masterPlaylist, mediaPlaylist } from './hls.ts';
import { type Media, numberAt, segmentOf, type Track, type Variant } from './media.ts';
import { isAvailable, type LiveWindow, windowAt } from './timeline.ts';

/** A codec that no browser decodes. */
const FOREIGN_CODEC = 'dvh1.05.06';
/** The rendition that goes missing, unless the fault names one. */
const USUALLY_MISSING = '240p';

export interface MediaFile {
  readonly contentType: string;
  readonly body: string | Buffer;
}

/** A request for a part of a stream, from its path below /media/live/. */
export interface MediaRequest {
  readonly id: string;
  readonly part: MediaPart;
  /** Path below the entity's folder. */
  readonly file: string;
}

/** What encoders send now: an endless HLS and DASH stream for each entity on air. */
export class Streams {
  readonly #media: Media;
  readonly #segmentSeconds: number;
  /** When each encoder began, in milliseconds since 1970. */
  readonly #startedAt = new Map<string, number>();

  constructor(media: Media, segmentSeconds: number) {
    this.#media = media;
    this.#segmentSeconds = segmentSeconds;
  }

  /** Starts, or starts again with segment 0. */
  start(id: string, startedAt: number): void {
    this.#startedAt.set(id, startedAt);
  }

  stop(id: string): void {
    this.#startedAt.delete(id);
  }

  /** The file as it stands at `now`; undefined when there is none, or none yet. */
  fileOf(
    { id, file }: MediaRequest,
    faults: ReturnType<typeof statesOf>,
    now: number,
  ): MediaFile | undefined {
    const startedAt = this.#startedAt.get(id);
    if (startedAt === undefined) return undefined;
    const { stoppedAt, ended, codec, missing, variants } = faults;
    const segmentSeconds = this.#segmentSeconds;
    const window = windowAt({ startedAt, segmentSeconds, stoppedAt, ended }, now);
    if (window.end === window.first) return undefined;
    const { sound } = this.#media;
    const pictures = this.#media.pictures.filter(({ name }) => !missing.includes(name));
    const shown =
      codec === undefined ? pictures : pictures.map((picture) => ({ ...picture, codec }));
    if (file === 'master.m3u8') return playlist(masterPlaylist({ pictures: shown, sound }));
    if (file === 'manifest.mpd')
      return {
        contentType: 'application/dash+xml',
        body: manifest({ pictures: shown, sound }, window, now),
      };
    const [name, below, ...more] = file.split('/');
    const track = [...pictures, sound].find((known) => known.name === name);
    if (track === undefined || below === undefined || more.length > 0) return undefined;
    return trackFile(track, below, window, variants);
  }
}

/** Reads a path below /media/live/; null when it can't be one of a stream. */
export function mediaRequestOf(path: string): MediaRequest | null {
  const slash = path.indexOf('/');
  if (slash < 1) return null;
  const file = path.slice(slash + 1);
  const part = partOf(file);
  if (part === null) return null;
  try {
    return { id: decodeURIComponent(path.slice(0, slash)), part, file };
  } catch {
    return null;
  }
}

/** What the faults that change a stream, rather than its delivery, add up to. */
export function statesOf(
  faults: readonly { readonly fault: MediaFault; readonly since: number }[],
): {
  readonly stoppedAt: number | null;
  readonly ended: boolean;
  readonly codec: string | undefined;
  /** Names of renditions that aren't made. */
  readonly missing: readonly string[];
  readonly variants: readonly Variant[];
} {
  const stops = faults.filter(({ fault }) => fault.kind === 'frozen' || fault.kind === 'ended');
  const foreign = faults.map(({ fault }) => fault).find(({ kind }) => kind === 'codec');
  return {
    stoppedAt: stops.length === 0 ? null : Math.min(...stops.map(({ since }) => since)),
    ended: stops.some(({ fault }) => fault.kind === 'ended'),
    codec: foreign?.kind === 'codec' ? (foreign.codec ?? FOREIGN_CODEC) : undefined,
    missing: faults.flatMap(({ fault }) =>
      fault.kind === 'missing-rendition' ? [fault.name ?? USUALLY_MISSING] : [],
    ),
    variants: faults.flatMap(({ fault }) => (isVariant(fault) ? [fault.kind] : [])),
  };
}

/** Whether a fault can show in a part of a stream. */
export function concerns(fault: MediaFault, part: MediaPart): boolean {
  if (fault.kind === 'not-a-playlist') return part !== 'segment';
  if (fault.kind === 'codec') return part === 'master' || part === 'manifest';
  return !isVariant(fault) || part === 'segment';
}

const isVariant = (fault: MediaFault): fault is MediaFault & { readonly kind: Variant } =>
  fault.kind === 'black' || fault.kind === 'still' || fault.kind === 'silent';

function partOf(file: string): MediaPart | null {
  if (file === 'master.m3u8') return 'master';
  if (file === 'manifest.mpd') return 'manifest';
  if (file.endsWith('/playlist.m3u8')) return 'playlist';
  return /\.(m4s|mp4)$/.test(file) ? 'segment' : null;
}

function trackFile(
  track: Track,
  file: string,
  window: LiveWindow,
  variants: readonly Variant[],
): MediaFile | undefined {
  if (file === 'playlist.m3u8') return playlist(mediaPlaylist(track, window));
  if (file === 'init.mp4')
    return {
      contentType: track.codec.startsWith('mp4a') ? 'audio/mp4' : 'video/mp4',
      body: track.init,
    };
  const start = /^(\d{1,15})\.m4s$/.exec(file)?.[1];
  if (start === undefined) return undefined;
  const segment = numberAt(track, Number(start), window.segmentSeconds);
  if (segment === undefined || !isAvailable(window, segment)) return undefined;
  const body = segmentOf(track, segment, window.segmentSeconds, variants);
  return { contentType: 'video/iso.segment', body };
}

const playlist = (body: string): MediaFile => ({
  contentType: 'application/vnd.apple.mpegurl',
  body,
});
