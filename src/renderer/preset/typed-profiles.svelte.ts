import type { PresetDraftView } from '../../shared/edit-views.ts';
import type { DraftForm } from '../editing/draft-form.svelte.ts';

const mostIds = 5_000;
const longestId = 5_000;

/** Typed identifiers: one on each line or separated by commas; blanks around them and repetitions don't count. */
export const profileIdsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\r\n\u2028\u2029]/)
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  ),
];

/** What is typed as the identifiers of a draft: word for word, while the draft holds just that. */
export class TypedProfiles {
  readonly #form: DraftForm<PresetDraftView>;
  #typed = $state.raw<{ readonly text: string; readonly of: readonly string[] } | null>(null);
  readonly text = $derived.by(() => {
    const { profileIds } = this.#form.fields;
    return this.#typed?.of === profileIds ? this.#typed.text : profileIds.join('\n');
  });
  /** Why what is typed can't be taken, so that the draft is as it was before; null when it can. */
  readonly excess = $derived(excessOf(profileIdsIn(this.text)));

  constructor(form: DraftForm<PresetDraftView>) {
    this.#form = form;
  }

  type(text: string): void {
    const ids = profileIdsIn(text);
    const before = this.#form.fields.profileIds;
    const after = excessOf(ids) !== null || sameIds(ids, before) ? before : ids;
    this.#typed = { text, of: after };
    if (after !== before) this.#form.edit('profiles', { profileIds: after });
  }
}

function excessOf(ids: readonly string[]): string | null {
  if (ids.length > mostIds)
    return `These are ${ids.length.toLocaleString('en')} identifiers; Tally takes ${mostIds.toLocaleString('en')} at once.`;
  if (ids.some((id) => id.length > longestId))
    return `An identifier is longer than ${longestId.toLocaleString('en')} characters.`;
  return null;
}

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);
