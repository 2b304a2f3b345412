/** A box of an MP4 file (ISO/IEC 14496-12), by its bytes: `start` to `end`, content from `content`. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

/** The boxes that lie side by side between two offsets; throws when one leaves them. */
export function boxesOf(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  const boxes: Box[] = [];
  let start = from;
  while (start < to) {
    if (start + 8 > to) throw new Error(`MP4: stray bytes at ${start}`);
    const short = bytes.readUInt32BE(start);
    const type = bytes.toString('latin1', start + 4, start + 8);
    if (short === 1 && start + 16 > to) throw new Error(`MP4: box ${type} at ${start} is cut off`);
    const size = short === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : short;
    const content = start + (short === 1 ? 16 : 8);
    const end = short === 0 ? to : start + size;
    if (end < content || end > to) throw new Error(`MP4: box ${type} at ${start} is cut off`);
    boxes.push({ type, start, content, end });
    start = end;
  }
  return boxes;
}

/** The first box at a path such as `moof/traf/tfdt`; throws when there is none. */
export function boxAt(bytes: Buffer, path: string): Box {
  let inside: Box = { type: 'file', start: 0, content: 0, end: bytes.length };
  for (const type of path.split('/')) {
    const found = boxesOf(bytes, inside.content, inside.end).find((box) => box.type === type);
    if (found === undefined) throw new Error(`MP4: no box ${type} (${path})`);
    inside = found;
  }
  return inside;
}

/** The decode time at which a fragment begins, in units of its track's timescale. */
export function decodeTimeOf(fragment: Buffer): number {
  const { content } = boxAt(fragment, 'moof/traf/tfdt');
  return fragment.readUInt8(content) === 1
    ? Number(fragment.readBigUInt64BE(content + 4))
    : fragment.readUInt32BE(content + 4);
}

/**
 * A copy of a fragment (moof and mdat, one track) that is number `sequence` and
 * begins at `decodeTime`, in units of the track's timescale. Its tfdt must be of
 * version 1, which has room for a time that grows for ever.
 */
export function retime(
  fragment: Buffer,
  { sequence, decodeTime }: { readonly sequence: number; readonly decodeTime: number },
): Buffer {
  const copy = Buffer.from(fragment);
  const tfdt = boxAt(copy, 'moof/traf/tfdt').content;
  if (copy.readUInt8(tfdt) !== 1) throw new Error('MP4: tfdt is not of version 1');
  copy.writeBigUInt64BE(BigInt(decodeTime), tfdt + 4);
  copy.writeUInt32BE(sequence % 2 ** 32, boxAt(copy, 'moof/mfhd').content + 4);
  return copy;
}
