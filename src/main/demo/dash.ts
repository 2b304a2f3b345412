import { FRAME_RATE, type Media, type Picture, SAMPLE_RATE, startOf, type Track } from './media.ts';
import type { LiveWindow } from './timeline.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** The DASH manifest (ISO/IEC 23009-1, live profile) of the same segments as the playlists. */
export function manifest({ pictures, sound }: Media, window: LiveWindow, now: number): string {
  const { startedAt, segmentSeconds, first, end, ended } = window;
  const best = pictures[0];
  if (best === undefined) throw new Error('no pictures');
  // A manifest that won't change any more has a length instead of an update period (5.3.1.2).
  const life = ended
    ? `mediaPresentationDuration="PT${end * segmentSeconds}S"`
    : `minimumUpdatePeriod="PT${segmentSeconds}S"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011,urn:mpeg:dash:profile:cmaf:2019" type="dynamic" availabilityStartTime="${iso(startedAt)}" publishTime="${iso(startedAt + end * segmentSeconds * 1000)}" ${life} minBufferTime="PT${segmentSeconds}S" timeShiftBufferDepth="PT${(end - first) * segmentSeconds}S" suggestedPresentationDelay="PT${3 * segmentSeconds}S" maxSegmentDuration="PT${segmentSeconds + 0.1}S">
  <Period id="0" start="PT0S">
    <AdaptationSet id="0" contentType="video" mimeType="video/mp4" segmentAlignment="true" startWithSAP="1" maxWidth="${best.width}" maxHeight="${best.height}" maxFrameRate="${FRAME_RATE}" par="16:9">
${template(best, window)}
${pictures.map(pictureRepresentation).join('\n')}
    </AdaptationSet>
    <AdaptationSet id="1" contentType="audio" mimeType="audio/mp4" segmentAlignment="true" startWithSAP="1">
${template(sound, window)}
      <Representation id="${sound.name}" bandwidth="${sound.peakBitrate}" codecs="${sound.codec}" audioSamplingRate="${SAMPLE_RATE}">
        <AudioChannelConfiguration schemeIdUri="urn:mpeg:dash:23003:3:audio_channel_configuration:2011" value="2"/>
      </Representation>
    </AdaptationSet>
  </Period>
  <UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="${iso(now)}"/>
</MPD>
`;
}

const pictureRepresentation = ({ name, width, height, codec, peakBitrate }: Picture): string =>
  `      <Representation id="${name}" bandwidth="${peakBitrate}" codecs="${codec}" width="${width}" height="${height}" frameRate="${FRAME_RATE}" sar="1:1"/>`;

function template(track: Track, { first, end, segmentSeconds }: LiveWindow): string {
  const spans: string[] = [];
  for (let segment = first; segment < end; segment += 1) {
    const start = startOf(track, segment, segmentSeconds);
    const length = startOf(track, segment + 1, segmentSeconds) - start;
    spans.push(`          <S t="${start}" d="${length}"/>`);
  }
  return `      <SegmentTemplate timescale="${track.timescale}" initialization="$RepresentationID$/init.mp4" media="$RepresentationID$/$Time$.m4s">
        <SegmentTimeline>
${spans.join('\n')}
        </SegmentTimeline>
      </SegmentTemplate>`;
}
