import type { Choice, Conflict } from '../../shared/edits.ts';
import { type LiveEdit, applied, completed, isSameList, tidied } from './live-edit.ts';
import { type LiveValues, said } from './live-values.ts';
import { mergeRelays } from './merge-relays.ts';

export type Merge =
  | { readonly kind: 'merged'; readonly base: LiveValues; readonly edit: LiveEdit }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly Conflict[] }
  /** The relays were edited, and the service's answer held no relay list. */
  | { readonly kind: 'relays-unknown' };

/**
 * Carries an edit over from the values it was made from to those that the service
 * holds now. `merged`: `edit` is what is left to do, relative to the new `base`
 * (empty when all of it is there already). A field that both sides changed
 * differently is a conflict until `choices` has an entry for it; choices hold for
 * the `theirs` that the producer saw.
 */
export function mergeLive(
  base: LiveValues,
  edit: LiveEdit,
  theirs: LiveValues,
  choices: Readonly<Record<string, Choice>> = {},
): Merge {
  if (edit.relays !== null && theirs.relays === null) return { kind: 'relays-unknown' };
  const now = completed(theirs, base);
  const ballot = new Ballot(choices);
  const name = ballot.pick({ field: 'name', label: 'Name' }, base.name, edit.name, now.name);
  const description = ballot.pick(
    { field: 'description', label: 'Description' },
    base.description,
    edit.description,
    now.description,
  );
  const isThere = isSameList(applied(base, edit).relays, now.relays);
  const relays =
    edit.relays === null || now.relays === null || isThere
      ? null
      : mergeRelays(base.relays ?? [], edit.relays, now.relays, ballot);
  if (ballot.conflicts.length > 0) return { kind: 'conflicts', conflicts: ballot.conflicts };
  const merged = { ...said('name', name), ...said('description', description), relays };
  return { kind: 'merged', base: now, edit: tidied(now, merged) };
}

interface Question {
  readonly field: string;
  readonly label: string;
  readonly show?: (value: string) => string;
}

/** Decides field by field, and gathers what the producer has to decide. */
export class Ballot {
  readonly conflicts: Conflict[] = [];
  readonly #choices: Readonly<Record<string, Choice>>;

  constructor(choices: Readonly<Record<string, Choice>>) {
    this.#choices = choices;
  }

  /** undefined: not known, or not touched. */
  pick(
    question: Question,
    base: string | undefined,
    mine: string | undefined,
    theirs: string | undefined,
  ): string | undefined {
    if (theirs === undefined) return mine ?? base;
    if (mine === undefined || mine === base || mine === theirs) return theirs;
    if (theirs === base) return mine;
    const { field, label, show } = question;
    const shown = (value: string | undefined): string | null =>
      value === undefined ? null : (show?.(value) ?? value);
    const choice = this.choose({
      field,
      label,
      base: shown(base),
      theirs: shown(theirs),
      mine: shown(mine),
    });
    return choice === 'mine' ? mine : theirs;
  }

  /** Until it is chosen, theirs stands. */
  choose(conflict: Conflict): Choice {
    const { field } = conflict;
    const choice = Object.hasOwn(this.#choices, field) ? this.#choices[field] : undefined;
    if (choice === undefined) this.conflicts.push(conflict);
    return choice ?? 'theirs';
  }
}
