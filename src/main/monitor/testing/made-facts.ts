import type { LiveEntity, Profile } from '../../../shared/entities.ts';
import type { PreviewFacts } from '../../../shared/health-arguments.ts';
import { usualThresholds } from '../../../shared/thresholds.ts';
import { framesStanding, steadyFrames } from '../checks/frames.ts';
import type {
  Answered,
  DashFacts,
  Facts,
  PlaylistFacts,
  RenditionFacts,
  SegmentSample,
  StreamFacts,
  Variant,
} from '../facts.ts';

/*
 * Facts of a stream with which all is well: on air for ten minutes, three renditions and
 * a sound of their own, segments of 2 s, a preview that plays. Each maker takes what
 * shall be otherwise.
 */

/** When everything is judged, unless said otherwise. */
export const madeNow = Date.UTC(2026, 10, 21, 10, 41, 7);
const base = 'https://cdn.example.com/live';

export function madeFacts(other: Partial<Facts> = {}): Facts {
  const { now = madeNow, preview = madePreview() } = other;
  return {
    now,
    offline: false,
    service: {
      lastGoodAt: now - 2_000,
      tookMs: 140,
      failure: null,
      isShared: false,
      intervalMs: 5_000,
    },
    entity: madeEntity(),
    statusChangedAt: null,
    relaysSince: [now - 600_000, now - 600_000],
    stream: madeStream(),
    preview,
    frames: framesStanding(steadyFrames, preview, usualThresholds),
    previewSince: preview === null ? null : now - 60_000,
    lastPicture: null,
    lastSound: null,
    ...other,
  };
}

export function madeEntity(other: Partial<LiveEntity> = {}): LiveEntity {
  return {
    id: 'live_1',
    name: 'Morning show',
    encode: true,
    status: 'broadcasting',
    playback: { hls: `${base}/master.m3u8`, dash: `${base}/manifest.mpd` },
    relay: [
      { name: 'Partner site', hasKey: true, status: 'enable' },
      { name: 'City channel', hasKey: true, status: 'enable' },
    ],
    preset: {
      name: 'Event ladder',
      profiles: [
        madeProfile('720p'),
        madeProfile('360p', '360', '500K'),
        madeProfile('144p', '144', '100K'),
      ],
    },
    ...other,
  };
}

export const madeProfile = (
  name: string,
  resolution = '720',
  bitrate = '1800K',
  video: Partial<NonNullable<Profile['video']>> = {},
): Profile => ({
  name,
  segmentDuration: 2,
  video: { resolution, codec: 'h264', bitrate, frameRate: '30', ...video },
  audio: { channel: '2', codec: 'AAC', bitrate: '48K', frameRate: '48000' },
});

export function madeStream(other: Partial<StreamFacts> = {}): StreamFacts {
  return {
    watchedSince: madeNow - 600_000,
    master: madeAnswer(),
    renditions: [
      madeRendition(),
      madeRendition({
        name: '360p',
        width: 640,
        height: 360,
        bandwidth: 560_000,
        averageBandwidth: 530_000,
      }),
      madeRendition({
        name: '144p',
        width: 256,
        height: 144,
        bandwidth: 160_000,
        averageBandwidth: 147_000,
      }),
      madeRendition({ ...madeSound }),
    ],
    isSinglePlaylist: false,
    dash: madeDash(),
    serverAheadMs: 0,
    behind: [{ at: madeNow - 1_000, seconds: 4.1 }],
    ...other,
  };
}

/** What is otherwise of a variant whose sound comes by itself. */
export const madeSound: Partial<Variant> = {
  kind: 'audio',
  name: 'Tone',
  width: null,
  height: null,
  bandwidth: null,
  averageBandwidth: null,
  frameRate: null,
  codecs: ['mp4a.40.2'],
};

export const madeVariant = (other: Partial<Variant> = {}): Variant => ({
  kind: 'video',
  url: `${base}/${other.name ?? '720p'}.m3u8`,
  name: '720p',
  bandwidth: 1_950_000,
  averageBandwidth: 1_850_000,
  width: 1280,
  height: 720,
  frameRate: 30,
  codecs: ['avc1.4d401f', 'mp4a.40.2'],
  ...other,
});

export function madeRendition(
  variant: Partial<Variant> = {},
  other: Partial<RenditionFacts> = {},
): RenditionFacts {
  const made = madeVariant(variant);
  return {
    variant: made,
    answered: madeAnswer({ url: made.url }),
    playlist: madePlaylist(),
    samples: made.bandwidth === null ? [] : [madeSample(made.bandwidth * 0.9)],
    ...other,
  };
}

export function madePlaylist(other: Partial<PlaylistFacts> = {}): PlaylistFacts {
  return {
    readAt: madeNow - 1_000,
    changedAt: madeNow - 1_000,
    resumedAt: null,
    targetSeconds: 2,
    firstSequence: 300,
    lastSequence: 305,
    segments: 6,
    newestUrl: `${base}/305.m4s`,
    newestSeconds: 2,
    longestSeconds: 2,
    ended: false,
    edgeAt: madeNow - 5_100,
    jump: null,
    discontinuitiesInLastMinute: 0,
    ...other,
  };
}

export const madeAnswer = (other: Partial<Answered> = {}): Answered => ({
  url: `${base}/master.m3u8`,
  at: madeNow - 1_000,
  outcome: 'ok',
  status: 200,
  contentType: 'application/vnd.apple.mpegurl',
  firstByteMs: 38,
  keptOutBy: [],
  ...other,
});

/** A segment of 2 s that was weighed. */
export const madeSample = (
  bitsPerSecond: number,
  answered: Partial<Answered> = {},
): SegmentSample => ({
  answered: madeAnswer({ url: `${base}/305.m4s`, contentType: 'video/iso.segment', ...answered }),
  bytes: Math.round(bitsPerSecond / 4),
  seconds: 2,
});

export function madeDash(other: Partial<DashFacts> = {}): DashFacts {
  return {
    answered: madeAnswer({ url: `${base}/manifest.mpd`, contentType: 'application/dash+xml' }),
    dynamic: true,
    variants: [
      madeVariant({ url: '' }),
      madeVariant({ url: '', name: '360p', width: 640, height: 360 }),
      madeVariant({ url: '', name: '144p', width: 256, height: 144 }),
    ],
    edgeAt: madeNow - 5_100,
    segmentSeconds: 2,
    ...other,
  };
}

export function madePreview(other: Partial<PreviewFacts> = {}): PreviewFacts {
  return {
    id: 'live_1',
    at: madeNow - 500,
    from: 'preview',
    state: 'playing',
    behindSeconds: 9.2,
    bitsPerSecond: 1_800_000,
    framesPerSecond: 30,
    declaredFrameRate: 30,
    droppedShare: 0,
    stallsInLastMinute: 0,
    stalledMs: 0,
    picture: { meanLuma: 96, darkMs: 0, stillMs: 0, seenMs: 60_000 },
    sound: {
      hasTrack: true,
      levelDbfs: -12,
      silentMs: 0,
      heardMs: 60_000,
      momentary: -22.4,
      shortTerm: -22.8,
      integrated: -23.1,
    },
    ...other,
  };
}
