import { problemsOfRemoval } from '../../shared/edits.ts';
import type { Profile } from '../../shared/entities.ts';

/** A profile in the table, as it can be chosen there. */
interface Choosable {
  /** Names it apart from every other row. */
  readonly name: string;
  /** Why it can't be chosen; null when it can. */
  readonly whyNot: string | null;
}

/** `closed`: why some identifiers can't be chosen. */
export function choosable(
  profiles: readonly Profile[],
  closed: ReadonlyMap<string, string> = new Map(),
): readonly Choosable[] {
  const names = profiles.map(({ name, id }, index) => name || id || `Profile ${index + 1}`);
  const known = profiles.map(({ id }, index) => withId(names[index] ?? '', id));
  const timesNamed = counts(names);
  const timesKnown = counts(known);
  return profiles.map(({ id }, index) => {
    const name = names[index] ?? '';
    const full = known[index] ?? '';
    return {
      name:
        timesNamed.get(name) === 1
          ? name
          : timesKnown.get(full) === 1
            ? full
            : `${full}, row ${index + 1}`,
      whyNot: whyNot(id, closed),
    };
  });
}

/** Chosen identifiers after a checkbox was pressed: in the table's order, unknown ones last. */
export function toggled(
  chosen: readonly string[],
  id: string,
  profiles: readonly Profile[],
): readonly string[] {
  const now = new Set(chosen);
  if (!now.delete(id)) now.add(id);
  const known = profiles.flatMap((profile) =>
    profile.id !== undefined && now.delete(profile.id) ? [profile.id] : [],
  );
  return [...known, ...now];
}

/** Chosen, but not (any more) among the profiles, so that no checkbox shows them. */
export function strays(chosen: readonly string[], profiles: readonly Profile[]): readonly string[] {
  const ids = new Set(profiles.map(({ id }) => id));
  return chosen.filter((id) => !ids.has(id));
}

/**
 * Why profiles can't be chosen just now. `leaving`: those whose removal waits in the
 * outbox. `base`: what the draft, if there is one, was made from.
 */
export function closedIn(
  profiles: readonly Profile[],
  leaving: ReadonlySet<string>,
  base: readonly Profile[] | null,
): ReadonlyMap<string, string> {
  const started = base === null ? null : new Set(base.map(({ id }) => id));
  return new Map(
    profiles.flatMap(({ id = '' }): [string, string][] => {
      if (leaving.has(id)) return [[id, 'Its removal waits in the outbox.']];
      return id === '' || started === null || started.has(id)
        ? []
        : [[id, 'It came after this draft was begun; discard the draft to choose it.']];
    }),
  );
}

const withId = (name: string, id: string | undefined): string =>
  id && id !== name ? `${name} (${id})` : name;

function counts(names: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

function whyNot(id: string | undefined, closed: ReadonlyMap<string, string>): string | null {
  if (!id)
    return `${id === '' ? 'Empty' : 'No'} identifier, so the service can’t be asked to remove it.`;
  const reason = closed.get(id);
  if (reason !== undefined) return reason;
  const problem = problemsOfRemoval({ profileIds: [id] }, null).find(
    ({ level }) => level === 'error',
  );
  return problem?.text ?? null;
}
