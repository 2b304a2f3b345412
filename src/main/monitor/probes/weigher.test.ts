import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import { Asker } from './asker.ts';
import { type MadeAnswer, madeFetch, type SeenRequest } from './testing/made-streams.ts';
import { Weigher } from './weigher.ts';

const url = 'https://cdn.example/s1.m4s';
const minute = 60_000;

async function weigh(
  answer: (request: SeenRequest) => MadeAnswer,
  { bytes = null, times = 1 }: { readonly bytes?: number | null; readonly times?: number } = {},
) {
  const clock = new FakeClock(0);
  const { fetch, seen } = madeFetch(clock, answer);
  const asker = new Asker(fetch, clock, 'tally://app');
  const weigher = new Weigher();
  const samples = [];
  for (let time = 0; time < times; time += 1)
    samples.push(
      await weigher.weigh((asked) => asker.ask(asked), { url, seconds: 2, bytes }, time * minute),
    );
  asker.giveUp();
  return {
    samples,
    asked: seen.map(({ method, headers }) => `${method} ${headers.get('range') ?? ''}`.trim()),
  };
}

const noLength = { 'content-length': '' };

describe('Weigher', () => {
  it('takes the length that HEAD tells', async () => {
    const { samples, asked } = await weigh(() => ({ headers: { 'content-length': '4321' } }));
    expect(samples).toMatchObject([{ bytes: 4321, seconds: 2, answered: { outcome: 'ok' } }]);
    expect(asked).toEqual(['HEAD']);
  });

  it.each<[string, MadeAnswer]>([
    ['refuses HEAD', 405],
    ['tells no length', { headers: noLength }],
    [
      'leaves CORS out of it',
      { headers: { 'content-length': '9', 'access-control-allow-origin': '' } },
    ],
    ['compresses it', { headers: { 'content-length': '9', 'content-encoding': 'gzip' } }],
  ])('asks for the first byte of a server that %s, and remembers', async (_, head) => {
    const { samples, asked } = await weigh(
      ({ method }) =>
        method === 'HEAD'
          ? head
          : { status: 206, body: 'x', headers: { 'content-range': 'bytes 0-0/777' } },
      { times: 2 },
    );
    expect(samples).toMatchObject([
      { bytes: 777, answered: { outcome: 'ok', keptOutBy: [] } },
      { bytes: 777 },
    ]);
    expect(asked).toEqual(['HEAD', 'GET bytes=0-0', 'GET bytes=0-0']);
  });

  it('takes the whole length from a server that knows no ranges', async () => {
    const { samples } = await weigh(({ method }) =>
      method === 'HEAD' ? 501 : { body: 'x'.repeat(50) },
    );
    expect(samples).toMatchObject([{ bytes: 50 }]);
  });

  it('reads one whole segment every 5 minutes where nothing tells its length', async () => {
    const { samples, asked } = await weigh(
      ({ method }) => (method === 'HEAD' ? 405 : { body: 'x'.repeat(60), headers: noLength }),
      { times: 7 },
    );
    expect(samples.map((sample) => sample?.bytes)).toEqual([60, null, null, null, null, 60, null]);
    expect(asked.filter((one) => one === 'GET')).toHaveLength(2);
  });

  it('knows the length of a byte range beforehand', async () => {
    const { samples } = await weigh(() => ({ headers: noLength }), { bytes: 123 });
    expect(samples).toMatchObject([{ bytes: 123 }]);
  });

  it.each<[string, MadeAnswer, Record<string, unknown>, number]>([
    ['is missing', 404, { outcome: 'status', status: 404 }, 2],
    ['can’t be reached', 'broken', { outcome: 'unreachable' }, 1],
  ])('says that a segment %s', async (_, answer, answered, times) => {
    const { samples, asked } = await weigh(() => answer);
    expect(samples).toMatchObject([{ bytes: null, answered }]);
    expect(asked).toHaveLength(times);
  });
});
