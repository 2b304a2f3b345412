import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../../shared/failure.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { type Access, type Answer, ServiceClient, limitMs } from './client.ts';
import type { AnsweringServer } from './testing/answering-server.ts';
import { Wire, canary, failureOf } from './testing/wire.ts';

let wire: Wire;
let server: AnsweringServer;
let access: Access;
let client: ServiceClient;

beforeEach(async () => {
  wire = await Wire.start();
  ({ server, access, client } = wire);
});

afterEach(() => server.stop());

describe('trying again', () => {
  it.each([429, 500, 502, 503, 504])(
    'reads twice more after %i, a little later each time',
    async (status) => {
      let count = 0;
      server.answering = (response) => {
        count += 1;
        response.writeHead(count < 3 ? status : 200).end('{"id":"a"}');
      };
      expect((await client.readLive(access, 'a')).ok).toBe(true);
      expect(wire.clock.waits).toEqual([225, 675]);
    },
  );

  it('gives up after the third read', async () => {
    server.gives(503, { message: 'Busy' });
    expect(failureOf(await client.readLive(access, 'a'))).toMatchObject({
      kind: 'refused',
      message: 'Busy',
    });
    expect(server.seen).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 409, 501])('does not read again after %i', async (status) => {
    server.gives(status, {});
    failureOf(await client.readLive(access, 'a'));
    expect(server.seen).toHaveLength(1);
  });

  it('reads again when the connection was reset', async () => {
    let count = 0;
    server.answering = (response) => {
      count += 1;
      if (count === 1) response.destroy();
      else response.end('{}');
    };
    expect((await client.readLive(access, 'a')).ok).toBe(true);
  });

  it('waits as long as Retry-After asks, when that is short', async () => {
    let count = 0;
    server.answering = (response) => {
      count += 1;
      response.writeHead(count === 1 ? 503 : 200, { 'retry-after': '7' }).end('{}');
    };
    expect((await client.readLive(access, 'a')).ok).toBe(true);
    expect(wire.clock.waits).toEqual([7_000]);
  });

  it.each([
    ['120', {}],
    ['Sat, 21 Nov 2026 04:02:00 GMT', { date: 'Sat, 21 Nov 2026 04:00:00 GMT' }],
  ])('does not wait inside the call when Retry-After is %s', async (retryAfter, date) => {
    server.gives(429, { message: 'Slow down' }, { 'retry-after': retryAfter, ...date });
    const before = Date.now();
    const failure = failureOf(await client.readLive(access, 'a'));
    expect(failure).toMatchObject({ kind: 'throttled', message: 'Slow down' });
    const waitMs = failure.kind === 'throttled' ? failure.until - before : 0;
    expect(waitMs).toBeGreaterThanOrEqual(120_000);
    expect(waitMs).toBeLessThan(150_000);
    expect(server.seen).toHaveLength(1);
  });

  it.each([429, 500, 502, 503, 504])('never sends a change again after %i', async (status) => {
    server.gives(status, {}, { 'retry-after': '1' });
    failureOf(await client.updateLive(access, 'a', { name: 'x' }));
    expect(server.seen).toHaveLength(1);
  });
});

describe('a change whose fate is not known', () => {
  const change = (): Promise<Result<Answer>> => client.updateLive(access, 'a', { name: 'x' });

  it('may have been made when the connection was reset', async () => {
    server.answering = (response) => response.destroy();
    expect(failureOf(await change())).toMatchObject({ kind: 'unreachable', sent: 'maybe' });
    expect(server.seen).toHaveLength(1);
  });

  it('may have been made when the answer broke off', async () => {
    server.answering = (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"id":', () => response.destroy());
    };
    const failure = failureOf(await change());
    expect(failure).toMatchObject({ kind: 'unreachable', sent: 'maybe' });
    expect(failure.kind === 'unreachable' && failure.detail).toContain('the answer broke off');
  });

  it('may have been made when the answer was not understood', async () => {
    server.gives(200, '');
    expect(failureOf(await change())).toMatchObject({ kind: 'not-understood', sent: 'maybe' });
  });

  it('was not made when the connection was refused', async () => {
    await server.stop();
    const failure = failureOf(await change());
    expect(failure.kind).toBe('unreachable');
    expect(failure).not.toHaveProperty('sent');
    ({ server } = await Wire.start());
  });
});

