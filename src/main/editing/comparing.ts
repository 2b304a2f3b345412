import {
  type Change,
  type Choice,
  type Conflict,
  type PresetRemoval,
  type VideoField,
  type VideoFields,
  isTouchedIn,
} from '../../shared/edits.ts';
import type { Profile } from '../../shared/entities.ts';
import { type Result, fail, ok } from '../../shared/failure.ts';
import { misread } from '../service/answer.ts';
import { changesOfLive } from './changes.ts';
import type { EntityEdit } from './entity-edit.ts';
import { applied, editTowards } from './live-edit.ts';
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
 * Carries an edit over to what the service holds. A live entity is merged with what
 * was just read; of a video or a preset only what was last answered is known, so
 * nothing of the edit gives way to it.
 */
export function comparison(
  edit: EntityEdit,
  theirs: Held | null,
  choices: Readonly<Record<string, Choice>>,
): Result<Compared> {
  if (edit.kind === 'video' && theirs?.kind === 'video')
    return ok({ kind: 'edit', edit: overVideo(edit.base, edit.fields, theirs.fields) });
  if (edit.kind === 'preset' && theirs?.kind === 'preset' && theirs.profiles !== null)
    return ok({ kind: 'edit', edit: overPreset(edit.removal, theirs.profiles) });
  if (edit.kind !== 'live' || theirs?.kind !== 'live') return ok({ kind: 'edit', edit });
  const merge = mergeLive(edit.base, edit.edit, theirs.values, choices);
  switch (merge.kind) {
    case 'relays-unknown':
      return fail(
        misread(200, 'it doesn’t say which relays there are, so the list can’t be replaced safely'),
      );
    case 'conflicts':
      return ok(merge);
    case 'merged':
      return ok({ kind: 'edit', edit: { kind: 'live', base: merge.base, edit: merge.edit } });
  }
}

function overVideo(base: VideoFields, fields: VideoFields, now: VideoFields): EntityEdit {
  const mine = (field: VideoField): string | null =>
    isTouchedIn(fields, base, field) ? fields[field] : now[field];
  const over: VideoFields = {
    name: mine('name'),
    description: mine('description'),
    shortDescription: mine('shortDescription'),
    poster: mine('poster'),
    thumbnail: mine('thumbnail'),
  };
  return { kind: 'video', base: now, fields: over };
}

/** A profile that is gone already needn't be removed. */
const overPreset = ({ profileIds }: PresetRemoval, profiles: readonly Profile[]): EntityEdit => ({
  kind: 'preset',
  profiles,
  removal: { profileIds: profileIds.filter((one) => profiles.some(({ id }) => id === one)) },
});

/** What changed on the service since the edit was begun and stays so, as a sentence. */
export function takenOver(before: EntityEdit, after: EntityEdit, since: string): string {
  if (before.kind !== 'live' || after.kind !== 'live') return '';
  const towards = (values: LiveValues): Change[] =>
    changesOfLive(before.base, editTowards(before.base, values));
  const theirs = towards(after.base);
  if (theirs.length === 0) return `Nothing else changed on the service since ${since}.`;
  const left = new Set(towards(applied(after.base, after.edit)).map(signOf));
  const labels = theirs.filter((change) => left.has(signOf(change))).map(({ label }) => label);
  if (labels.length === 0) return `What changed on the service since ${since} is replaced by this.`;
  const named = labels.slice(0, 5).join('; ');
  const more = labels.length > 5 ? `; and ${labels.length - 5} more` : '';
  return `Changed on the service since ${since}, and kept: ${named}${more}.`;
}

const signOf = ({ field, after }: Change): string => JSON.stringify([field, after]);
