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

export const kinds: readonly EntityKind[] = ['live', 'video', 'preset'];

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
    rank: kinds.indexOf(row.kind) * 2 + (onAir ? 0 : 1),
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
  const after: Entry[] = [];
  for (const entry of entries) {
    if (gone.has(entry.key)) continue;
    after.push(fresh.get(entry.key) ?? entry);
    fresh.delete(entry.key);
  }
  // Sorting what is nearly sorted takes about one comparison for each entry.
  return [...after, ...fresh.values()].sort(inOrder);
}

/** The entries that have every word of the query in their name or identifier. */
export function matching(entries: readonly Entry[], query: string): readonly Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ text }) => words.every((word) => text.includes(word)));
}
