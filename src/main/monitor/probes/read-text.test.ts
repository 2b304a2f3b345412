import { describe, expect, it } from 'vitest';
import { readText } from './read-text.ts';

const limit = 200_000;

/** A response whose body comes in parts of `size` bytes. */
function inParts(text: string, size: number, headers: Record<string, string> = {}): Response {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += size)
        controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  return new Response(body, { headers });
}

describe('readText', () => {
  const long = '#EXTINF:2,\nsegment.ts\n'.repeat(4_000);
  it.each([
    ['short', 'ab\ncd'],
    ['long', long],
    ['long, with letters of many bytes', `${long}вечер/夕方.ts\n${long}`],
    ['with a byte order mark', '\uFEFF#EXTM3U'],
  ])('reads what is %s, with and without a declared length', async (_, text) => {
    const length = new TextEncoder().encode(text).length;
    const expected = { bytes: length, isTooLarge: false };
    for (const headers of [{}, { 'content-length': String(length) }, { 'content-encoding': 'x' }]) {
      const read = await readText(inParts(text, 1_001, headers), limit, 'text');
      expect(read).toMatchObject(expected);
      expect(read.text?.replace(/^\uFEFF/, '')).toBe(text.replace(/^\uFEFF/, ''));
    }
  });

  it('only counts where that is wanted', async () => {
    expect(await readText(inParts(long, 1_001), limit, 'count')).toEqual({
      text: null,
      bytes: long.length,
      isTooLarge: false,
    });
  });

  it('leaves what is too large, as soon as that is known', async () => {
    const declared = inParts('x', 1, { 'content-length': '200001' });
    expect(await readText(declared, limit, 'text')).toMatchObject({ text: null, isTooLarge: true });
    const grown = inParts('x'.repeat(limit + 1), 50_000, {
      'content-length': '5',
      'content-encoding': 'x',
    });
    expect(await readText(grown, limit, 'text')).toMatchObject({ text: null, isTooLarge: true });
  });

  it('rejects when the answer breaks off', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('cut')) });
    await expect(readText(new Response(body), limit, 'text')).rejects.toThrow('cut');
  });
});
