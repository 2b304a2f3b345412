import { asking } from '../alarms/alarm-words.ts';
import type { Entry } from '../library/entries.ts';
import type { Tally } from '../state/tally.svelte.ts';
import { counted } from '../ui/text.ts';
import { type Found, type Searchable, search } from './command-search.ts';
import type { Command, Situation } from './command.ts';
import { commandsIn } from './commands.ts';

/** So many are drawn: who looks for another types on. */
const mostEntities = 20;
const mostRecent = 5;

export type Option =
  | { readonly key: string; readonly entry: Entry }
  | { readonly key: string; readonly command: Command };

/** The identifier of an option’s element. */
export const optionId = (uid: string, { key }: Option): string =>
  `${uid}-${encodeURIComponent(key.toWellFormed())}`;

export interface Section {
  readonly key: 'recent' | 'library' | Command['group'];
  readonly title: string;
  readonly options: readonly Option[];
}

interface Ranked extends Section {
  readonly score: number;
  readonly total: number;
}

const entityOption = (entry: Entry): Option => ({ key: entry.key, entry });
const commandOption = (command: Command): Option => ({ key: command.key, command });

function ranked<T extends Searchable>(
  key: Section['key'],
  title: string,
  found: Found<T>,
  option: (one: T) => Option,
): Ranked {
  return { key, title, options: found.best.map(option), score: found.score, total: found.total };
}

/** What of the page it shows. */
type Page = Pick<
  Tally,
  | 'navigation'
  | 'opened'
  | 'library'
  | 'edits'
  | 'revealed'
  | 'preview'
  | 'watching'
  | 'connections'
  | 'active'
>;

function situationOf(page: Page): Situation {
  const { ref, route } = page.navigation;
  const { view } = page.opened;
  return {
    route,
    view,
    name: ref === null ? '' : view?.entity?.name?.trim() || page.library.nameOf(ref),
    hasDraft: ref !== null && page.edits.hasDraft(ref),
    isKeyShown: page.revealed.shown?.which.what === 'stream-key',
    canPopOut: page.preview.popOut !== null,
    isBlocked: page.preview.anyway !== null,
    waiting: page.edits.outbox.entries.length,
    asking: page.edits.asking,
    alarms: asking(page.watching.alarms).length,
    connections: page.connections.all,
    active: page.active,
  };
}

/** The command palette: what is typed, what it finds, and which of it Enter takes. */
export class Palette {
  readonly #page: Page;
  #query = $state('');
  #activeKey = $state<string | null>(null);
  /** As they were when the palette opened, newest first, but for the one that is open. */
  readonly #recent: readonly string[];
  readonly #situation = $derived.by(() => situationOf(this.#page));
  readonly #commands = $derived(commandsIn(this.#situation));
  readonly #ranked = $derived(
    this.#query.trim() === '' ? this.#atFirst() : this.#matching(this.#query),
  );
  readonly sections: readonly Section[] = $derived(
    this.#ranked.filter(({ options }) => options.length > 0),
  );
  readonly options = $derived(this.sections.flatMap(({ options }) => options));
  readonly #total = $derived(this.#ranked.reduce((sum, { total }) => sum + total, 0));
  readonly active: Option | null = $derived(
    this.options.find(({ key }) => key === this.#activeKey) ?? this.options[0] ?? null,
  );
  /** How many there are, in words. */
  readonly words = $derived.by(() => {
    const more = this.#total - this.options.length;
    if (this.#total === 0) return 'No results';
    const results = counted(this.#total, 'result');
    return more === 0 ? results : `${results}, ${more.toLocaleString()} more than shown: type on`;
  });

  constructor(page: Page) {
    this.#page = page;
    const open = page.navigation.ref;
    const openKey = open === null ? null : `${open.kind}/${open.id}`;
    this.#recent = page.opened.recent.filter((key) => key !== openKey);
  }

  get query(): string {
    return this.#query;
  }

  set query(query: string) {
    this.#query = query;
    this.#activeKey = null;
  }

  activate({ key }: Option): void {
    this.#activeKey = key;
  }

  /** Moves by so many; at the ends of the list it goes around when it moves by one. */
  move(by: number): void {
    const { length } = this.options;
    if (length === 0) return;
    const to = this.options.findIndex(({ key }) => key === this.active?.key) + by;
    const goesAround = Math.abs(by) === 1;
    this.#activateAt(goesAround ? (to + length) % length : Math.min(length - 1, Math.max(0, to)));
  }

  moveToStart(): void {
    this.#activateAt(0);
  }

  moveToEnd(): void {
    this.#activateAt(this.options.length - 1);
  }

  #activateAt(index: number): void {
    this.#activeKey = this.options[index]?.key ?? null;
  }

  #atFirst(): readonly Ranked[] {
    const { entries } = this.#page.library;
    const places = new Map(this.#recent.map((key, place) => [key, place]));
    const recent = entries
      .filter(({ key }) => places.has(key))
      .sort((a, b) => (places.get(a.key) ?? 0) - (places.get(b.key) ?? 0))
      .slice(0, mostRecent);
    const others = recent.length === 0 ? entries : entries.filter((one) => !recent.includes(one));
    return [
      ranked(
        'recent',
        'Opened before',
        { best: recent, total: recent.length, score: 0 },
        entityOption,
      ),
      ...this.#commandSections(''),
      ranked('library', 'Library', search(others, '', mostEntities), entityOption),
    ];
  }

  /** The section with the best match comes first. */
  #matching(query: string): readonly Ranked[] {
    const recent = new Set(this.#recent);
    const { entries } = this.#page.library;
    const found = search(entries, query, mostEntities, ({ key }) => recent.has(key));
    return [
      ranked('library', 'Library', found, entityOption),
      ...this.#commandSections(query),
    ].sort((a, b) => a.score - b.score);
  }

  #commandSections(query: string): readonly Ranked[] {
    const titles = {
      here: this.#situation.name || 'This page',
      places: 'Go to',
      connections: 'Connections',
    } as const;
    return (['here', 'places', 'connections'] as const).map((group) => {
      const all = this.#commands.filter((one) => one.group === group);
      return ranked(group, titles[group], search(all, query, all.length), commandOption);
    });
  }
}
