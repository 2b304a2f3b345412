import type { EntityKind } from '../../shared/entities.ts';
import { counted, shortened } from '../ui/text.ts';

interface Found {
  readonly kind: EntityKind;
  readonly ids: readonly string[];
  readonly duplicates: number;
  readonly empty: number;
}

interface Refused {
  readonly line: string;
  readonly reason: string;
}

const nouns: Record<EntityKind, readonly [string, string]> = {
  live: ['live entity', 'live entities'],
  video: ['video', 'videos'],
  preset: ['preset', 'presets'],
};

function skipped({ duplicates, empty }: Found): string {
  const parts = [
    ...(duplicates > 0 ? [counted(duplicates, 'duplicate')] : []),
    ...(empty > 0 ? [counted(empty, 'empty line')] : []),
  ];
  return parts.length === 0 ? '' : `, ${parts.join(' and ')} skipped`;
}

/** What pressing Add would do, like "2 videos to add, 1 duplicate skipped". Empty for no text. */
export function toAddWords(found: Found): string {
  if (found.ids.length === 0 && found.duplicates === 0) return '';
  return `${counted(found.ids.length, ...nouns[found.kind])} to add${skipped(found)}`;
}

/** What Add did. */
export function addedWords(found: Found): string {
  const count =
    found.ids.length === 0 ? 'Nothing' : counted(found.ids.length, ...nouns[found.kind]);
  return `${count} added${skipped(found)}`;
}

const mostRefused = 5;

/** A line for each refused one, at most six in all. */
export function refusedWords(refused: readonly Refused[]): readonly string[] {
  const lines = refused
    .slice(0, mostRefused)
    .map(({ line, reason }) => `“${shortened(line, 60)}” is refused: ${reason}`);
  const more = refused.length - mostRefused;
  return more > 0 ? [...lines, `${counted(more, 'more line')} refused`] : lines;
}
