import type { LibraryRow } from '../../shared/contract.ts';
import type { EntityKind, EntityRef } from '../../shared/entities.ts';

/** A row of the library, with what searching and sorting need worked out once. */
export interface Entry {
  readonly key: string;
  readonly row: LibraryRow;
  readonly title: string;
  /** Name and identifier in lower case. */
  readonly text: string;
  readonly rank: number;
}

export const keyOf = ({ kind, id }: EntityRef): string => `${kind}/${id}`;

const kinds: readonly EntityKind[] = ['live', 'video', 'preset'];

/** On air, and not. */
const ranksOfKind = 2;

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const inOrder = (a: Entry, b: Entry): number =>
  a.rank - b.rank || byName.compare(a.title, b.title) || (a.key < b.key ? -1 : 1);

function entryOf(row: LibraryRow): Entry {
  const title = (row.name.trim() || row.id).slice(0, 300);
  const onAir = row.state === 'known' && row.status === 'broadcasting';
  return {
    key: keyOf(row),
    row,
    title,
    text: `${row.name}\n${row.id}`.toLowerCase(),
    rank: kinds.indexOf(row.kind) * ranksOfKind + (onAir ? 0 : 1),
  };
}

export const entriesOf = (rows: readonly LibraryRow[]): readonly Entry[] =>
  rows.map(entryOf).sort(inOrder);

/** The entries after a change: kind by kind, on air first, then by name. */
export function changed(
  entries: readonly Entry[],
  rows: readonly LibraryRow[],
  removed: readonly EntityRef[],
): readonly Entry[] {
  const fresh = new Map(rows.map((row) => [keyOf(row), entryOf(row)]));
  const gone = new Set(removed.map(keyOf));
  const left = entries.filter(({ key }) => !gone.has(key) && !fresh.has(key));
  return merged(left, [...fresh.values()].sort(inOrder));
}

/** Both lists are in order. Few are put into many with few comparisons of names, which are slow. */
function merged(many: readonly Entry[], few: readonly Entry[]): readonly Entry[] {
  const parts: (readonly Entry[])[] = [];
  let from = 0;
  for (const entry of few) {
    const to = firstFrom(many, from, (one) => inOrder(one, entry) > 0);
    parts.push(many.slice(from, to), [entry]);
    from = to;
  }
  return [...parts, many.slice(from)].flat();
}

/** Index, not before `from`, of the first entry from which on `isPast` holds. */
function firstFrom(
  entries: readonly Entry[],
  from: number,
  isPast: (entry: Entry) => boolean,
): number {
  let low = from;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry === undefined || isPast(entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export interface Group {
  readonly kind: EntityKind;
  readonly entries: readonly Entry[];
}

/** The entries of each kind, as they stand one after another. */
export function groupsOf(entries: readonly Entry[]): readonly Group[] {
  let from = 0;
  return kinds.map((kind, index) => {
    const to = firstFrom(entries, from, ({ rank }) => rank >= (index + 1) * ranksOfKind);
    const group = { kind, entries: entries.slice(from, to) };
    from = to;
    return group;
  });
}

/** The entries that have every word of the query in their name or identifier. */
export function matching(entries: readonly Entry[], query: string): readonly Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ text }) => words.every((word) => text.includes(word)));
}
