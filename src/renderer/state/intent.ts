import type { Bridge } from '../bridge.ts';
import { HeadStart } from '../player/head-start.ts';
import { loadHls } from '../player/load-hls.ts';
import { routeOf } from './route.ts';

/** A pointer that sweeps over a list, or a focus that runs through it, asks for nothing. */
const restMs = 60;
/** A live edge ages: what was fetched ahead is soon of no use. */
const keptMs = 4_000;

interface Ahead {
  readonly id: string;
  readonly headStart: Promise<HeadStart | null>;
  readonly releasing: AbortController;
}

/**
 * The live entity that a producer is about to open: what its preview begins with is fetched
 * while the pointer or the focus still rests on its link. One at a time, only what opening
 * it would fetch anyway, and nothing while the window is hidden.
 */
export class Intent {
  readonly #bridge: Bridge;
  readonly #canBeOpened: (id: string) => boolean;
  #restsOn: string | null = null;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #ahead: Ahead | null = null;

  constructor(bridge: Bridge, canBeOpened: (id: string) => boolean) {
    this.#bridge = bridge;
    this.#canBeOpened = canBeOpened;
  }

  /** Follows pointer and focus over the page's links until the returned function is called. */
  watch(): () => void {
    const watching = new AbortController();
    const on = (type: string, heard: (event: Event) => void): void => {
      document.addEventListener(type, heard, { signal: watching.signal, passive: true });
    };
    on('pointerover', ({ target }) => this.rest(liveIdOf(target)));
    on('focusin', ({ target }) => this.rest(liveIdOf(target)));
    on('pointerdown', (event) => {
      const id = liveIdOf(event.target);
      if (id !== null && (event as PointerEvent).button === 0) this.press(id);
    });
    on('visibilitychange', () => document.hidden && this.release());
    return () => {
      watching.abort();
      this.release();
    };
  }

  /** Pointer or focus are on the link to a live entity, or on none. */
  rest(id: string | null): void {
    if (id === this.#restsOn) return;
    this.#restsOn = id;
    clearTimeout(this.#resting);
    if (id !== null) this.#resting = setTimeout(() => this.press(id), restMs);
  }

  /** The entity is about to be opened: no need to wait. */
  press(id: string): void {
    clearTimeout(this.#resting);
    if (this.#ahead?.id === id) {
      void this.#ahead.headStart.then((headStart) => headStart?.catchUp());
      return;
    }
    this.release();
    if (document.hidden || !this.#canBeOpened(id)) return;
    loadHls().catch(() => undefined);
    const releasing = new AbortController();
    const headStart = this.#fetch(id, releasing.signal);
    this.#ahead = { id, headStart, releasing };
    this.#keeping = setTimeout(() => this.release(), keptMs);
  }

  /** What the player of an entity that was opened begins with; from now on it is the player's. */
  take(id: string): Promise<HeadStart | null> {
    if (this.#ahead?.id !== id) this.release();
    const { headStart = this.#fetch(id) } = this.#ahead ?? {};
    this.#forget();
    return headStart;
  }

  /** Ends what is fetched ahead, and plans nothing. */
  release(): void {
    this.#ahead?.releasing.abort();
    this.#forget();
  }

  #forget(): void {
    clearTimeout(this.#resting);
    clearTimeout(this.#keeping);
    this.#ahead = null;
  }

  async #fetch(id: string, signal: AbortSignal | null = null): Promise<HeadStart | null> {
    const held = await this.#bridge.call('preview.playlists', { id });
    if (!held.ok || held.value === null || signal?.aborted === true) return null;
    return new HeadStart(held.value, (...request) => fetch(...request), signal);
  }
}

/** The live entity whose page the link at or around `target` opens. */
function liveIdOf(target: EventTarget | null): string | null {
  const href = target instanceof Element ? target.closest('a')?.getAttribute('href') : null;
  const route = routeOf(href ?? '');
  if (route.screen !== 'entity' || route.editing || route.ref.kind !== 'live') return null;
  return route.ref.id;
}
