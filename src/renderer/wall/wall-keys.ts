import type { WallView } from './wall-view.svelte.ts';

export interface WallKeysOptions {
  readonly view: WallView;
  readonly open: (id: string) => void;
  /** The list of tiles; its tiles carry `data-tile` with the stream's identifier. */
  readonly list: () => HTMLElement | undefined;
  /** Leaves the full screen; whether there was one. */
  readonly leaveFull: () => boolean;
}

/** The place that an arrow key leads to among `count` tiles; null for other keys and at an edge. */
export function placeAfter(
  key: string,
  from: number,
  count: number,
  columns: number,
): number | null {
  const steps: Partial<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  if (to !== undefined && to >= 0 && to < count) return to;
  // Below a gap in the last row lies the last tile.
  const isAboveLastRow = Math.floor(from / columns) < Math.floor((count - 1) / columns);
  return key === 'ArrowDown' && isAboveLastRow ? count - 1 : null;
}

/** Works the wall by keyboard: arrows among tiles, numbers for their sound, pages. */
export class WallKeys {
  readonly #options: WallKeysOptions;

  constructor(options: WallKeysOptions) {
    this.#options = options;
  }

  readonly press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]')) return;
    const isDone = this.#tile(event) || this.#anywhere(event.key);
    if (isDone) event.preventDefault();
  };

  /** Keys that work on the tile that has the focus. */
  #tile({ key, target }: KeyboardEvent): boolean {
    const tiles = [...(this.#options.list()?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])];
    const from = tiles.findIndex((tile) => tile === target);
    const id = tiles[from]?.dataset['tile'];
    if (id === undefined) return false;
    if (key === 'Enter') {
      this.#options.open(id);
      return true;
    }
    const to = placeAfter(key, from, tiles.length, columnsOf(tiles));
    if (to === null) return false;
    tiles[to]?.focus();
    return true;
  }

  #anywhere(key: string): boolean {
    const { view, leaveFull } = this.#options;
    if (key === 'PageDown' || key === 'PageUp') {
      if (view.pages === 1) return false;
      view.turn(key === 'PageDown' ? 1 : -1);
      return true;
    }
    if (key === 'Escape' && leaveFull()) return true;
    if (key === '0' || key === 'Escape') {
      const hadSound = view.soloId !== null;
      view.silence();
      return hadSound;
    }
    const id = /^[1-9]$/.test(key) ? view.shown[Number(key) - 1]?.row.id : undefined;
    if (id === undefined) return false;
    view.solo(id);
    return true;
  }
}

/** How many tiles stand in the first row. */
function columnsOf(tiles: readonly HTMLElement[]): number {
  const top = tiles[0]?.getBoundingClientRect().top;
  const next = tiles.findIndex((tile) => tile.getBoundingClientRect().top !== top);
  return next < 1 ? tiles.length : next;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="radio"]), textarea, select'));
