import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxAt, boxesOf, decodeTimeOf, retime } from './boxes.ts';

const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

const largeBox = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, 'latin1');
  head.writeBigUInt64BE(BigInt(16 + content.length), 8);
  return Buffer.concat([head, content]);
};

const fragment = (version: 0 | 1, decodeTime: number, payload = 'pictures'): Buffer => {
  const tfdt = Buffer.alloc(version === 1 ? 12 : 8);
  tfdt.writeUInt8(version);
  if (version === 1) tfdt.writeBigUInt64BE(BigInt(decodeTime), 4);
  else tfdt.writeUInt32BE(decodeTime, 4);
  return Buffer.concat([
    box(
      'moof',
      box('mfhd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1])),
      box('traf', box('tfhd', Buffer.alloc(8)), box('tfdt', tfdt), box('trun', Buffer.alloc(12))),
    ),
    box('mdat', Buffer.from(payload)),
  ]);
};

const sequenceOf = (bytes: Buffer): number =>
  bytes.readUInt32BE(boxAt(bytes, 'moof/mfhd').content + 4);

describe('boxesOf', () => {
  it('names boxes in their order, with 32-bit, 64-bit and open sizes', () => {
    const open = box('mdat', Buffer.from('to the end'));
    open.writeUInt32BE(0);
    const bytes = Buffer.concat([box('ftyp'), largeBox('free', Buffer.alloc(3)), open]);
    expect(boxesOf(bytes)).toEqual([
      { type: 'ftyp', start: 0, content: 8, end: 8 },
      { type: 'free', start: 8, content: 24, end: 27 },
      { type: 'mdat', start: 27, content: 35, end: bytes.length },
    ]);
  });

  it.each([
    ['a box that leaves the file', box('moov', Buffer.alloc(20)).subarray(0, 15)],
    ['a size smaller than its own head', Buffer.from([0, 0, 0, 4, 109, 111, 111, 102])],
    ['a few bytes after the last box', Buffer.concat([box('ftyp'), Buffer.alloc(3)])],
    ['a large box without its size', Buffer.from([0, 0, 0, 1, 109, 100, 97, 116])],
  ])('refuses %s', (_, bytes) => {
    expect(() => boxesOf(bytes)).toThrow(/^MP4: /);
  });

  it('ends, by an answer or an error, on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          const boxes = boxesOf(Buffer.from(bytes));
          expect(boxes.at(-1)?.end ?? 0).toBe(bytes.length);
        } catch (error) {
          expect(String(error)).toContain('MP4: ');
        }
      }),
    );
  });
});

describe('boxAt', () => {
  it('says which box is missing', () => {
    expect(() => boxAt(fragment(1, 0), 'moof/traf/senc')).toThrow('no box senc (moof/traf/senc)');
  });
});

describe('decodeTimeOf', () => {
  it.each([
    [0, 90_000],
    [1, 2 ** 40],
  ] as const)('reads a tfdt of version %i', (version, time) => {
    expect(decodeTimeOf(fragment(version, time))).toBe(time);
  });
});

describe('retime', () => {
  it('changes number and decode time, and nothing else', () => {
    const before = fragment(1, 5);
    const after = retime(before, { sequence: 77, decodeTime: 2 ** 45 + 3 });
    expect(decodeTimeOf(after)).toBe(2 ** 45 + 3);
    expect(sequenceOf(after)).toBe(77);
    expect(retime(after, { sequence: 1, decodeTime: 5 })).toEqual(before);
  });

  it('leaves the fragment it was given as it is', () => {
    const given = fragment(1, 5);
    retime(given, { sequence: 9, decodeTime: 9 });
    expect(given).toEqual(fragment(1, 5));
  });

  it('lets the sequence number begin again after 32 bits', () => {
    expect(sequenceOf(retime(fragment(1, 0), { sequence: 2 ** 32 + 2, decodeTime: 0 }))).toBe(2);
  });

  it('refuses a tfdt that has no room for 64 bits', () => {
    expect(() => retime(fragment(0, 5), { sequence: 1, decodeTime: 1 })).toThrow('version 1');
  });
});
