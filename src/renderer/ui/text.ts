/** The start and the end of a text of more than `max` characters, with an ellipsis between. */
export function middleEllipsis(text: string, max: number): string {
  if (text.length <= max) return text;
  const tail = Math.floor((max - 1) / 3);
  const head = [...text.slice(0, 2 * max)].slice(0, max - 1 - tail);
  return `${head.join('')}…${[...text.slice(-2 * max)].slice(-tail).join('')}`;
}

/** At most `max` characters; what was cut is marked with an ellipsis. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = [...text.slice(0, 2 * max + 2)];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

/** "1 relay", "2 relays": a number with its noun. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** The text with a full stop, unless it ends like a sentence already. */
export const withStop = (text: string): string =>
  /[.!?…。]["'”’)]?\s*$/u.test(text) ? text : `${text}.`;
