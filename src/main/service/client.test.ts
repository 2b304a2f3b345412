import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limitBytes } from './answer.ts';
import { type Access, ServiceClient } from './client.ts';
import { AnsweringServer } from './testing/answering-server.ts';
import { Wire, canary, failureOf } from './testing/wire.ts';

const live = { id: 'a', name: 'Morning show', status: 'broadcasting' };

let wire: Wire;
let server: AnsweringServer;
let access: Access;
let client: ServiceClient;

beforeEach(async () => {
  wire = await Wire.start();
  ({ server, access, client } = wire);
});

afterEach(() => server.stop());

describe('what is sent', () => {
  it('reads a live entity with the raw token as the whole Authorization header', async () => {
    server.gives(200, live, { date: 'Sat, 21 Nov 2026 04:00:00 GMT' });
    const read = await client.readLive(access, 'a');
    expect(read.ok && read.value).toMatchObject({
      json: live,
      text: JSON.stringify(live),
      status: 200,
      date: 'Sat, 21 Nov 2026 04:00:00 GMT',
    });
    expect(server.seen).toMatchObject([
      { method: 'GET', url: '/v1/live_entities/a', headers: { authorization: canary }, body: '' },
    ]);
    expect(server.seen[0]?.headers.cookie).toBeUndefined();
  });

  it('keeps the prefix of the address', async () => {
    await client.readLive({ address: `${server.address}/tenant`, token: canary }, 'a');
    expect(server.seen[0]?.url).toBe('/tenant/v1/live_entities/a');
  });

  it.each([
    ['a/b', 'a%2Fb'],
    ['../a', '..%2Fa'],
    ['a?b#c', 'a%3Fb%23c'],
    ['%2e%2e', '%252e%252e'],
    ['a b', 'a%20b'],
    ['🎬', '%F0%9F%8E%AC'],
    ['a:remove_profiles', 'a%3Aremove_profiles'],
    ['a\\b;c', 'a%5Cb%3Bc'],
    ['...', '...'],
    ['x'.repeat(5_000), 'x'.repeat(5_000)],
  ])('sends the identifier %j as one path segment', async (id, segment) => {
    await client.readLive(access, id);
    expect(server.seen.map(({ url }) => url)).toEqual([`/v1/live_entities/${segment}`]);
  });

  it.each(['', '.', '..', 'x'.repeat(5_001), 'a\u0000', 'a\nb', '\ud800'])(
    'refuses the identifier %j without a request',
    async (id) => {
      expect(failureOf(await client.readLive(access, id)).kind).toBe('invalid');
      expect(server.seen).toEqual([]);
    },
  );

  it.each(['', ' ', 'a\nb', 'a\r\nX: y', 'tökèn', '🎬', ' padded '])(
    'refuses the token %j, which no header can carry as it is',
    async (odd) => {
      const failure = failureOf(
        await client.readLive({ address: server.address, token: odd }, 'a'),
      );
      expect(failure.kind).toBe('invalid');
      expect(server.seen).toEqual([]);
    },
  );

  it('updates a live entity, a video, and removes profiles from a preset', async () => {
    await client.updateLive(access, 'l', { name: 'New', relay: [{}] });
    await client.updateVideo(access, 'v', { short_description: 'Short' });
    await client.removeProfiles(access, 'p/1', ['x', 'y']);
    expect(server.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['PUT', '/v1/live_entities/l', '{"name":"New","relay":[{}]}'],
      ['PUT', '/v1/video_entities/v', '{"short_description":"Short"}'],
      ['POST', '/v1/video_presets/p%2F1:remove_profiles', '{"profile_ids":"x,y"}'],
    ]);
    expect(server.seen[0]?.headers['content-type']).toBe('application/json');
  });

  it.each([[[]], [['']], [['a,b']]])('refuses to remove the profiles %j', async (profiles) => {
    expect(failureOf(await client.removeProfiles(access, 'p', profiles)).kind).toBe('invalid');
    expect(server.seen).toEqual([]);
  });
});