describe('the limit of 15 s', () => {
  const still = new FakeClock();
  const patient = new ServiceClient({ fetch, clock: still, random: () => 0.5 });

  it('ends a call that nobody answers', async () => {
    server.answering = () => undefined;
    const arrival = server.arrival();
    const reading = patient.updateVideo(access, 'a', {});
    await arrival;
    await still.pass(limitMs);
    expect(failureOf(await reading)).toEqual({
      kind: 'timed-out',
      afterMs: limitMs,
      sent: 'maybe',
    });
  });

  it('ends a body that never ends, and closes its connection', async () => {
    let closed = Promise.resolve();
    server.answering = (response) => {
      closed = new Promise((done) => response.once('close', done));
      response.writeHead(200).write('{"id":"a",');
    };
    const arrival = server.arrival();
    const reading = patient.readLive(access, 'a');
    await arrival;
    await still.pass(limitMs);
    expect(failureOf(await reading)).toEqual({ kind: 'timed-out', afterMs: limitMs });
    await closed;
    expect(still.waiting).toBe(0);
  });

  it('holds even where fetch ignores that it was ended', async () => {
    const deaf = new ServiceClient({
      fetch: () => new Promise(() => undefined),
      clock: still,
      random: () => 0.5,
    });
    const reading = deaf.readLive(access, 'a');
    await still.pass(limitMs);
    expect(failureOf(await reading).kind).toBe('timed-out');
  });

  it('leaves no timer behind after an answer', async () => {
    await patient.readLive(access, 'a');
    expect(still.waiting).toBe(0);
  });

  it('ends a call at once when the caller gives up', async () => {
    server.answering = () => undefined;
    const arrival = server.arrival();
    const ended = new AbortController();
    const reading = patient.readLive(access, 'a', ended.signal);
    await arrival;
    ended.abort();
    expect(failureOf(await reading)).toMatchObject({ kind: 'unreachable' });
    expect(still.waiting).toBe(0);
  });

  it('sends nothing for a caller who has given up already', async () => {
    failureOf(await patient.readLive(access, 'a', AbortSignal.abort()));
    expect(server.seen).toEqual([]);
  });
});

describe('a service that echoes the token', () => {
  const echoes = [
    canary,
    encodeURIComponent(canary),
    btoa(canary),
    btoa(`user:${canary}`),
    JSON.stringify(canary).slice(1, -1),
  ];

  it.each(echoes)('masks it as %s in every failure', async (echo) => {
    const text = `You sent ${echo} to us`;
    for (const status of [400, 401, 404, 409, 429, 500]) {
      server.gives(status, { message: text, error_type: text });
      const masked = JSON.stringify(await client.updateVideo(access, 'a', {}));
      expect(masked).not.toContain(echo);
      expect(masked).not.toContain(canary);
      server.gives(status, `<b>${text}</b>`);
      expect(JSON.stringify(await client.updateVideo(access, 'a', {}))).not.toContain(echo);
    }
    for (const body of [text, `{"a":"${text}`, `${' '.repeat(2_040)}${echo}`]) {
      server.gives(200, body, { 'content-type': encodeURIComponent(canary) });
      const failure = failureOf(await client.readLive(access, 'a'));
      expect(JSON.stringify(failure)).not.toContain(echo.slice(0, 8));
    }
  });

  it('masks the relay keys of the request, too', async () => {
    const key = 'relay/key+sent=99887766';
    const relay = [{ url: 'rtmp://x/live', key }];
    for (const status of [400, 401, 404, 409, 500]) {
      const text = `relay[0].key ${key} is not valid (${encodeURIComponent(key)})`;
      server.gives(status, { message: text, error_type: text });
      const failure = failureOf(await client.updateLive(access, 'a', { relay }));
      expect(JSON.stringify(failure)).not.toContain('99887766');
      expect(JSON.stringify(failure)).toContain('is not valid');
    }
    server.gives(200, `<b>${key}</b>`);
    const failure = failureOf(await client.updateLive(access, 'a', { relay }));
    expect(JSON.stringify(failure)).not.toContain('99887766');
  });

  it('masks it in an answer that is understood', async () => {
    server.gives(200, { id: 'a', name: `Hello ${canary}` });
    const read = await client.readLive(access, 'a');
    expect(read.ok && read.value.json).toEqual({ id: 'a', name: 'Hello ••••••••' });
    expect(JSON.stringify(read)).not.toContain('canary');
  });

  it('masks stream keys in an answer that broke off', async () => {
    server.gives(
      200,
      '{"ingest":{"url":"rtmp://x/live/sk_live_99887766","key":"sk_live_99887766"},"relay":[{"key":"rk_5544',
    );
    const failure = failureOf(await client.readLive(access, 'a'));
    expect(JSON.stringify(failure)).not.toMatch(/sk_live|rk_55/);
  });
});
