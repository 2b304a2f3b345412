import type { HeldText } from '../../shared/health.ts';

/** hls.js begins so many target durations behind the live edge (liveSyncDurationCount). */
const targetsBehind = 3;

interface Segment {
  readonly url: string;
  readonly seconds: number;
  readonly map: string | null;
}

/**
 * The addresses that a player asks for first when it begins live with this playlist (RFC
 * 8216, 4.3.2): its initialisation section, where it has one, and the segment where
 * playback begins. null when the playlist can't serve: it ended, is encrypted or cut into
 * byte ranges, or is so old that playback begins beyond its end.
 */
export function firstMediaOf({ text, finalUrl, readAt }: HeldText, now: number): string[] | null {
  if (/^#EXT-X-(?:ENDLIST|BYTERANGE|KEY:(?!METHOD=NONE)|SKIP)/m.test(text)) return null;
  if (/^#EXT-X-MAP:.*BYTERANGE=/m.test(text)) return null;
  const target = Number(/^#EXT-X-TARGETDURATION:(\d+)/m.exec(text)?.[1] ?? NaN);
  const segments = segmentsOf(text, finalUrl);
  if (!(target > 0) || segments.length === 0) return null;
  let behind = targetsBehind * target - (now - readAt) / 1000;
  if (behind <= 0) return null;
  for (const segment of segments.toReversed()) {
    behind -= segment.seconds;
    if (behind <= 0) return addressesOf(segment);
  }
  const [oldest] = segments;
  return oldest === undefined ? null : addressesOf(oldest);
}

const addressesOf = ({ url, map }: Segment): string[] => (map === null ? [url] : [map, url]);

function segmentsOf(text: string, base: string): Segment[] {
  const segments: Segment[] = [];
  let seconds = 0;
  let map: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const length = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    const mapUri = /^#EXT-X-MAP:.*URI="([^"]+)"/.exec(line)?.[1];
    if (length !== undefined) seconds = Number(length);
    else if (mapUri !== undefined) map = URL.parse(mapUri, base)?.href ?? null;
    else if (line !== '' && !line.startsWith('#')) {
      const url = URL.parse(line, base)?.href;
      if (url !== undefined) segments.push({ url, seconds, map });
    }
  }
  return segments;
}
