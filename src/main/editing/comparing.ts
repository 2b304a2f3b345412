import type { Choice, Conflict, VideoFields } from '../../shared/edits.ts';
import type { Profile } from '../../shared/entities.ts';
import { type Result, fail, ok } from '../../shared/failure.ts';
import { changesOfLive } from './changes.ts';
import type { EntityEdit } from './entity-edit.ts';
import { editTowards } from './live-edit.ts';
import type { LiveValues } from './live-values.ts';
import { mergeLive } from './merge-live.ts';

/** What the service holds, as far as it is known; null: nothing is. */
export type Held =
  | { readonly kind: 'live'; readonly values: LiveValues }
  | { readonly kind: 'video'; readonly fields: VideoFields }
  | { readonly kind: 'preset'; readonly profiles: readonly Profile[] | null };

type Compared =
  | { readonly kind: 'edit'; readonly edit: EntityEdit }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly Conflict[] };

/**
 * Carries an edit over to what the service holds; only a live entity is merged, for
 * the others can't be read, so that what was last answered may be old.
 */
export function comparison(
  edit: EntityEdit,
  theirs: Held | null,
  choices: Readonly<Record<string, Choice>>,
): Result<Compared> {
  if (edit.kind !== 'live' || theirs?.kind !== 'live') return ok({ kind: 'edit', edit });
  const merge = mergeLive(edit.base, edit.edit, theirs.values, choices);
  switch (merge.kind) {
    case 'relays-unknown':
      return fail({
        kind: 'not-understood',
        status: 200,
        contentType: 'application/json',
        excerpt: '',
        detail: 'it doesn’t say which relays there are, so the list can’t be replaced safely',
      });
    case 'conflicts':
      return ok(merge);
    case 'merged':
      return ok({ kind: 'edit', edit: { kind: 'live', base: merge.base, edit: merge.edit } });
  }
}

/** What changed on the service since the edit was begun, as a sentence. */
export function takenOver(before: EntityEdit, after: EntityEdit): string {
  const changes =
    before.kind === 'live' && after.kind === 'live'
      ? changesOfLive(before.base, editTowards(before.base, after.base))
      : [];
  if (changes.length === 0) return 'Nothing else changed on the service since you started.';
  const labels = changes.map(({ label }) => label);
  const named = labels.slice(0, 5).join('; ');
  const more = labels.length > 5 ? `; and ${labels.length - 5} more` : '';
  return `Changed on the service since you started, and kept: ${named}${more}.`;
}
