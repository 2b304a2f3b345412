import type { Change, Outcome, PresetRemoval } from '../../shared/edits.ts';
import type { Profile } from '../../shared/entities.ts';
import { summed } from './outcome.ts';

/** The profiles that a removal takes away; those of a preset that isn't known by their identifiers. */
export const changesOfRemoval = (
  { profileIds }: PresetRemoval,
  profiles: readonly Profile[] | null,
): Change[] =>
  [...new Set(profileIds)].map((id) => {
    const name = profiles?.find((profile) => profile.id === id)?.name;
    return {
      field: `profile/${id}`,
      label: `Profile “${name ?? id}”`,
      now: name === undefined ? id : `${name} (${id})`,
      after: null,
      kind: 'removed',
    };
  });

/** Compares the profiles that an answer lists with the removal; null: it listed none. */
export function outcomeOfRemoval(
  removal: PresetRemoval,
  before: readonly Profile[] | null,
  answered: readonly Profile[] | null,
): Outcome {
  if (answered === null) return { kind: 'unclear', differences: [] };
  const left = changesOfRemoval(removal, before ?? answered).filter(({ field }) =>
    answered.some(({ id }) => field === `profile/${id}`),
  );
  const removed = new Set(removal.profileIds).size - left.length;
  return {
    kind: summed([...Array<'took'>(removed).fill('took'), ...left.map(() => 'did-not' as const)]),
    differences: left,
  };
}
