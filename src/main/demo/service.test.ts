import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OTHER, TOKEN } from './request-log.ts';
import { DemoService } from './service.ts';

const mediaDir = resolve(import.meta.dirname, '../../../resources/demo');
const ID = 'live_morning_show';
const LIVE = `/v1/live_entities/${ID}`;
const MASTER = `/media/live/${ID}/master.m3u8`;

let time = 0;
let demo: DemoService;

beforeEach(async () => {
  time = Date.UTC(2026, 0, 1);
  demo = await DemoService.start({ mediaDir, now: () => time });
});
afterEach(() => demo.stop());

const call = (path = LIVE, init: RequestInit = {}) =>
  fetch(demo.address + path, { headers: { authorization: demo.token }, ...init });
const read = async (path = LIVE) => (await (await call(path)).json()) as Record<string, unknown>;
const put = (body: unknown, path = LIVE) =>
  call(path, { method: 'PUT', body: JSON.stringify(body) });
const media = (path: string) => fetch(demo.address + path);

describe('the service', () => {
  it('listens on this computer only, with a token of its own', () => {
    expect(demo.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(demo.token).toMatch(/^[0-9a-f]{32}$/);
    expect(demo.entities.map(({ kind }) => kind).join(' ')).toBe(
      'live live live video video preset preset',
    );
  });

  it('answers as JSON, without CORS', async () => {
    const response = await call();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
    expect(await response.json()).toMatchObject({
      id: ID,
      playback: { hls: demo.address + MASTER },
    });
  });

  it.each([{}, { authorization: 'wrong' }, { authorization: 'Bearer x' }])(
    'answers 401 to the headers %j, whatever the path',
    async (headers) => {
      for (const path of [LIVE, '/v1/live_entities/nobody', '/elsewhere']) {
        const response = await call(path, { headers: headers as Record<string, string> });
        expect(response.status).toBe(401);
        expect(await response.json()).toMatchObject({ error_type: 'invalid_request_error' });
      }
    },
  );

  it('remembers an update, and refuses a body past 1 MB', async () => {
    expect((await put({ name: 'Evening show' })).status).toBe(200);
    expect(await read()).toMatchObject({ name: 'Evening show' });
    expect((await put({ name: 'x'.repeat(1024 * 1024) })).status).toBe(400);
  });

  it('answers 404 to an identifier of 5,000 characters of any kind', async () => {
    for (const character of ['a', '/', '字']) {
      const id = encodeURIComponent(character.repeat(5_000));
      expect((await call(`/v1/live_entities/${id}`)).status).toBe(404);
    }
  });

  it('records what was sent, but not the token', async () => {
    await put({ name: 'N' });
    await call(LIVE, { headers: { authorization: `Bearer ${demo.token}` } });
    await media(`${MASTER}?a=1`);
    expect(demo.requests).toMatchObject([
      { method: 'PUT', path: LIVE, body: '{"name":"N"}', headers: { authorization: TOKEN } },
      { method: 'GET', path: LIVE, body: '', headers: { authorization: OTHER } },
      { method: 'GET', path: `${MASTER}?a=1` },
    ]);
    expect(JSON.stringify(demo.requests)).not.toContain(demo.token);
  });

  it('can be changed behind the application’s back, to odd values too', async () => {
    demo.update({ kind: 'live', id: ID }, { status: 'exploding', dvr: 'yes', region: null });
    expect(await read()).toMatchObject({ status: 'exploding', dvr: 'yes', region: null });
    demo.addLive({ id: 'a/b ü', name: 'Odd' }, 'preset_upright');
    expect(await read('/v1/live_entities/a%2Fb%20%C3%BC')).toMatchObject({
      id: 'a/b ü',
      status: 'ready',
      playback: { hls: `${demo.address}/media/live/a%2Fb%20%C3%BC/master.m3u8` },
      preset: { id: 'preset_upright' },
    });
    demo.remove({ kind: 'live', id: ID });
    expect((await call()).status).toBe(404);
    expect((await media(MASTER)).status).toBe(404);
  });

  it('rejects a port that is taken, and stops twice without harm', async () => {
    const port = Number(new URL(demo.address).port);
    await expect(DemoService.start({ mediaDir, port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await demo.stop();
    await demo.stop();
    await expect(call()).rejects.toThrow();
  });
});

describe('the API’s faults', () => {
  it('makes it late', async () => {
    demo.failApi({ kind: 'late', ms: 60 }, { times: 1 });
    const before = performance.now();
    await call();
    expect(performance.now() - before).toBeGreaterThanOrEqual(55);
  });

  it('takes a write and never answers', async () => {
    demo.failApi({ kind: 'silent' }, { operation: 'update-live' });
    const leaving = new AbortController();
    const answer = call(LIVE, {
      method: 'PUT',
      body: '{"name":"Taken"}',
      signal: leaving.signal,
    }).catch(() => 'left');
    await vi.waitFor(async () => expect(await read()).toMatchObject({ name: 'Taken' }));
    leaving.abort();
    expect(await answer).toBe('left');
  });

  it.each([
    [{ kind: 'answer', status: 503, body: '<h1>Down</h1>' }, 503, 'text/html', '<h1>Down</h1>'],
    [
      { kind: 'answer', status: 409, body: { message: 'No' } },
      409,
      'application/json',
      '{"message":"No"}',
    ],
    [{ kind: 'answer', status: 200, body: [1, 2] }, 200, 'application/json', '[1,2]'],
    [{ kind: 'empty' }, 200, 'application/json', ''],
  ] as const)('answers with %j', async (fault, status, type, body) => {
    demo.failApi(fault);
    const response = await call();
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain(type);
    expect(await response.text()).toBe(body);
  });

  it('throttles for seconds, until a date, or without a word', async () => {
    demo.failApi({ kind: 'throttled', retryAfter: 7 }, { times: 1 });
    demo.failApi({ kind: 'throttled', retryAfter: new Date(0) }, { times: 1 });
    demo.failApi({ kind: 'throttled' }, { times: 1 });
    const waits = [];
    for (let round = 0; round < 3; round += 1) {
      const response = await call();
      expect(response.status).toBe(429);
      expect(await response.json()).toMatchObject({ error_type: 'rate_limit_error' });
      waits.push(response.headers.get('retry-after'));
    }
    expect(waits).toEqual(['7', 'Thu, 01 Jan 1970 00:00:00 GMT', null]);
    expect((await call()).status).toBe(200);
  });

  it('cuts the JSON short, whole or in the middle of the transfer', async () => {
    demo.failApi({ kind: 'truncated' }, { times: 1 });
    await expect(call().then((response) => response.json())).rejects.toThrow(SyntaxError);
    demo.failApi({ kind: 'cut-off' }, { times: 1 });
    await expect(call().then((response) => response.text())).rejects.toThrow(TypeError);
    expect((await call()).status).toBe(200);
  });

  it('sends a huge body, of 50 MB when nothing else is said', async () => {
    demo.failApi({ kind: 'huge' });
    let bytes = 0;
    for await (const chunk of (await call()).body ?? []) bytes += (chunk as Uint8Array).length;
    expect(bytes).toBeGreaterThanOrEqual(50 * 1024 * 1024);
  });

  it('sends a body that goes on until the caller leaves', async () => {
    demo.failApi({ kind: 'endless' });
    const reader = (await call()).body?.getReader();
    for (let round = 0; round < 3; round += 1) {
      const chunk = await reader?.read();
      expect(chunk?.done).toBe(false);
    }
    await reader?.cancel();
  });

  it('resets before a write took effect, or after', async () => {
    demo.failApi({ kind: 'reset' }, { times: 1 });
    await expect(put({ name: 'Lost' })).rejects.toThrow();
    expect(await read()).toMatchObject({ name: 'Morning show' });
    demo.failApi({ kind: 'reset', takesEffect: true }, { times: 1 });
    await expect(put({ name: 'Kept' })).rejects.toThrow();
    expect(await read()).toMatchObject({ name: 'Kept' });
  });

  it('fails before a write took effect, or after', async () => {
    const down = { kind: 'answer', status: 500, body: {} } as const;
    demo.failApi(down, { times: 1 });
    expect((await put({ name: 'Lost' })).status).toBe(500);
    expect(await read()).toMatchObject({ name: 'Morning show' });
    demo.failApi({ ...down, takesEffect: true }, { times: 1 });
    expect((await put({ name: 'Kept' })).status).toBe(500);
    expect(await read()).toMatchObject({ name: 'Kept' });
  });

  it('reshapes the true answer of one entity', async () => {
    demo.failApi(
      { kind: 'reshape', reshape: (body) => ({ ...body, relay: null, status: 7, extra: {} }) },
      { id: ID },
    );
    expect(await read()).toMatchObject({ id: ID, relay: null, status: 7, extra: {} });
    expect(await read('/v1/live_entities/live_studio_b')).toMatchObject({ status: 'broadcasting' });
    demo.clearFaults();
    expect(await read()).toMatchObject({ status: 'broadcasting' });
  });
});
