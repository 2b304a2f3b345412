/** A link or a tile of a screen, to be found again once it is made anew. */
interface Way {
  readonly selector: string;
  /** Among all that the selector finds: several lead to one stream. */
  readonly index: number;
}

/** What had the focus on the screens that were left, by the location's hash. */
const left = new Map<string, Way>();
/** Whether a screen was left since a heading was last shown. */
let isAwaited = false;

/** Tells that the screen of a location's hash is about to go, while what has the focus is still there. */
export function leaveScreen(hash: string): void {
  isAwaited = true;
  const way = wayOf(document.activeElement);
  if (way === null) left.delete(hash);
  else left.set(hash, way);
}

/**
 * For the heading of a screen, which has `tabindex` −1: when what had the focus went with
 * the screen before, what was followed from here has it again, else the heading.
 */
export function screenHeading(heading: HTMLElement): void {
  if (!isAwaited) return;
  isAwaited = false;
  const way = left.get(location.hash);
  // Whoever moves the focus on purpose goes first.
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const ways = way === undefined ? [] : foundBy(way.selector);
    (ways[way?.index ?? 0] ?? ways[0] ?? heading).focus();
  });
}

const foundBy = (selector: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(selector),
];

function wayOf(element: Element | null): Way | null {
  if (!(element instanceof HTMLElement)) return null;
  const name = ['href', 'data-tile'].find((one) => element.hasAttribute(one));
  if (name === undefined || element.closest('main') === null) return null;
  const selector = `main [${name}="${CSS.escape(element.getAttribute(name) ?? '')}"]`;
  return { selector, index: foundBy(selector).indexOf(element) };
}
