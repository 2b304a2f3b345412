import { describe, expect, it } from 'vitest';
import { allowsPages, BlockedHosts } from './cross-origin.ts';
import { ServerClock, serverAheadMs } from './server-clock.ts';

const page = 'tally://app';

it.each([
  ['*', page, true],
  [' * ', page, true],
  [page, page, true],
  ['null', page, false],
  ['https://www.example', page, false],
  [null, page, false],
  ['*, *', page, false],
  ['*', 'null', true],
  [page, 'null', false],
  ['null', 'null', true],
])('reads Access-Control-Allow-Origin: %s of an answer to %s', (allowed, origin, expected) => {
  const headers = new Headers(allowed === null ? {} : { 'access-control-allow-origin': allowed });
  expect(allowsPages(headers, origin)).toBe(expected);
});

describe('BlockedHosts', () => {
  it('names each host once, as long as a part of the stream is kept from pages', () => {
    const blocked = new BlockedHosts();
    const first = { url: 'https://a.example/m.m3u8', redirects: true };
    blocked.note('master', [first, { url: 'https://b.example:8443/x', redirects: false }]);
    blocked.note('720p', [first]);
    expect(blocked.hosts).toEqual(['a.example', 'b.example:8443']);
    blocked.note('master', null);
    blocked.note('master', []);
    expect(blocked.hosts).toEqual(['a.example']);
    blocked.keepOnly(['master']);
    expect(blocked.hosts).toEqual([]);
  });
});

describe('the server’s clock', () => {
  const at = Date.UTC(2026, 0, 1, 12);
  const headers = (ms: number, age?: string): Headers =>
    new Headers({ date: new Date(ms).toUTCString(), ...(age === undefined ? {} : { age }) });

  it.each([
    ['agrees within the second that a Date leaves open', headers(at), at + 100, at + 900, 0],
    ['is ahead', headers(at + 60_000), at, at + 200, 60_400],
    ['is behind', headers(at - 60_000), at, at + 200, -59_600],
    ['is a cache’s, which tells the age of its copy', headers(at - 30_000, '30'), at, at + 100, 0],
  ])('%s', (_, given, sentAt, headAt, expected) => {
    expect(serverAheadMs(given, sentAt, headAt)).toBe(expected);
  });

  it('isn’t known without a date that can be read', () => {
    expect(serverAheadMs(new Headers(), at, at)).toBeNull();
    expect(serverAheadMs(new Headers({ date: 'yesterday' }), at, at)).toBeNull();
  });

  it('is the median of the last five', () => {
    const clock = new ServerClock();
    expect(clock.aheadMs).toBeNull();
    for (const ahead of [90_000, 10, null, 20, 99_999, 30, 25]) clock.note(ahead);
    expect(clock.aheadMs).toBe(25);
  });
});
