import type { EntityRef } from '../../shared/entities.ts';
import type { Failure } from '../../shared/failure.ts';
import type { EntityRecord } from '../library/records.ts';
import type { Json } from '../service/fields.ts';
import { readPreset } from '../service/reader.ts';
import type { Held } from './comparing.ts';
import { type DraftContent, freshContent } from './entity-edit.ts';
import { liveValues } from './live-values.ts';
import { videoFields } from './video-change.ts';

/** null for no record. */
export const jsonOf = (record: EntityRecord | null): Json | null =>
  record === null ? null : (JSON.parse(record.text) as Json);

/** What an answer says of an entity that can be changed. */
export function heldIn({ kind }: EntityRef, json: Json): Held {
  if (kind === 'live') return { kind, values: liveValues(json) };
  return kind === 'video'
    ? { kind, fields: videoFields(json) }
    : { kind, profiles: readPreset(json).entity.profiles ?? null };
}

/** The form for what is known of an entity; null: nothing is. */
export function formOf(ref: EntityRef, json: Json | null): DraftContent {
  const held = heldIn(ref, json ?? {});
  switch (held.kind) {
    case 'live':
      return freshContent({
        kind: 'live',
        base: held.values,
        fields: { name: '', description: '', relays: [] },
        keys: {},
      });
    case 'video':
      return { kind: 'video', base: held.fields, fields: held.fields };
    case 'preset':
      return { kind: 'preset', profiles: held.profiles, removal: { profileIds: [] } };
  }
}

const texts: Record<EntityRef['kind'], readonly string[]> = {
  live: ['name', 'description'],
  video: ['name', 'description', 'short_description', 'poster', 'thumbnail'],
  preset: [],
};
const lists: Record<EntityRef['kind'], string | null> = {
  live: 'relay',
  video: null,
  preset: 'profiles',
};

/**
 * What in an answer isn't of the type that section 2 of the service interface gives it;
 * null when all that can be changed is. Such an answer isn't compared with, nor kept as
 * what a change was answered with.
 */
export function misshapen({ kind }: EntityRef, json: Json): string | null {
  const isOdd = (field: string, isRight: (value: unknown) => boolean): boolean =>
    Object.hasOwn(json, field) && json[field] !== null && !isRight(json[field]);
  const list = lists[kind];
  const odd =
    texts[kind].find((field) => isOdd(field, (value) => typeof value === 'string')) ??
    (list !== null && isOdd(list, Array.isArray) ? list : undefined);
  return odd === undefined ? null : `its field “${odd}” is of another type`;
}

/** Whether a live entity can't be read only for now, so that a change of it may be queued. */
export function mayPass(failure: Failure): boolean {
  if (failure.kind === 'refused') return failure.status >= 500;
  return ['unreachable', 'timed-out', 'throttled'].includes(failure.kind);
}
