import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import { Asker } from './asker.ts';

/** `/hops/3` redirects three times, then answers; `/loop` redirects to itself. */
let server: Server;
let base = '';
let seen: { readonly url: string; readonly range: string | undefined }[] = [];

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    const url = request.url ?? '';
    seen.push({ url, range: request.headers.range });
    const [, hops] = /^\/hops\/(\d+)$/.exec(url) ?? [];
    const to = url.startsWith('/loop')
      ? '/loop'
      : url === '/mail'
        ? 'mailto:studio@example.com'
        : Number(hops) > 0
          ? `${Number(hops) - 1}`
          : null;
    if (url === '/nowhere') response.writeHead(302).end();
    else if (to !== null) response.writeHead(302, { location: to }).end('moved');
    else response.writeHead(200, { 'access-control-allow-origin': 'tally://app' }).end('#EXTM3U');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string) =>
  new Asker(fetch, new FakeClock(0), 'tally://app').ask({
    url: `${base}${path}`,
    headers: { Range: 'bytes=0-9' },
    body: 'text',
  });

describe('a request that is redirected', () => {
  it('is followed five times, and says where it led', async () => {
    const { answered, finalUrl, text } = await ask('/hops/5');
    expect(answered).toMatchObject({ url: `${base}/hops/5`, outcome: 'ok', allowsPages: true });
    expect([finalUrl, text]).toEqual([`${base}/hops/0`, '#EXTM3U']);
    expect(seen).toHaveLength(6);
    expect(seen.every(({ range }) => range === 'bytes=0-9')).toBe(true);
  });

  it.each(['/hops/6', '/loop'])('is given up after five: %s', async (path) => {
    const { answered, text } = await ask(path);
    expect(answered).toMatchObject({
      url: `${base}${path}`,
      outcome: 'redirects',
      status: 302,
      allowsPages: null,
    });
    expect(text).toBeNull();
    expect(seen).toHaveLength(6);
  });

  it('to what is no http address can’t be reached', async () => {
    expect((await ask('/mail')).answered.outcome).toBe('unreachable');
    expect(seen).toHaveLength(1);
  });

  it('to nowhere is an answer with its status', async () => {
    expect((await ask('/nowhere')).answered).toMatchObject({ outcome: 'status', status: 302 });
  });
});
