import { describe, expect, it } from 'vitest';
import { type Probe, playbackAddress, probePlaylist } from './probe.ts';

const media = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n1.ts\n';
const master = '#EXTM3U\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\r\n\r\n# note\r\nlow/live.m3u8\r\n';
const url = 'https://cdn.example.com/a/master.m3u8';

type Answers = Record<string, (mode: RequestMode | undefined) => Response | Promise<Response>>;

const refused = (): never => {
  throw new TypeError('Failed to fetch');
};

function probe(answers: Answers, more: { isOnline?: boolean; timeoutMs?: number } = {}) {
  const answer = async (input: string, init?: RequestInit): Promise<Response> => {
    const response = await (answers[input] ?? refused)(init?.mode);
    init?.signal?.throwIfAborted();
    return response;
  };
  return probePlaylist(url, {
    fetch: answer as typeof fetch,
    isOnline: () => more.isOnline ?? true,
    signal: new AbortController().signal,
    timeoutMs: more.timeoutMs ?? 1000,
  });
}

const text =
  (body: string, status = 200) =>
  () =>
    new Response(body, { status });

describe('a probe', () => {
  it.each<[string, Answers, Probe]>([
    ['a media playlist', { [url]: text(media) }, { kind: 'live' }],
    ['one with a byte order mark', { [url]: text(`\uFEFF${media}`) }, { kind: 'live' }],
    ['one without segments', { [url]: text('#EXTM3U\n') }, { kind: 'empty' }],
    ['one that ended', { [url]: text(`${media}#EXT-X-ENDLIST\n`) }, { kind: 'ended' }],
    [
      'a variant behind a multivariant playlist',
      { [url]: text(master), 'https://cdn.example.com/a/low/live.m3u8': text(media) },
      { kind: 'live' },
    ],
    [
      'a variant that is gone',
      { [url]: text(master), 'https://cdn.example.com/a/low/live.m3u8': text('', 404) },
      { kind: 'trouble', trouble: { kind: 'status', status: 404 } },
    ],
    ['HTML', { [url]: text('<html>') }, { kind: 'trouble', trouble: { kind: 'not-a-playlist' } }],
    ['nothing', { [url]: text('') }, { kind: 'trouble', trouble: { kind: 'not-a-playlist' } }],
    [
      'an error',
      { [url]: text('#EXTM3U', 503) },
      { kind: 'trouble', trouble: { kind: 'status', status: 503 } },
    ],
    ['no connection', {}, { kind: 'trouble', trouble: { kind: 'unreachable' } }],
    [
      'an answer that only a request without CORS gets',
      { [url]: (mode) => (mode === 'no-cors' ? new Response() : refused()) },
      { kind: 'trouble', trouble: { kind: 'cors' } },
    ],
  ])('of %s', async (_, answers, expected) => {
    expect(await probe(answers)).toEqual(expected);
  });

  it('knows that this computer is offline', async () => {
    expect(await probe({}, { isOnline: false })).toEqual({
      kind: 'trouble',
      trouble: { kind: 'offline' },
    });
  });

  it('gives up on a server that is silent', async () => {
    const never = () => new Promise<Response>((resolve) => setTimeout(resolve, 60, new Response()));
    expect(await probe({ [url]: never }, { timeoutMs: 5 })).toEqual({
      kind: 'trouble',
      trouble: { kind: 'silent' },
    });
  });

  it('rejects when it is called off, instead of telling a trouble', async () => {
    const calledOff = AbortSignal.abort();
    const options = { fetch: refused as typeof fetch, isOnline: () => true, signal: calledOff };
    await expect(probePlaylist(url, options)).rejects.toThrow('abort');
  });
});

describe('a playback address', () => {
  it.each([
    ['https://a.example/x.m3u8', 'https://a.example/x.m3u8'],
    [' http://127.0.0.1:8080/x \n', 'http://127.0.0.1:8080/x'],
    ['rtmp://a.example/x', null],
    ['javascript:alert(1)', null],
    ['file:///etc/passwd', null],
    ['blob:https://a.example/1', null],
    ['a.example/x.m3u8', null],
    ['https://', null],
    ['', null],
  ])('%j', (given, expected) => {
    expect(playbackAddress(given)).toBe(expected);
  });
});
