import type { StreamRow } from '../../shared/health.ts';
import type { Library } from '../state/library.svelte.ts';
import type { Streams } from '../state/streams.svelte.ts';
import {
  type Order,
  Places,
  type Tiles,
  arranged,
  onTheWall,
  pagesFor,
  tilesFor,
} from './arrangement.ts';
import { keepChoice, keptChoice } from './kept-choice.ts';
import { FailingNews, chipWords } from './words.ts';

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** For so long after the producer last touched the wall, no tile moves away from under them. */
const HELD_MS = 15_000;

/** A stream in its tile. */
export interface Shown {
  readonly row: StreamRow;
  readonly name: string;
}

/** Which streams are on the wall, in which order and on which page, and whose sound is heard. */
export class WallView {
  tiles = $state<Tiles>('on-air');
  order = $state<Order>('failing-first');
  failingOnly = $state(false);
  soloId = $state<string | null>(null);
  /** The sentence of the live region. */
  news = $state('');
  #page = $state(0);
  #placed = $state.raw<readonly string[]>([]);
  readonly #streams: Pick<Streams, 'all' | 'of'>;
  readonly #library: Pick<Library, 'entries'>;
  readonly #places = new Places();
  readonly #failingNews = new FailingNews();
  #touchedAt = -Infinity;

  readonly #named = $derived.by(() => {
    const lives = this.#library.entries.filter(({ row }) => row.kind === 'live');
    const inOrder = [...lives].sort((a, b) => byName.compare(a.title, b.title));
    return new Map(inOrder.map(({ row }, place) => [row.id, { name: row.name.trim(), place }]));
  });
  readonly all: readonly StreamRow[] = $derived.by(() => onTheWall(this.#streams.all, this.tiles));
  readonly chip = $derived(chipWords(this.all));
  readonly #wanted = $derived.by(() => {
    const rows = this.failingOnly
      ? this.all.filter(({ verdict }) => verdict === 'failing')
      : this.all;
    return arranged(rows, this.order, (id) => this.#named.get(id)?.place ?? Infinity);
  });
  readonly perPage = $derived(tilesFor(this.tiles, this.#wanted.length));
  readonly pages = $derived(pagesFor(this.#placed.length, this.perPage));
  /** Counted from 0. */
  readonly page = $derived(Math.min(this.#page, this.pages - 1));
  readonly shown: readonly Shown[] = $derived.by(() => {
    const from = this.page * this.perPage;
    return this.#placed.slice(from, from + this.perPage).flatMap((id) => {
      const row = this.#streams.of(id);
      return row === null ? [] : [{ row, name: this.#named.get(id)?.name || id }];
    });
  });

  constructor(streams: Pick<Streams, 'all' | 'of'>, library: Pick<Library, 'entries'>) {
    this.#streams = streams;
    this.#library = library;
    const { tiles, order } = keptChoice();
    this.tiles = tiles;
    this.order = order;
  }

  /** Puts the tiles where they belong at `now` and says what is news; to be called each second. */
  settle(now: number): void {
    const isHeld = now - this.#touchedAt < HELD_MS;
    this.#placed = this.#places.at(now, this.#wanted, isHeld);
    const failing = this.all.filter(({ verdict }) => verdict === 'failing').length;
    this.news = this.#failingNews.at(now, failing, this.all.length);
    if (this.soloId !== null && !this.shown.some(({ row }) => row.id === this.soloId))
      this.soloId = null;
  }

  /** The producer is at the tiles. */
  touch(now: number): void {
    this.#touchedAt = now;
  }

  letGo(): void {
    this.#touchedAt = -Infinity;
  }

  chooseTiles(tiles: Tiles): void {
    this.tiles = tiles;
    this.#page = 0;
    this.#rearrange();
  }

  chooseOrder(order: Order): void {
    this.order = order;
    this.#rearrange();
  }

  showFailingOnly(failingOnly: boolean): void {
    this.failingOnly = failingOnly;
    this.#page = 0;
    this.#rearrange();
  }

  /** To the page before (−1) or after (1), where there is one. */
  turn(by: -1 | 1): void {
    this.#page = Math.max(0, Math.min(this.pages - 1, this.page + by));
    this.silence();
  }

  /** Only this one is heard from now on; asked for again, none is. */
  solo(id: string): void {
    this.soloId = this.soloId === id ? null : id;
  }

  silence(): void {
    this.soloId = null;
  }

  #rearrange(): void {
    keepChoice({ tiles: this.tiles, order: this.order });
    this.#places.forget();
    this.settle(Date.now());
  }
}
