import { describe, expect, it } from 'vitest';
import { again, follow, type Followed } from './follow-playlist.ts';
import { type MediaPlaylist, readMediaPlaylist } from './media-playlist.ts';

const url = 'https://cdn.example/live/v.m3u8?token=1';

function playlist(
  first: number,
  count: number,
  {
    tags = () => [],
    disc,
    name = '',
  }: {
    readonly tags?: (n: number) => string[];
    readonly disc?: number;
    readonly name?: string;
  } = {},
): MediaPlaylist {
  const segments = Array.from({ length: count }, (_, index) => first + index);
  const read = readMediaPlaylist(
    [
      '#EXTM3U',
      '#EXT-X-TARGETDURATION:2',
      `#EXT-X-MEDIA-SEQUENCE:${first}`,
      ...(disc === undefined ? [] : [`#EXT-X-DISCONTINUITY-SEQUENCE:${disc}`]),
      ...segments.flatMap((n) => [...tags(n), '#EXTINF:2,', `${name}s${n}.ts`]),
    ].join('\n'),
  );
  if (read === null) throw new Error('not a playlist');
  return read;
}

const followAll = (reads: readonly (readonly [at: number, read: MediaPlaylist])[]): Followed =>
  reads.reduce<Followed | null>((before, [at, read]) => follow(before, read, url, at), null)!;

describe('follow', () => {
  it('remembers when the newest segment was first seen, and gives its address in full', () => {
    const { facts } = followAll([
      [0, playlist(1, 6)],
      [4_000, playlist(3, 6)],
      [8_000, playlist(3, 6)],
    ]);
    expect(facts).toMatchObject({ readAt: 8_000, changedAt: 4_000, lastSequence: 8, jump: null });
    expect(facts.newestUrl).toBe('https://cdn.example/live/s8.ts');
  });

  it('remembers when it last went on after it had stood still', () => {
    const inTime = [0, 4_000, 16_000].map((at) => [at, playlist(at / 2_000, 6)] as const);
    expect(followAll(inTime).facts.resumedAt).toBeNull();
    const still = [20_000, 24_000].map((at) => [at, playlist(8, 6)] as const);
    const wentOn = [28_000, 32_000].map((at) => [at, playlist(at / 2_000, 6)] as const);
    expect(followAll([...inTime, ...still]).facts.resumedAt).toBeNull();
    expect(followAll([...inTime, ...still, ...wentOn]).facts.resumedAt).toBe(28_000);
  });

  it('keeps the facts of a text that was read again, but for when', () => {
    const before = followAll([[0, playlist(1, 6)]]);
    expect(again(before, 4_000).facts).toEqual({ ...before.facts, readAt: 4_000 });
  });

  it('sees a new segment where the numbers stand still', () => {
    const { facts } = followAll([
      [0, playlist(0, 3, { name: 'a' })],
      [4_000, playlist(0, 3, { name: 'b' })],
    ]);
    expect(facts.changedAt).toBe(4_000);
  });

  it.each<[string, readonly (readonly [number, MediaPlaylist])[], unknown]>([
    [
      'an encoder that starts again',
      [
        [0, playlist(500, 6)],
        [4_000, playlist(0, 3)],
      ],
      { at: 4_000, from: 505, to: 2 },
    ],
    [
      'numbers that were left out',
      [
        [0, playlist(10, 6)],
        [4_000, playlist(900, 6)],
      ],
      { at: 4_000, from: 15, to: 900 },
    ],
    [
      'a jump, also later',
      [
        [0, playlist(500, 6)],
        [4_000, playlist(0, 3)],
        [8_000, playlist(1, 4)],
      ],
      { at: 4_000, from: 505, to: 2 },
    ],
    [
      'no jump in what came and went in a minute',
      [
        [0, playlist(10, 6)],
        [60_000, playlist(40, 6)],
      ],
      null,
    ],
    [
      'no jump after a night’s sleep',
      [
        [0, playlist(10, 6)],
        [8 * 3_600_000, playlist(14_410, 6)],
      ],
      null,
    ],
    [
      'no jump in a burst after a break',
      [
        [0, playlist(10, 6)],
        [4_000, playlist(17, 6)],
      ],
      null,
    ],
    [
      'no jump while there are no segments',
      [
        [0, playlist(10, 6)],
        [4_000, playlist(0, 0)],
      ],
      null,
    ],
  ])('notes %s', (_, reads, jump) => {
    expect(followAll(reads).facts.jump).toEqual(jump);
  });

  it('takes no notice of a slightly older copy from another cache', () => {
    const { facts } = followAll([
      [0, playlist(10, 6)],
      [4_000, playlist(9, 6)],
    ]);
    expect(facts).toMatchObject({ lastSequence: 15, changedAt: 0, readAt: 4_000, jump: null });
  });

  it('takes a slightly lower number for a new start when its programme is later', () => {
    const dated = (start: number) => ({
      tags: () => [`#EXT-X-PROGRAM-DATE-TIME:${new Date(start).toISOString()}`],
    });
    const { facts } = followAll([
      [0, playlist(2, 1, dated(0))],
      [4_000, playlist(0, 1, dated(60_000))],
    ]);
    expect(facts.jump).toEqual({ at: 4_000, from: 2, to: 0 });
  });

  it('counts the discontinuities that arrived in the last minute', () => {
    const tags = (n: number): string[] => (n % 3 === 0 ? ['#EXT-X-DISCONTINUITY'] : []);
    const reads = Array.from(
      { length: 20 },
      (_, n) => [n * 4_000, playlist(2 * n, 6, { tags })] as const,
    );
    expect(followAll(reads.slice(0, 1)).facts.discontinuitiesInLastMinute).toBe(0);
    // Two segments a probe, one of three begins with one: ten in the fifteen probes of a minute.
    expect(followAll(reads).facts.discontinuitiesInLastMinute).toBe(10);
    const later = again(followAll(reads), 19 * 4_000 + 60_000);
    expect(later.facts.discontinuitiesInLastMinute).toBe(0);
  });

  it('counts them by EXT-X-DISCONTINUITY-SEQUENCE where they came and went between two probes', () => {
    const { facts } = followAll([
      [0, playlist(0, 6, { disc: 3 })],
      [30_000, playlist(15, 6, { disc: 8 })],
    ]);
    expect(facts.discontinuitiesInLastMinute).toBe(5);
  });
});
