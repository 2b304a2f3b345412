import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { LiveDraftView } from '../../../shared/edit-views.ts';
import { type Problem, type RelayFields, problemsOfLive } from '../../../shared/edits.ts';
import type { DraftForm } from '../../editing/draft-form.svelte.ts';
import { typedKey } from './relay-keys.ts';
import {
  added,
  changed,
  isReordered,
  listed,
  moved,
  newRow,
  removed,
  restored,
  withRelays,
} from './relay-rows.ts';

/** Characters that a line takes: far more than any service does, few enough to be drawn at once. */
export const longestLine = 20_000;

/** What is said beside a field. */
export interface FieldNote {
  readonly level: Problem['level'];
  readonly text: string;
}

/** The form of a live entity: its draft, what is wrong with it, and what a producer does with relays. */
export class LiveEditing {
  readonly form: DraftForm<LiveDraftView>;
  readonly problems: readonly Problem[] = $derived.by(() =>
    withHeld(problemsOfLive(this.form.fields, this.form.view.base), this.form, this.#typed),
  );
  /** How many relays the service would have. */
  readonly count = $derived.by(() => this.form.fields.relays.length);
  readonly listed = $derived.by(() => listed(this.form.fields, this.form.view.base));
  readonly #origins = $derived.by(
    () => new Map(this.form.view.base.relays.map((relay) => [relay.row, relay])),
  );
  readonly #left = new SvelteSet<string>();
  readonly #typed: TypedRows = new SvelteMap();
  #reviewed = $state.raw<LiveDraftView | null>(null);
  /** As texts: of 500 rows none is told unless its number or its problem changes. */
  readonly #order = $derived.by(() => this.form.fields.relays.map(({ row }) => row).join('\n'));
  readonly isReordered = $derived.by(() =>
    isReordered(this.#order.split('\n'), this.form.view.base),
  );
  readonly #numbers = $derived.by(
    () => new Map(this.#order.split('\n').map((row, index) => [row, index + 1])),
  );
  readonly #noted = $derived.by(() => JSON.stringify(this.#shownProblems()));
  readonly #notes = $derived.by(() => notesOf(JSON.parse(this.#noted) as Problem[]));

  constructor(form: DraftForm<LiveDraftView>) {
    this.form = form;
  }

  /** The place of a row, from 1; undefined for a relay that was removed. */
  numberOf(row: string): number | undefined {
    return this.#numbers.get(row);
  }

  originOf(relay: RelayFields): RelayFields | undefined {
    return relay.origin === null ? undefined : this.#origins.get(relay.origin);
  }

  noteOf(field: string): FieldNote | undefined {
    return this.#notes.get(field);
  }

  /** From now on the problems of fields that nobody touched are shown, too. */
  showAll(): void {
    this.#reviewed = this.form.view;
  }

  leave(field: string): void {
    this.#left.add(field);
  }

  type(field: 'name' | 'description', text: string): void {
    this.form.edit(field, { ...this.form.fields, [field]: text });
  }

  typeInRelay(relay: RelayFields, field: 'name' | 'url' | 'key', text: string): void {
    const change =
      field === 'key' ? { key: typedKey(text, this.originOf(relay)) } : { [field]: text };
    this.#edit(`relay/${relay.row}/${field}`, changed(this.form.fields, relay.row, change));
    this.#note(relay.row);
  }

  keepOldKey({ row }: RelayFields): void {
    const fields = changed(this.form.fields, row, { key: { kind: 'unchanged' } });
    this.#edit(`relay/${row}/key`, fields);
  }

  /** Gives the new row. */
  add(): string {
    const row = newRow();
    this.#edit(`relay/${row}/name`, added(this.form.fields, row));
    return row;
  }

  remove(row: string): void {
    this.#edit(`relay/${row}`, removed(this.form.fields, row));
  }

  removeAll(): void {
    this.#edit('relay', withRelays(this.form.fields, []));
  }

  restore(row: string): void {
    this.#edit(`relay/${row}`, restored(this.form.fields, this.form.view.base, row));
  }

  move(row: string, by: -1 | 1): void {
    this.#edit(`relay/${row}/name`, moved(this.form.fields, row, by));
  }

  /** Main has the key soon, and the page forgets it; what is wrong with it stays true. */
  #note(row: string): void {
    const { fields, view } = this.form;
    const relay = fields.relays.find((one) => one.row === row);
    if (relay?.key.kind !== 'typed' || relay.key.key === '') return;
    const problems = problemsOfLive({ ...view.base, relays: [relay] }, view.base);
    const warnings = problems.filter(({ level }) => level === 'warning');
    this.#typed.set(row, { view, url: relay.url, warnings });
  }

  #edit(field: string, fields: LiveDraftView['fields']): void {
    if (fields !== this.form.fields) this.form.edit(field, fields);
  }

  /** Nobody is told off for a row that was just added. */
  #shownProblems(): Problem[] {
    if (this.problems.length === 0 || this.#reviewed === this.form.view) return [...this.problems];
    const fresh = new Set(
      this.form.fields.relays.flatMap(({ row, origin, url }) =>
        origin === null ? [`relay/${row}/key`, ...(url === '' ? [`relay/${row}/url`] : [])] : [],
      ),
    );
    return this.problems.filter(({ field }) => !fresh.has(field) || this.#left.has(field));
  }
}

/** What there was to say of a row while its key was on the page. */
type TypedRows = Map<
  string,
  {
    readonly view: LiveDraftView;
    readonly url: string;
    readonly warnings: readonly Problem[];
  }
>;

/** With the warnings of keys that main holds now, while their addresses are the same. */
function withHeld(
  problems: readonly Problem[],
  { fields, view }: DraftForm<LiveDraftView>,
  typed: TypedRows,
): readonly Problem[] {
  if (typed.size === 0) return problems;
  const known = new Set(problems.map(({ field, text }) => `${field} ${text}`));
  const held = fields.relays.flatMap(({ row, url, key }) => {
    const before = key.kind === 'held' ? typed.get(row) : undefined;
    return before?.view === view && before.url === url ? before.warnings : [];
  });
  return [...problems, ...held.filter(({ field, text }) => !known.has(`${field} ${text}`))];
}

function notesOf(problems: readonly Problem[]): ReadonlyMap<string, FieldNote> {
  const byField = Map.groupBy(problems, ({ field }) => field);
  return new Map(
    [...byField].map(([field, found]) => [
      field,
      {
        level: found.some(({ level }) => level === 'error') ? 'error' : 'warning',
        text: found.map(({ text }) => text).join(' '),
      },
    ]),
  );
}
