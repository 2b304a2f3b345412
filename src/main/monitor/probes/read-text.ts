import { isAscii } from 'node:buffer';

/** A body that was read up to a limit. */
export interface ReadText {
  /** null when only its length was wanted, or when it is too large. */
  readonly text: string | null;
  readonly bytes: number;
  readonly isTooLarge: boolean;
}

/** The text of a larger body is put together as it comes: an hour of DVR is a third of a megabyte. */
const largeBytes = 65_536;

/** Reads a body; leaves it once it is larger than `limit`, in bytes. Rejects when it breaks off. */
export async function readText(
  response: Response,
  limit: number,
  wanted: 'text' | 'count',
): Promise<ReadText> {
  const declared = response.headers.get('content-length');
  const length = declared === null ? NaN : Number(declared);
  if (length > limit) {
    void response.body?.cancel().catch(() => undefined);
    return { text: null, bytes: length, isTooLarge: true };
  }
  // What is compressed may be much larger than its declared length.
  const isTrue = !response.headers.has('content-encoding');
  if (isTrue && length <= largeBytes && wanted === 'text') {
    const text = await response.text();
    return { text, bytes: length, isTooLarge: false };
  }
  return readInParts(response, limit, wanted);
}

async function readInParts(
  { body }: Response,
  limit: number,
  wanted: 'text' | 'count',
): Promise<ReadText> {
  const text = wanted === 'text' ? new TextInParts() : null;
  let bytes = 0;
  if (body !== null) {
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength;
      if (bytes > limit) {
        void reader.cancel().catch(() => undefined);
        return { text: null, bytes, isTooLarge: true };
      }
      text?.add(part.value);
    }
  }
  return { text: text?.whole() ?? null, bytes, isTooLarge: false };
}

/** UTF-8 that comes in parts; as long as it is ASCII, which is usual, it needn't be decoded. */
class TextInParts {
  readonly #decoder = new TextDecoder();
  #text = '';
  #isAscii = true;

  add(part: Uint8Array): void {
    this.#isAscii &&= isAscii(part);
    this.#text += this.#isAscii
      ? Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1')
      : this.#decoder.decode(part, { stream: true });
  }

  whole(): string {
    return this.#text + this.#decoder.decode();
  }
}
