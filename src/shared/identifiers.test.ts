import { describe, expect, it } from 'vitest';
import { identifierProblem, identifiersIn } from './identifiers.ts';

const one = '0b7c5a1e-93f4-4a57-8d3e-1f2a3b4c5d6e';
const two = '7D4E2F10-5b6c-4d7e-8f90-a1b2c3d4e5f6';

describe('identifiersIn', () => {
  it('takes one from each line, and counts empty lines and duplicates', () => {
    expect(identifiersIn('a\r\n\n  b \n\u200b\na\n', 'live')).toEqual({
      ids: ['a', 'b'],
      empty: 2,
      duplicates: 1,
      refused: [],
    });
  });

  it('finds nothing in nothing', () => {
    expect(identifiersIn('', 'live')).toEqual({ ids: [], empty: 0, duplicates: 0, refused: [] });
  });

  it.each([
    ['https://api.example.com/v1/live_entities/abc', ['abc']],
    ['https://api.example.com/pre/v1/live_entities/a%2Fb%20c?x=1#y', ['a/b c']],
    ['api.example.com/v1/live_entities/abc', ['abc']],
    ['/v1/live_entities/abc', ['abc']],
    ['<https://api.example.com/v1/live_entities/abc>,', ['abc']],
    ['https://dash.example.com/#/live_entities/abc/edit', ['abc']],
    ['https://dash.example.com/live-streams/show_1/edit', ['show_1']],
    [`https://cdn.example.com/x/${one}/master.m3u8`, [one]],
    [`https://dash.example.com/app?stream=${one}`, [one]],
    ['https://dash.example.com/watch/morning_show', ['morning_show']],
    [`${one}, ${two}`, [one, two]],
    [`${one} ${two}`, [one, two]],
    [`"${one}","${two}"`, [one, two]],
    [`live_${one};live_${two}`, [`live_${one}`, `live_${two}`]],
    ['"abc",', ['abc']],
    ['a b/c', ['a b/c']],
    ['🎬 show', ['🎬 show']],
    ['👩‍🚀', ['👩‍🚀']],
    ['50% & more?', ['50% & more?']],
    ['morning, evening', ['morning, evening']],
    ['x'.repeat(5_000), ['x'.repeat(5_000)]],
    ['%2e%2e', ['%2e%2e']],
  ])('finds in %.70j', (text, ids) => {
    expect(identifiersIn(text, 'live')).toEqual({ ids, empty: 0, duplicates: 0, refused: [] });
  });

  it('finds a preset in the address of a profile removal', () => {
    const address = 'https://api.example.com/v1/video_presets/p1:remove_profiles';
    expect(identifiersIn(address, 'preset').ids).toEqual(['p1']);
  });

  it.each([
    ['.', 'change the path'],
    ['..', 'change the path'],
    ['https://api.example.com/v1/live_entities/%2e%2e', 'change the path'],
    ['x'.repeat(5_001), 'longer than 5,000'],
    ['a\u0000b', 'control'],
    ['a\tb', 'control'],
    ['https://api.example.com/v1/live_entities/a%0Ab', 'control'],
    ['a\ud800', 'surrogate'],
    ['https://api.example.com/v1/live_entities/%E0%A4%A', 'not encoded properly'],
    ['https://api.example.com/v1/live_entities/', 'No identifier'],
    ['https://api.example.com/', 'No identifier'],
    ['https://example.com/about-us', 'No identifier'],
    ['https://api.example.com/v1/video_entities/v1', 'not that of a live entity'],
    ['rtmp://ingest.example.com/live/sk_secret_1', 'ingest'],
  ])('refuses %.70j with a reason', (text, words) => {
    const { ids, refused } = identifiersIn(text, 'live');
    expect(ids).toEqual([]);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toContain(words);
  });

  it('shows no stream key of a refused ingest address, and long lines cut', () => {
    const { refused } = identifiersIn(`rtmp://in.example/live/sk_1\n${'x'.repeat(9_000)}`, 'live');
    expect(refused[0]?.line).toBe('rtmp://in.example/…');
    expect(refused[1]?.line.length).toBeLessThan(250);
  });

  it.each([
    ['identifiers', (n: number) => `live_${n}`],
    ['addresses', (n: number) => `https://api.example.com/v1/live_entities/${n}`],
    ['spaced identifiers', (n: number) => `show ${n} 🎬`],
  ])('takes 100,000 %s', (_, line) => {
    const text = Array.from({ length: 100_000 }, (__, n) => line(n)).join('\n');
    expect(identifiersIn(text, 'live').ids).toHaveLength(100_000);
  });

  it.each([' ', ',', 'a ', '/', 'live_entities/', '0'])(
    'ends soon with a line of many %j',
    (part) => {
      const text = `x${part.repeat(1_000_000 / part.length)}x`;
      const { ids, refused } = identifiersIn(text, 'live');
      expect(ids.length + refused.length).toBeGreaterThan(0);
    },
  );
});

describe('identifierProblem', () => {
  it('finds none that could change the path of a request', () => {
    for (const id of ['a/b', '../x', '?', '#', '%', ' ', '🎬', '...'])
      expect([id, identifierProblem(id)]).toEqual([id, null]);
  });
});
