import { createServer } from 'node:http';
import { type MadeStream, playlistOf } from './made-streams.ts';

/*
 * Serves made live streams, as many as are asked for: /NUMBER/master.m3u8 with two
 * renditions, each of as many segments of 4 s as its folder says: /NUMBER/6/hi.m3u8.
 * Prints its address once it listens, and ends with its standard input.
 */

const startedAt = Date.now() - 6 * 3_600_000;
const segmentBytes = 500_000;
const pagesMay = { 'access-control-allow-origin': '*' };

/** Streams are the same, so a text is made once for each new segment. */
const made = new Map<number, { readonly newest: number; readonly body: Buffer }>();

function mediaOf(segments: number): Buffer {
  const stream: MadeStream = {
    url: '',
    targetSeconds: 4,
    startedAt,
    lateMs: () => 0,
    stallsAt: Infinity,
    segments,
  };
  const newest = Math.floor((Date.now() - startedAt) / 4_000);
  const known = made.get(segments);
  if (known?.newest === newest) return known.body;
  const body = Buffer.from(playlistOf(stream, Date.now()));
  made.set(segments, { newest, body });
  return body;
}

const masterOf = (segments: string): Buffer =>
  Buffer.from(
    [
      '#EXTM3U',
      '#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1280x720,CODECS="avc1.4d401f,mp4a.40.2"',
      `${segments}/hi.m3u8`,
      '#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2"',
      `${segments}/lo.m3u8`,
      '',
    ].join('\n'),
  );

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const [, segments = '6', file = ''] = /^\/\d+\/(\d+)\/(.*)$/.exec(request.url ?? '') ?? [];
  const type = 'application/vnd.apple.mpegurl';
  const body = file === 'master.m3u8' ? masterOf('.') : mediaOf(Number(segments));
  const isSegment = file.endsWith('.m4s');
  response.writeHead(200, {
    ...pagesMay,
    'content-type': isSegment ? 'video/mp4' : type,
    'content-length': isSegment ? segmentBytes : body.length,
  });
  response.end(isSegment ? undefined : body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  console.log(`http://127.0.0.1:${address.port}`);
});
process.stdin.resume().on('close', () => process.exit(0));
