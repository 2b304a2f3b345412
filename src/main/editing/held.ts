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

/** Whether a live entity can't be read only for now, so that a change of it may be queued. */
export function mayPass(failure: Failure): boolean {
  if (failure.kind === 'refused') return failure.status >= 500;
  return ['unreachable', 'timed-out', 'throttled'].includes(failure.kind);
}
