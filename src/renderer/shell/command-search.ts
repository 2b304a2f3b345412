/** What can be found: `text` is its name, a line break, and its identifier or other words for it, in lower case. */
export interface Searchable {
  readonly text: string;
}

export interface Found<T> {
  /** The best, best first. */
  readonly best: readonly T[];
  /** How many match in all. */
  readonly total: number;
  /** How well the best of them matches, less is better; Infinity when nothing does. */
  readonly score: number;
}

const letter = /[\p{L}\p{N}\p{M}]/u;
const beginsWord = (text: string, at: number): boolean =>
  at === 0 || !letter.test(text.charAt(at - 1));

/** Where a word is: 1 and 2 at the beginning of and inside a word of the name, 3 and 4 of the rest, 0 nowhere. */
function placeOf(word: string, text: string, nameEnd: number): number {
  const first = text.indexOf(word);
  if (first === -1) return 0;
  let at = first;
  for (; at !== -1 && at < nameEnd; at = text.indexOf(word, at + 1))
    if (beginsWord(text, at)) return 1;
  if (first < nameEnd) return 2;
  for (; at !== -1; at = text.indexOf(word, at + 1)) if (beginsWord(text, at)) return 3;
  return 4;
}

/** Less is better; 0 when the name begins with the query. Infinity when a word of it is missing. */
function scoreOf(text: string, query: string, words: readonly string[]): number {
  if (text.startsWith(query)) return 0;
  // What has no name is called by its identifier.
  const nameEnd = text.lastIndexOf('\n') || text.length;
  let score = 0;
  for (const word of words) {
    const place = placeOf(word, text, nameEnd);
    if (place === 0) return Infinity;
    score += place;
  }
  return score;
}

/**
 * The `most` that match a query best. Every word of it has to be there; the beginning
 * of a word is better than its inside, a name better than an identifier. Of those that match
 * equally well the recent come first, the others stay in order.
 */
export function search<T extends Searchable>(
  all: readonly T[],
  query: string,
  most: number,
  isRecent: (one: T) => boolean = () => false,
): Found<T> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const whole = words.join(' ');
  const byScore = new Map<number, T[]>();
  let total = 0;
  for (const one of all) {
    const match = scoreOf(one.text, whole, words);
    if (match === Infinity) continue;
    total += 1;
    const score = isRecent(one) ? match : match + 0.5;
    const equals = byScore.get(score);
    if (equals === undefined) byScore.set(score, [one]);
    else equals.push(one);
  }
  const scores = [...byScore.keys()].sort((a, b) => a - b);
  const best: T[] = [];
  for (const score of scores) {
    if (best.length >= most) break;
    best.push(...(byScore.get(score) ?? []).slice(0, most - best.length));
  }
  return { best, total, score: Math.floor(scores[0] ?? Infinity) };
}
