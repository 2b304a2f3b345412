import type { PreviewFacts } from '../../shared/health-arguments.ts';

/** The measurements of a running preview; null is unknown, never 0. */
export interface Figures {
  readonly behindLive: BehindLive | null;
  readonly size: { readonly width: number; readonly height: number } | 'sound only' | null;
  readonly bitsPerSecond: number | null;
  readonly framesPerSecond: number | null;
  /** 0 to 1, of the last 30 s. */
  readonly droppedShare: number | null;
  readonly stalls: number;
  readonly stallsInLastMinute: number;
  /** FRAME-RATE of the rendition that plays (RFC 8216, 4.3.4.2). */
  readonly declaredFrameRate: number | null;
}

export interface BehindLive {
  readonly seconds: number;
  readonly from: 'programme time' | 'playlist edge';
}

export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

export const nothingMeasured: Figures = {
  behindLive: null,
  size: null,
  bitsPerSecond: null,
  framesPerSecond: null,
  droppedShare: null,
  stalls: 0,
  stallsInLastMinute: 0,
  declaredFrameRate: null,
};

/** Clocks of encoder and workstation may differ by so much without being called wrong. */
const CLOCK_TOLERANCE_SECONDS = 1;

/**
 * How far the picture is behind live: this computer's time against the stream's
 * EXT-X-PROGRAM-DATE-TIME (RFC 8216, 4.3.2.6), else against the edge of the playlist.
 * A picture from the future means that the clocks differ, and the edge counts.
 */
export function behindLive(
  nowMs: number,
  programmeMs: number | null,
  edgeSeconds: number | null,
): BehindLive | null {
  const seconds = programmeMs === null ? NaN : (nowMs - programmeMs) / 1000;
  if (seconds >= -CLOCK_TOLERANCE_SECONDS)
    return { seconds: Math.max(0, seconds), from: 'programme time' };
  if (edgeSeconds === null || !Number.isFinite(edgeSeconds)) return null;
  return { seconds: Math.max(0, edgeSeconds), from: 'playlist edge' };
}

/** The figures as words, in the order of the list "Preview figures". */
export function figureList(figures: Figures): readonly Figure[] {
  const { size } = figures;
  const known = size !== null && size !== 'sound only';
  return [
    {
      label: 'Behind live',
      value: orUnknown(figures.behindLive?.seconds ?? null, spanText),
      note: figures.behindLive?.from ?? '',
    },
    {
      label: 'Rendition',
      value: known ? `${Math.min(size.width, size.height)}p` : (size ?? 'unknown'),
      note: known ? `${size.width}×${size.height}` : '',
    },
    { label: 'Bitrate', value: orUnknown(figures.bitsPerSecond, bitrateText), note: '' },
    {
      label: 'Frame rate',
      value: orUnknown(figures.framesPerSecond, (rate) => `${Math.round(rate)} fps`),
      note: '',
    },
    { label: 'Dropped frames', value: orUnknown(figures.droppedShare, shareText), note: '' },
    { label: 'Stalls', value: String(figures.stalls), note: '' },
  ];
}

/** The loudness in words, after ITU-R BS.1770: short-term, and integrated beside it. */
export function loudnessFigure(sound: PreviewFacts['sound']): Figure {
  const integrated = orUnknown(sound?.integrated ?? null, loudnessText);
  return {
    label: 'Loudness',
    value: sound?.hasTrack === false ? 'no sound' : orUnknown(sound?.shortTerm ?? null, lufs),
    note: integrated === 'unknown' ? '' : `integrated ${integrated}`,
  };
}

const loudnessText = (value: number): string => value.toFixed(1).replace('-', '−');
const lufs = (value: number): string => `${loudnessText(value)} LUFS`;

function orUnknown(value: number | null, text: (value: number) => string): string {
  return value === null || !Number.isFinite(value) ? 'unknown' : text(value);
}

function spanText(seconds: number): string {
  if (seconds < 99.95) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

function bitrateText(bitsPerSecond: number): string {
  return bitsPerSecond < 999_500
    ? `${Math.round(bitsPerSecond / 1000)} kb/s`
    : `${(bitsPerSecond / 1_000_000).toFixed(1)} Mb/s`;
}

function shareText(share: number): string {
  const percent = share * 100;
  if (percent === 0) return '0 %';
  if (percent < 0.1) return '< 0.1 %';
  return percent < 9.95 ? `${percent.toFixed(1)} %` : `${Math.round(percent)} %`;
}
