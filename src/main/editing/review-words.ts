import type { Problem } from '../../shared/edits.ts';
import type { EntityRef } from '../../shared/entities.ts';
import type { Failure } from '../../shared/failure.ts';
import { isJson } from '../service/fields.ts';
import { type EntityEdit, bodyOf, draftFor, problemsOf, requestLine } from './entity-edit.ts';
import { applied, originOf } from './live-edit.ts';
import { dots, relayLabel } from './relay-words.ts';

/** What else a producer should know before sending, as sentences. */
export function reviewNotes(edit: EntityEdit): string[] {
  switch (edit.kind) {
    case 'live':
      return edit.edit.relays === null ? [] : [relayNote(edit)];
    case 'video':
      return [];
    case 'preset':
      return [
        'The service has no call that adds profiles: what is removed can’t be put back here.',
      ];
  }
}

/** What a producer should stop at. A relay's problem says which relay it is of. */
export function reviewWarnings(edit: EntityEdit): Problem[] {
  const content = draftFor(edit);
  if (content.kind === 'preset')
    return [
      {
        field: 'profiles',
        level: 'warning',
        text: 'The service has no call that adds profiles: what is removed can’t be put back here.',
      },
      ...problemsOf(content),
    ];
  if (content.kind === 'video') return problemsOf(content);
  const labels = new Map(
    content.fields.relays.map(({ row, name }, index) => [row, relayLabel(index, name)]),
  );
  return problemsOf(content).map((problem) => {
    const label = labels.get(problem.field.split('/')[1] ?? '');
    return label === undefined ? problem : { ...problem, text: `${label}: ${problem.text}` };
  });
}

function relayNote({ base, edit }: Extract<EntityEdit, { kind: 'live' }>): string {
  const relays = edit.relays ?? [];
  if (relays.length === 0)
    return 'All relays are removed: the service is asked to clear its relay list.';
  const unchanged = relays.filter(({ origin, name, url, key }) => {
    const before = originOf(base, origin);
    return before?.url === url && (before.name ?? '') === name && key === undefined;
  }).length;
  const sent =
    relays.length === 1
      ? 'The one relay is sent with its key'
      : `${relays.length === 2 ? 'Both' : `All ${relays.length}`} relays are sent with their keys`;
  const same = unchanged === 0 ? '' : `, ${unchanged} of them as before`;
  return `The service replaces the whole relay list. ${sent}${relays.length === 1 ? '' : same}.`;
}

/** What goes out, for the review: indented, each key as dots. */
export function requestShown(
  ref: EntityRef,
  edit: EntityEdit,
): { readonly line: string; readonly body: string } {
  const made = bodyOf(edit);
  const line = requestLine(ref);
  if (!made.ok) return { line, body: '' };
  return { line, body: JSON.stringify(made.value.body, withoutKey, 2) };
}

/** A relay's key is dots, also where it stands in its own address or name. */
function withoutKey(_: string, value: unknown): unknown {
  if (!isJson(value) || typeof value['key'] !== 'string') return value;
  const { key } = value;
  const mask = (part: unknown): unknown =>
    typeof part === 'string' ? part.replaceAll(key, dots) : part;
  return { ...value, url: mask(value['url']), key: dots, name: mask(value['name']) };
}

/** The relays that a live edit leads to, their keys left out: for copying a draft. */
export function fieldsWithoutKeys(edit: EntityEdit): unknown {
  if (edit.kind !== 'live')
    return edit.kind === 'video' ? edit.fields : { profile_ids: edit.removal.profileIds };
  const { name, description, relays } = applied(edit.base, edit.edit);
  return { name, description, relay: relays?.map(({ name, url }) => ({ name, url })) };
}

/** That older changes wait, as a sentence. */
export const behind = (count: number): string =>
  count === 1
    ? 'An older change of this entity waits in the outbox and goes out first.'
    : `${count} older changes of this entity wait in the outbox and go out first.`;

export const changedSince: Failure = {
  kind: 'invalid',
  message: 'The draft changed after this review.',
  next: 'Review it again.',
};

export const gone: Failure = {
  kind: 'invalid',
  message: 'This isn’t there any more; it was sent or discarded meanwhile.',
  next: 'The history says what was sent.',
};
