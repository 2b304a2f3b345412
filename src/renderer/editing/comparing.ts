/** A text for a review: the part that differs from the others, with what is around it. */
export interface Excerpt {
  /** How many characters (UTF-16 units) are left out before and after. */
  readonly before: number;
  readonly after: number;
  readonly lead: string;
  readonly differing: string;
  readonly trail: string;
}

export interface Piece {
  readonly text: string;
  /** `text` stands for something that couldn't be seen. */
  readonly isMark: boolean;
}

/** Shorter texts are easier to compare as a whole. */
const shortText = 32;
/** What is shown before the first difference of a text that is cut. */
const leadLength = 60;

/**
 * The given versions of one text, each cut to `most` characters so that the first
 * difference shows; null stays null.
 */
export function excerptsOf(
  texts: readonly (string | null)[],
  most: number,
): readonly (Excerpt | null)[] {
  const given = texts.filter((text) => text !== null);
  const { prefix, suffix } = sharedBy(given);
  const isCut = given.some(({ length }) => length > most);
  return texts.map((text) => {
    if (text === null) return null;
    const from = isCut ? wholeFrom(text, Math.max(0, prefix - leadLength)) : 0;
    const to = isCut ? wholeFrom(text, Math.min(text.length, from + most)) : text.length;
    const differsFrom = Math.min(prefix, to);
    const differsTo = Math.max(differsFrom, Math.min(text.length - suffix, to));
    return {
      before: from,
      after: text.length - to,
      lead: text.slice(from, differsFrom),
      differing: text.slice(differsFrom, differsTo),
      trail: text.slice(differsTo, to),
    };
  });
}

/** The three sides of a conflict: each of the two newer ones shows what it changed in the base. */
export function excerptsOfConflict(
  texts: readonly (string | null)[],
  most: number,
): readonly (Excerpt | null)[] {
  const [base = null, ...sides] = texts;
  const all = excerptsOf(texts, most);
  if (base === null) return all;
  return [all[0] ?? null, ...sides.map((side) => excerptsOf([base, side], most)[1] ?? null)];
}

/** Where spaces at the ends of the differing part would go unseen. */
export function edgesOf({ before, after, lead, differing, trail }: Excerpt): Edges {
  const isBlank = differing.trim() === '';
  return {
    start: isBlank || before + lead.length === 0,
    end: isBlank || after + trail.length === 0,
  };
}

const blockLength = 4_000;

/** A long text in blocks, parted where a line may break anyway. */
export function blocksOf(text: string): readonly string[] {
  const blocks: string[] = [];
  let from = 0;
  while (text.length - from > blockLength) {
    const block = text.slice(from, from + blockLength);
    const gap = Math.max(block.lastIndexOf('\n'), block.lastIndexOf(' '));
    const whole = Math.max(wholeFrom(text, from + blockLength), from + 1);
    const to = gap > 0 ? from + gap + 1 : whole;
    blocks.push(text.slice(from, to));
    from = to;
  }
  return [...blocks, text.slice(from)];
}

/** Whether a text was cut. */
export const isCut = (excerpt: Excerpt | null): boolean =>
  excerpt !== null && excerpt.before + excerpt.after > 0;

function sharedBy(texts: readonly string[]): { readonly prefix: number; readonly suffix: number } {
  const [first, ...others] = texts;
  const shortest = Math.min(...texts.map(({ length }) => length));
  if (first === undefined || others.length === 0) return { prefix: 0, suffix: 0 };
  if (texts.every(({ length }) => length <= shortText)) return { prefix: 0, suffix: 0 };
  const agree = (from: (text: string) => number, length: number): boolean => {
    const part = first.slice(from(first), from(first) + length);
    return others.every((other) => other.slice(from(other), from(other) + length) === part);
  };
  let prefix = sharedLength(shortest, (at, length) => agree(() => at, length));
  prefix = texts.reduce((at, text) => Math.min(at, wholeFrom(text, at)), prefix);
  let suffix = sharedLength(shortest - prefix, (at, length) =>
    agree((text) => text.length - at - length, length),
  );
  while (suffix > 0 && texts.some((text) => isInside(text, text.length - suffix))) suffix -= 1;
  return { prefix, suffix };
}

/** How far texts agree, asked in blocks first: a text may have a million characters. */
function sharedLength(most: number, agree: (at: number, length: number) => boolean): number {
  let shared = 0;
  for (const block of [4_096, 64, 1])
    while (shared + block <= most && agree(shared, block)) shared += block;
  return shared;
}

/** The beginning of what would be cut in two at `at`: a pair of surrogates, an emoji, an accent. */
function wholeFrom(text: string, at: number): number {
  let start = at;
  while (isInside(text, start)) start -= 1;
  return start;
}

const joiner = '\u200d';

/** Whether a cut at `at` would part what is seen as one character. */
function isInside(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const unit = text.charCodeAt(at);
  if (unit >= 0xdc00 && unit <= 0xdfff) {
    const before = text.charCodeAt(at - 1);
    return before >= 0xd800 && before <= 0xdbff;
  }
  return (
    text[at] === joiner ||
    text[at - 1] === joiner ||
    /^[\p{M}\p{EMod}]/u.test(text.slice(at, at + 2))
  );
}

/*
 * Emoji stay as they are, though they may hold joiners. What follows them are the line
 * break, what can't be seen or looks like a plain space, and spaces at the edges. Not
 * RGI_Emoji: making its expression takes longer than the whole review.
 */
const parts =
  /(\u{1f3f4}[\u{e0020}-\u{e007f}]+|(?:\p{Extended_Pictographic}[\p{EMod}\ufe0f]?(?:\u200d(?=\p{Extended_Pictographic}))?)+|[#*0-9]\ufe0f\u20e3)|(\r\n|\n)|([[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]--[\n\t ]])\3*|(\t)|(^ +| +(?=\r?\n|$))/gv;

/** At which ends spaces would go unseen. */
interface Edges {
  readonly start: boolean;
  readonly end: boolean;
}

const inside: Edges = { start: false, end: false };

/** A text in pieces, what can't be seen as marks; spaces are marked at the given ends, too. */
export function piecesOf(text: string, edges: Edges = inside): readonly Piece[] {
  const pieces: Piece[] = [];
  let seen = 0;
  const add = (piece: string, isMark: boolean): void => {
    if (piece !== '') pieces.push({ text: piece, isMark });
  };
  for (const found of text.matchAll(parts)) {
    const [whole, emoji, lineBreak, unseen, tab] = found;
    if (emoji !== undefined) continue;
    const isSpaces = lineBreak === undefined && unseen === undefined && tab === undefined;
    const end = found.index + whole.length;
    const isLoose = found.index === 0 ? edges.start : end === text.length ? edges.end : true;
    if (isSpaces && !isLoose) continue;
    add(text.slice(seen, found.index), false);
    seen = end;
    if (lineBreak !== undefined) {
      add(whole === '\n' ? '↵' : 'U+000D ↵', true);
      add('\n', false);
    } else if (unseen !== undefined) add(named(unseen, whole.length / unseen.length), true);
    else if (tab !== undefined) {
      add('⇥', true);
      add('\t', false);
    } else add('␣'.repeat(Math.min(whole.length, 40)), true);
  }
  add(text.slice(seen), false);
  return pieces;
}

function named(character: string, times: number): string {
  const code = character.codePointAt(0) ?? 0;
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return times === 1 ? name : `${name} × ${times}`;
}
