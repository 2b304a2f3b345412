import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import { Asker } from './asker.ts';
import { type MadeAnswer, madeFetch } from './testing/made-streams.ts';

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
    const cors = { 'access-control-allow-origin': 'tally://app' };
    if (url === '/nowhere') response.writeHead(302).end();
    else if (to !== null) response.writeHead(302, { ...cors, location: to }).end('moved');
    else response.writeHead(200, cors).end('#EXTM3U');
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
    expect(answered).toMatchObject({ url: `${base}/hops/5`, outcome: 'ok', keptOutBy: [] });
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
      keptOutBy: null,
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

describe('what keeps a page out on its way', () => {
  const page = 'tally://app';
  const path = ['https://a.example/1', 'https://b.example/2', 'https://b.example/3'] as const;
  const [one, two, three] = path;

  /** Follows the path; each of its answers gives the header that it gets here, '' being none. */
  async function follow(allowed: readonly string[], last: Exclude<MadeAnswer, string> = 200) {
    const { fetch, seen } = madeFetch(new FakeClock(0), ({ url, headers: asked }) => {
      const index = path.findIndex((address) => address === url);
      const location = path[index + 1];
      const origin = allowed[index] === 'echo' ? asked.get('origin') : allowed[index];
      const cors = { 'access-control-allow-origin': origin ?? '' };
      return location === undefined
        ? { ...(typeof last === 'number' ? { status: last } : last), headers: cors }
        : { status: 302, headers: { ...cors, location } };
    });
    const { answered } = await new Asker(fetch, new FakeClock(0), page).ask({
      url: one,
      body: 'text',
    });
    return { answered, origins: seen.map(({ headers }) => headers.get('origin')) };
  }

  it('says the origin of the page, until one foreign origin led to another', async () => {
    expect((await follow(['*', '*', '*'])).origins).toEqual([page, 'null', 'null']);
  });

  it.each<[string, readonly string[], readonly { url: string; redirects: boolean }[]]>([
    ['nothing where all send the header', ['*', '*', '*'], []],
    ['nothing where each echoes the origin', ['echo', 'echo', 'echo'], []],
    ['a redirect without the header', ['', '*', '*'], [{ url: one, redirects: true }]],
    ['a redirect on the way', [page, '', 'null'], [{ url: two, redirects: true }]],
    ['the last, which knows the page only', [page, '*', page], [{ url: three, redirects: false }]],
    [
      'all of them',
      ['', page, ''],
      [
        { url: one, redirects: true },
        { url: two, redirects: true },
        { url: three, redirects: false },
      ],
    ],
  ])('is %s', async (_title, allowed, expected) => {
    expect((await follow(allowed)).answered.keptOutBy).toEqual(expected);
  });

  it.each([304, 404])('isn’t known by an answer of %s', async (status) => {
    expect((await follow(['', '', ''], status)).answered.keptOutBy).toBeNull();
  });
});
