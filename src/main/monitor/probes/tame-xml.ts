const mostTags = 6_000;
const deepest = 32;
const longestTag = 16_384;
/** Each level multiplies those of the level above. */
const mostBaseUrls = 40;

/** What is passed over whole: its beginning and its end. */
const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/**
 * Whether a manifest can be given to the parser of XML, which takes quadratic time, or
 * far more, over what isn't well formed, nests deeply or names many base addresses. Reads
 * the text once: balanced tags, not too many, no document type.
 */
export function isTame(text: string): boolean {
  if (text.split('<BaseURL', mostBaseUrls + 2).length > mostBaseUrls + 1) return false;
  const open: string[] = [];
  let at = 0;
  for (let tags = 0; tags <= mostTags; tags += 1) {
    const from = text.indexOf('<', at);
    if (from === -1) return open.length === 0 && tags > 0;
    const pair = skipped.find(([begin]) => text.startsWith(begin, from));
    const end = pair?.[1] ?? '>';
    const to = text.indexOf(end, from + (pair?.[0].length ?? 1));
    if (to === -1) return false;
    at = to + end.length;
    if (
      pair === undefined &&
      !isTagTame(text.slice(from + 1, Math.min(to, from + longestTag + 2)), open)
    )
      return false;
  }
  return false;
}

/** Opens or closes an element, by what stands between the angle brackets. */
function isTagTame(tag: string, open: string[]): boolean {
  if (tag.length > longestTag || tag.includes('<')) return false;
  const name = /^\/?[\w:.-]+/.exec(tag)?.[0];
  if (name === undefined) return false;
  if (name.startsWith('/')) return open.pop() === name.slice(1);
  if (!tag.endsWith('/')) open.push(name);
  return open.length <= deepest;
}
