import { describe, expect, it } from 'vitest';
import { liveValues } from './live-values.ts';

describe('the values in an answer', () => {
  it('are taken word for word, also long texts and long lists', () => {
    const description = '🎬'.repeat(300_000);
    const relay = Array.from({ length: 1_500 }, (_, at) => ({
      id: `${at}`,
      name: '',
      url: 'u',
      key: 'k',
    }));
    expect(liveValues({ name: 'Show', description, relay })).toEqual({
      name: 'Show',
      description,
      relays: relay,
    });
  });

  it('take no name for none in a read, and for not told in the answer to an update', () => {
    const { relays } = liveValues({
      relay: [
        { id: 'r', url: 'u', key: 'k' },
        { status: 'enable', url: 'u', key: 'k' },
        { url: 'u', key: 'k' },
      ],
    });
    expect(relays?.map(({ name }) => name)).toEqual(['', '', undefined]);
  });

  it.each([
    [{}, { relays: null }],
    [{ relay: null }, { relays: [] }],
    [
      { relay: 'none', name: null, description: 7 },
      { relays: null, description: '7' },
    ],
    [
      { relay: [null, 5, { url: 1, key: '' }] },
      { relays: [{ url: '' }, { url: '' }, { url: '1' }] },
    ],
  ])('of %j are %j', (json, values) => {
    expect(liveValues(json)).toEqual(values);
  });
});
