/** Heights in pixels; the style of the list must agree. */
export const rowHeight = 34;
export const headHeight = 36;

export interface Block {
  /** Where the rows of the group begin, from the top of the list. */
  readonly top: number;
  readonly count: number;
  /** Index of the group's first row among all rows. */
  readonly first: number;
}

/** Groups under one another, each with a head and rows of one height. */
export function blocksOf(counts: readonly number[]): readonly Block[] {
  let top = 0;
  let first = 0;
  return counts.map((count) => {
    const block = { top: top + headHeight, count, first };
    top += headHeight + count * rowHeight;
    first += count;
    return block;
  });
}

const spare = 6;

/**
 * Indices within the group of the rows to draw: those in sight, a few around
 * them, and `active` wherever it is, so that it keeps the focus.
 */
export function rowsInSight(
  block: Block,
  scrollTop: number,
  height: number,
  active: number,
): readonly number[] {
  const at = (y: number): number => Math.floor((y - block.top) / rowHeight);
  const start = Math.max(0, at(scrollTop) - spare);
  const end = Math.min(block.count, at(scrollTop + height) + 1 + spare);
  const shown = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
  const own = active - block.first;
  if (own < 0 || own >= block.count || (own >= start && own < end)) return shown;
  return own < start ? [own, ...shown] : [...shown, own];
}

/** The scroll position nearest to `scrollTop` that shows the row at `index` whole. */
export function scrollTopFor(
  blocks: readonly Block[],
  index: number,
  scrollTop: number,
  height: number,
): number {
  const block = blocks.find(({ first, count }) => index >= first && index < first + count);
  if (block === undefined) return scrollTop;
  const own = index - block.first;
  const top = block.top + own * rowHeight - (own === 0 ? headHeight : 0);
  const bottom = block.top + (own + 1) * rowHeight;
  return Math.min(top, Math.max(scrollTop, bottom - height));
}