describe('what the service refuses', () => {
  const said = { message: 'Said by the service', error_type: 'invalid_request_error' };
  const word = { message: said.message, errorType: said.error_type };

  it.each([
    [400, { kind: 'refused', status: 400, ...word }],
    [401, { kind: 'not-authorised', ...word }],
    [403, { kind: 'refused', status: 403, ...word }],
    [409, { kind: 'refused', status: 409, ...word }],
    [500, { kind: 'refused', status: 500, ...word }],
    [504, { kind: 'refused', status: 504, ...word }],
  ])('gives its words for %i', async (status, failure) => {
    server.gives(status, said);
    expect(failureOf(await client.readLive(access, 'a'))).toEqual(failure);
  });

  it('names what was not found, and keeps the words of the service', async () => {
    server.gives(404, said);
    const failures = [
      await client.readLive(access, 'a'),
      await client.updateVideo(access, 'a', {}),
      await client.removeProfiles(access, 'a', ['x']),
    ].map(failureOf);
    expect(failures).toMatchObject([
      { kind: 'not-found', message: 'No live entity with this identifier' },
      { kind: 'not-found', message: 'No video with this identifier' },
      {
        kind: 'not-found',
        message: 'No preset with this identifier',
        serviceMessage: said.message,
      },
    ]);
  });

  it('doubts the address when something else than the service finds nothing', async () => {
    server.gives(404, '<h1>Not Found</h1>', { 'content-type': 'text/html' });
    expect(failureOf(await client.readLive(access, 'a'))).toEqual({
      kind: 'not-found',
      message: 'No live entity with this identifier, or the service address is wrong',
    });
  });

  it('shows what is visible of a page that came instead of JSON', async () => {
    const page =
      '<head><title>x</title></head><h1>Bad &amp; broken</h1><script>evil()</script> gateway';
    server.gives(502, page, { 'content-type': 'text/html' });
    expect(failureOf(await client.updateVideo(access, 'a', {}))).toEqual({
      kind: 'refused',
      status: 502,
      message: 'Bad Gateway. The answer begins: “Bad & broken gateway”',
    });
  });

  it.each([301, 302, 303, 307, 308, 304])('does not follow a redirect with %i', async (status) => {
    const elsewhere = await AnsweringServer.start();
    server.gives(status, '', { location: `${elsewhere.address}/v1/live_entities/a` });
    const failure = failureOf(await client.readLive(access, 'a'));
    expect(failure).toMatchObject({ kind: 'refused', status });
    expect('message' in failure && failure.message).toContain(
      `to ${elsewhere.address}. Redirects are not followed`,
    );
    expect(elsewhere.seen).toEqual([]);
    expect(server.seen).toHaveLength(1);
    await elsewhere.stop();
  });

  it('knows a redirect that Electron only tells by an error', async () => {
    const electron = new ServiceClient({
      fetch: () => Promise.reject(new Error('Redirect was cancelled')),
      clock: wire.clock,
      random: Math.random,
    });
    expect(failureOf(await electron.readLive(access, 'a'))).toMatchObject({
      kind: 'refused',
      status: 0,
    });
    expect(wire.clock.waits).toEqual([]);
  });
});

describe('answers that are not understood', () => {
  it.each([
    ['', 'the answer was empty'],
    ['  \n', 'the answer was empty'],
    ['<!doctype html><p>Welcome', 'the answer was a web page, not JSON'],
    ['{"id":"a","name":', 'the answer broke off in the middle of its JSON'],
    ['{"id":"a",}', 'the answer was damaged JSON'],
    ['OK', 'the answer was not JSON'],
    ['[]', 'the answer was JSON, but not an object'],
    ['null', 'the answer was JSON, but not an object'],
    ['42', 'the answer was JSON, but not an object'],
    ['"a"', 'the answer was JSON, but not an object'],
    ['['.repeat(100_000), 'the answer broke off in the middle of its JSON'],
  ])('keeps the start of %.30j', async (body, detail) => {
    server.gives(200, body, { 'content-type': 'text/odd' });
    expect(failureOf(await client.readLive(access, 'a'))).toEqual({
      kind: 'not-understood',
      status: 200,
      contentType: 'text/odd',
      excerpt: body.slice(0, 2_048),
      detail,
    });
    expect(server.seen).toHaveLength(1);
  });

  it('reads a deeply nested object', async () => {
    const depth = 100_000;
    server.gives(200, `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect((await client.readLive(access, 'a')).ok).toBe(true);
  });

  it('stops reading a body of 50 MB', async () => {
    let written = 0;
    server.answering = (response) => {
      const part = Buffer.alloc(1024 * 1024, ' ');
      const write = (): void => {
        while (written < 50 && !response.destroyed) {
          written += 1;
          if (!response.write(part)) {
            response.once('drain', write);
            return;
          }
        }
        response.end();
      };
      write();
    };
    expect(failureOf(await client.readLive(access, 'a'))).toEqual({
      kind: 'too-large',
      limitBytes,
    });
    expect(written).toBeLessThan(40);
  });

  it('takes a body just within the limit', async () => {
    const start = '{"name":"';
    server.gives(200, `${start}${'x'.repeat(limitBytes - start.length - 2)}"}`);
    expect((await client.readLive(access, 'a')).ok).toBe(true);
  });
});
