import { FRAME_RATE, type Media, startOf, type Track } from './media.ts';
import type { LiveWindow } from './timeline.ts';

/** The multivariant playlist (RFC 8216, 4.3.4). */
export function masterPlaylist({ pictures, sound }: Media): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Tone",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="${sound.name}/playlist.m3u8"`,
  ];
  for (const picture of pictures) {
    const attributes = [
      `BANDWIDTH=${picture.peakBitrate + sound.peakBitrate}`,
      `AVERAGE-BANDWIDTH=${picture.averageBitrate + sound.averageBitrate}`,
      `CODECS="${picture.codec},${sound.codec}"`,
      `RESOLUTION=${picture.width}x${picture.height}`,
      `FRAME-RATE=${FRAME_RATE.toFixed(3)}`,
      'AUDIO="sound"',
    ];
    lines.push(`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${picture.name}/playlist.m3u8`);
  }
  return `${lines.join('\n')}\n`;
}

/** The live media playlist of a track (RFC 8216, 4.3.3), as its window stands. */
export function mediaPlaylist(track: Track, window: LiveWindow): string {
  const { startedAt, segmentSeconds, first, end, ended } = window;
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${segmentSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="init.mp4"',
  ];
  for (let segment = first; segment < end; segment += 1) {
    const start = startOf(track, segment, segmentSeconds);
    const length = startOf(track, segment + 1, segmentSeconds) - start;
    const date = new Date(Math.round(startedAt + (start / track.timescale) * 1000));
    lines.push(
      `#EXT-X-PROGRAM-DATE-TIME:${date.toISOString()}`,
      `#EXTINF:${(length / track.timescale).toFixed(6)},`,
      `${start}.m4s`,
    );
  }
  if (ended) lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}
