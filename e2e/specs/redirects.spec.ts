import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../src/main/clock.ts';
import { Asker } from '../../src/main/monitor/probes/asker.ts';
import { morningShow } from '../demo-facts.ts';
import { expect, test } from '../fixtures.ts';
import { HealthPanel } from '../pages/health-panel.ts';

/* What the check “Browsers can play it” says of redirects, beside what the browser itself does. */

/** `null`: no header; `echo`: the Origin that was sent. */
type Allowed = '*' | 'echo' | 'page' | 'null' | null;

const cases: readonly [
  title: string,
  ...path: { readonly to: 0 | 1; readonly allows: Allowed }[],
][] = [
  ['no redirect', { to: 0, allows: 'echo' }],
  ['no redirect, no header', { to: 0, allows: null }],
  ['a redirect without, a target with the header', { to: 0, allows: null }, { to: 1, allows: '*' }],
  ['both with, the target echoing', { to: 0, allows: 'echo' }, { to: 1, allows: 'echo' }],
  ['both with *', { to: 0, allows: '*' }, { to: 1, allows: '*' }],
  ['a target that knows the page only', { to: 0, allows: 'page' }, { to: 1, allows: 'page' }],
  ['a target that knows “null” only', { to: 0, allows: 'page' }, { to: 1, allows: 'null' }],
  ['the same origin twice', { to: 0, allows: 'page' }, { to: 0, allows: 'page' }],
  [
    'there and back, the first knowing the page only',
    { to: 0, allows: 'page' },
    { to: 1, allows: 'null' },
    { to: 0, allows: 'page' },
  ],
  [
    'there and back, echoing',
    { to: 0, allows: 'echo' },
    { to: 1, allows: 'echo' },
    { to: 0, allows: 'echo' },
  ],
  [
    'a redirect without the header in the middle',
    { to: 0, allows: '*' },
    { to: 0, allows: null },
    { to: 1, allows: '*' },
  ],
];

/** A media server of its own origin, until the end of the block. */
async function serving(answer: RequestListener): Promise<{ base: string } & AsyncDisposable> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

test('redirects keep pages out in the check as they do in the browser', async ({ tally }) => {
  const page = await tally.page.evaluate(() => location.origin);
  const bases: string[] = [];
  /** `/2/1` is the second answer of case 2. */
  const answer: RequestListener = ({ url = '', headers }, response) => {
    const [, which = 0, step = 0] = url.split('/').map(Number);
    const [, ...path] = cases[which] ?? ['none'];
    const allows = path[step]?.allows ?? null;
    const next = path[step + 1];
    const allowed = allows === 'echo' ? headers.origin : allows === 'page' ? page : allows;
    response.writeHead(next === undefined ? 200 : 302, {
      ...(allowed == null ? {} : { 'access-control-allow-origin': allowed }),
      ...(next === undefined ? {} : { location: `${bases[next.to]}/${which}/${step + 1}` }),
    });
    response.end('#EXTM3U');
  };
  await using first = await serving(answer);
  await using second = await serving(answer);
  bases.push(first.base, second.base);
  const asker = new Asker(fetch, systemClock, page);
  const inBrowser: Record<string, boolean> = {};
  const inCheck: Record<string, boolean> = {};
  for (const [which, [title]] of cases.entries()) {
    const url = `${first.base}/${which}/0`;
    inBrowser[title] = await tally.page.evaluate(
      (address) =>
        fetch(address, { cache: 'no-store', credentials: 'omit' }).then(
          ({ ok }) => ok,
          () => false,
        ),
      url,
    );
    const { answered } = await asker.ask({ url, body: 'text' });
    inCheck[title] = answered.keptOutBy?.length === 0;
  }
  expect(inCheck).toEqual(inBrowser);
  expect(inBrowser).toMatchObject({
    'a redirect without, a target with the header': false,
    'both with, the target echoing': true,
    'both with *': true,
  });
});

test('a stream behind a redirect without CORS is named, and can be looked at here', async ({
  tally,
  service,
}) => {
  test.setTimeout(240_000);
  const target = `${service.address}/media/live/${morningShow.id}/master.m3u8`;
  await using origin = await serving((_request, response) => {
    response.writeHead(302, { location: target }).end();
  });
  const hls = `${origin.base}/go.m3u8`;
  service.update({ kind: 'live', id: morningShow.id }, { playback: { hls } });
  await tally.connectScreen.connect(service);
  await tally.library.add(morningShow.id);
  const health = new HealthPanel(tally.page);
  await health.expectVerdict('Browsers can play it', 'Failing', /redirects without a CORS header/);
  await tally.live.button('Preview anyway').click({ timeout: 90_000 });
  await expect.poll(() => tally.live.position(), { timeout: 90_000 }).toBeGreaterThan(1);
  await health.expectVerdict('Sound is present', 'Good', /LUFS/);
  await health.expectVerdict('Browsers can play it', 'Failing', /redirects without a CORS header/);
});
