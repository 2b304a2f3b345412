import {
  type Change,
  type Outcome,
  type VideoField,
  type VideoFields,
  isTouchedIn,
} from '../../shared/edits.ts';
import { type Result, fail, ok } from '../../shared/failure.ts';
import type { VideoChanges } from '../service/client.ts';
import type { Json } from '../service/fields.ts';
import { textChange } from './changes.ts';
import { said, textIn } from './live-values.ts';
import { outcomeOfTexts } from './outcome.ts';

interface Part {
  readonly field: VideoField;
  readonly wire: keyof VideoChanges;
  readonly label: string;
}

const parts: readonly Part[] = [
  { field: 'name', wire: 'name', label: 'Name' },
  { field: 'description', wire: 'description', label: 'Description' },
  { field: 'shortDescription', wire: 'short_description', label: 'Short description' },
  { field: 'poster', wire: 'poster', label: 'Poster address' },
  { field: 'thumbnail', wire: 'thumbnail', label: 'Thumbnail address' },
];

/** The fields of a video as an answer told them, word for word; null: not told. */
export function videoFields(json: Json): VideoFields {
  const told = (wire: Part['wire']): string | null => textIn(json, wire) ?? null;
  return {
    name: told('name'),
    description: told('description'),
    shortDescription: told('short_description'),
    poster: told('poster'),
    thumbnail: told('thumbnail'),
  };
}

/** What is sent (section 4.2): only what was changed. `invalid` for an emptied field. */
export function bodyOfVideo(base: VideoFields, fields: VideoFields): Result<VideoChanges> {
  let body: VideoChanges = {};
  for (const { wire, label, value } of touched(base, fields)) {
    if (value === '')
      return fail({ kind: 'invalid', message: `${label}: the service has no way to empty it.` });
    body = { ...body, ...said(wire, value) };
  }
  return ok(body);
}

export const changesOfVideo = (base: VideoFields, fields: VideoFields): Change[] =>
  touched(base, fields).flatMap(({ field, label, value }) =>
    textChange(field, label, base[field] ?? undefined, value),
  );

/** Compares the answer to an update with what was sent. */
export const outcomeOfVideo = (
  base: VideoFields,
  fields: VideoFields,
  answer: VideoFields,
): Outcome =>
  outcomeOfTexts(
    touched(base, fields).map(({ field, label, value }) => ({
      field,
      label,
      before: base[field] ?? undefined,
      sent: value,
      read: answer[field] ?? undefined,
    })),
  );

const touched = (base: VideoFields, fields: VideoFields): (Part & { readonly value: string })[] =>
  parts.flatMap((part) => {
    const value = fields[part.field];
    return value !== null && isTouchedIn(fields, base, part.field) ? [{ ...part, value }] : [];
  });
