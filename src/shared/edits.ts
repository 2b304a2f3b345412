import { type Finding, pictureAddressFindings } from './media-addresses.ts';
import { relayProblems } from './relay-rules.ts';

/*
 * What may be changed (sections 4.2 to 4.4 and 8 of the service interface) and the
 * rules, checked in the forms as one types and again in main before anything is sent.
 */

export interface LiveFields {
  readonly name: string;
  readonly description: string;
  /** In the order in which they are sent; none: the service is asked to clear its list. */
  readonly relays: readonly RelayFields[];
}

export interface RelayFields {
  /** Stays with this row while it is edited and moved. */
  readonly row: string;
  /** The row of the base that this one came from; null for a new relay. */
  readonly origin: string | null;
  readonly name: string;
  readonly url: string;
  readonly key: KeyField;
}

/**
 * The page never learns an existing key. `unchanged`: the one that the service holds.
 * `typed`: typed on the page; empty for a new relay, or where the service told no key.
 * `held`: typed before and kept by main, not given back to the page.
 */
export type KeyField =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'typed'; readonly key: string }
  | { readonly kind: 'held' };

/** null: not known and not touched, since a video can't be read. */
export interface VideoFields {
  readonly name: string | null;
  readonly description: string | null;
  readonly shortDescription: string | null;
  readonly poster: string | null;
  readonly thumbnail: string | null;
}

export type VideoField = keyof VideoFields;

export interface PresetRemoval {
  readonly profileIds: readonly string[];
}

export interface Problem extends Finding {
  /** `name`, `relay/ROW/url`, `profiles`... */
  readonly field: string;
}

/** A row of a review or of the history. Keys are dots in it; null: not there, or not known. */
export interface Change {
  /** `name`, `relay/base-3/url`, `relay/new-0` (added), `relay/base-3` (removed), `relays/order`... */
  readonly field: string;
  readonly label: string;
  readonly now: string | null;
  readonly after: string | null;
  readonly kind: 'changed' | 'added' | 'removed' | 'reordered';
}

/** A field that both sides changed, for the producer to choose. Keys are dots. */
export interface Conflict {
  /** As in `Change`; `relay/base-3`: removed on one side, edited on the other. */
  readonly field: string;
  readonly label: string;
  /** When the draft was started, on the service, and in the draft; null: not there, or not known. */
  readonly base: string | null;
  readonly theirs: string | null;
  readonly mine: string | null;
}

export type Choice = 'theirs' | 'mine';

/**
 * Whether what was sent is there. `unclear`: what could be compared took, but the
 * answer didn't say it all. `differences`: what didn't take, `now` as the service
 * holds it, `after` as it was sent.
 */
export interface Outcome {
  readonly kind: 'took' | 'did-not' | 'partly' | 'unclear';
  readonly differences: readonly Change[];
}

/** Past these the service may refuse; counted in code points, so that an emoji may count for more than one. */
const usualLengths = { name: 100, description: 1_000 } as const;

export const mayBeSent = (problems: readonly Problem[]): boolean =>
  problems.every(({ level }) => level !== 'error');

/**
 * What is wrong with an edited live entity. `base` is what it was made from, in the
 * same form. `keyOf` gives the key of a row, null when it isn't known: the page
 * knows only what was typed there, main knows them all.
 */
export function problemsOfLive(
  fields: LiveFields,
  base: LiveFields,
  keyOf: (relay: RelayFields) => string | null = typedKey,
): Problem[] {
  return [
    ...nameProblems(fields.name, base.name),
    ...textProblems('description', 'The description', fields.description, base.description),
    ...relayProblems(fields, base, keyOf),
  ];
}

/** `base`: the fields as last returned, null where that isn't known. */
export function problemsOfVideo(fields: VideoFields, base: VideoFields): Problem[] {
  const touched = (field: VideoField): string => fields[field] ?? base[field] ?? '';
  const known = (field: VideoField): string => base[field] ?? '';
  return [
    ...(isTouchedIn(fields, base, 'name') ? nameProblems(touched('name'), known('name')) : []),
    ...textProblems('description', 'The description', touched('description'), known('description')),
    ...textProblems(
      'shortDescription',
      'The short description',
      touched('shortDescription'),
      known('shortDescription'),
    ),
    ...pictureProblems('poster', 'The poster address', touched('poster'), known('poster')),
    ...pictureProblems(
      'thumbnail',
      'The thumbnail address',
      touched('thumbnail'),
      known('thumbnail'),
    ),
  ];
}

/** Whether a field holds a change; one that is empty and was not known is as it was. */
export function isTouchedIn(fields: VideoFields, base: VideoFields, field: VideoField): boolean {
  const value = fields[field];
  return value !== null && value !== (base[field] ?? '');
}

/** `profiles`: those that the preset has now, null when they aren't known. Section 4.3. */
export function problemsOfRemoval(
  { profileIds }: PresetRemoval,
  profiles: readonly { readonly id?: string }[] | null,
): Problem[] {
  const problem = (text: string, level: Problem['level'] = 'error'): Problem[] => [
    { field: 'profiles', level, text },
  ];
  if (profiles?.length === 1)
    return problem('This is the preset’s last profile. The service keeps at least one.');
  const chosen = new Set(profileIds);
  if (chosen.size === 0) return problem('Choose the profiles to remove.');
  for (const id of chosen) {
    if (id.trim() === '' || /[,\p{Cc}]/u.test(id) || !id.isWellFormed())
      return problem('A profile identifier can’t be empty or hold a comma or a line break.');
    if (/^\s|\s$/.test(id))
      return problem('There is a space before or after a profile identifier.');
  }
  if (profiles === null)
    return problem(
      'The profiles of this preset aren’t known here. The service refuses to remove the last one.',
      'warning',
    );
  const unknown = [...chosen].filter((id) => !profiles.some((profile) => profile.id === id));
  if (unknown.length > 0)
    return problem(`The preset has no profile with the identifier ${unknown[0]?.slice(0, 100)}.`);
  if (profiles.every(({ id }) => id !== undefined && chosen.has(id)))
    return problem('All profiles are chosen. The service keeps at least one; leave one out.');
  return [];
}

const typedKey = ({ key }: RelayFields): string | null => (key.kind === 'typed' ? key.key : null);

function nameProblems(name: string, base: string): Problem[] {
  if (name === base) return [];
  if (name.replace(/[\s\p{Cf}]/gu, '') === '')
    return [
      { field: 'name', level: 'error', text: 'Enter a name: the service takes no empty one.' },
    ];
  return lengthProblems('name', 'The name', name, usualLengths.name);
}

function textProblems(field: string, called: string, text: string, base: string): Problem[] {
  if (text === base) return [];
  if (text === '') return [emptied(field, called)];
  if (text.trim() === '') return [{ field, level: 'warning', text: `${called} is blank.` }];
  return lengthProblems(field, called, text, usualLengths.description);
}

function lengthProblems(field: string, called: string, text: string, usual: number): Problem[] {
  if (!text.isWellFormed())
    return [
      {
        field,
        level: 'error',
        text: `${called} holds half of a character (a lone surrogate). Type it again.`,
      },
    ];
  const length = text.length > usual ? codePointsIn(text) : 0;
  if (length <= usual) return [];
  const figure = (value: number): string => value.toLocaleString('en');
  return [
    {
      field,
      level: 'warning',
      text: `${called} has ${figure(length)} characters; the service may refuse more than ${figure(usual)}.`,
    },
  ];
}

function pictureProblems(field: string, called: string, address: string, base: string): Problem[] {
  if (address === base) return [];
  if (address === '') return [emptied(field, called)];
  return pictureAddressFindings(address, called).map((finding) => ({ field, ...finding }));
}

const emptied = (field: string, called: string): Problem => ({
  field,
  level: 'error',
  text: `${called} can’t be emptied: the service has no way to do that. Replace it instead.`,
});

function codePointsIn(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff) pairs += 1;
  }
  return text.length - pairs;
}
