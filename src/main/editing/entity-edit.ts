import {
  type Change,
  type LiveFields,
  type PresetRemoval,
  type Problem,
  type VideoFields,
  problemsOfLive,
  problemsOfRemoval,
  problemsOfVideo,
} from '../../shared/edits.ts';
import type { EntityKind, EntityRef, Profile } from '../../shared/entities.ts';
import { type Result, ok } from '../../shared/failure.ts';
import type {
  Access,
  Answer,
  LiveChanges,
  ServiceClient,
  VideoChanges,
} from '../service/client.ts';
import { changesOfLive } from './changes.ts';
import { bodyOfLive } from './live-body.ts';
import {
  type HeldKeys,
  type LiveEdit,
  applied,
  draftOf,
  editOf,
  isEmptyEdit,
  keyOfRow,
} from './live-edit.ts';
import type { LiveValues } from './live-values.ts';
import { changesOfRemoval } from './preset-change.ts';
import { bodyOfVideo, changesOfVideo } from './video-change.ts';

export interface LiveEntityEdit {
  readonly kind: 'live';
  readonly base: LiveValues;
  readonly edit: LiveEdit;
}

interface VideoEntityEdit {
  readonly kind: 'video';
  readonly base: VideoFields;
  readonly fields: VideoFields;
}

interface PresetEdit {
  readonly kind: 'preset';
  /** null: not known. */
  readonly profiles: readonly Profile[] | null;
  readonly removal: PresetRemoval;
}

/** What is to become of an entity, with what it was made from. Holds keys: for main only. */
export type EntityEdit = LiveEntityEdit | VideoEntityEdit | PresetEdit;

/** A draft as main keeps it: the form as it is, half-typed rows too, and the typed keys apart. */
export type DraftContent =
  | {
      readonly kind: 'live';
      readonly base: LiveValues;
      readonly fields: LiveFields;
      readonly keys: HeldKeys;
    }
  | VideoEntityEdit
  | PresetEdit;

export const editIn = (content: DraftContent): EntityEdit =>
  content.kind === 'live'
    ? { kind: 'live', base: content.base, edit: editOf(content.base, content) }
    : content;

/** The form that asks for an edit. */
export const draftFor = (edit: EntityEdit): DraftContent =>
  edit.kind === 'live' ? { kind: 'live', base: edit.base, ...draftOf(edit.base, edit.edit) } : edit;

/** A form in which nothing is changed. */
export function freshContent(content: DraftContent): DraftContent {
  switch (content.kind) {
    case 'live':
      return { kind: 'live', base: content.base, ...draftOf(content.base) };
    case 'video':
      return { ...content, fields: content.base };
    case 'preset':
      return { ...content, removal: { profileIds: [] } };
  }
}

export function isEmpty(edit: EntityEdit): boolean {
  if (edit.kind === 'live') return isEmptyEdit(edit.edit);
  if (edit.kind === 'preset') return edit.removal.profileIds.length === 0;
  return changesOf(edit).length === 0;
}

export function changesOf(edit: EntityEdit): Change[] {
  switch (edit.kind) {
    case 'live':
      return changesOfLive(edit.base, edit.edit);
    case 'video':
      return changesOfVideo(edit.base, edit.fields);
    case 'preset':
      return changesOfRemoval(edit.removal, edit.profiles);
  }
}

/** The rules of the forms once more, now with every key known. */
export function problemsOf(content: DraftContent): Problem[] {
  switch (content.kind) {
    case 'live': {
      const { base, fields, keys } = content;
      return problemsOfLive(fields, draftOf(base).fields, keyOfRow(base, keys));
    }
    case 'video':
      return problemsOfVideo(content.fields, content.base);
    case 'preset':
      return problemsOfRemoval(content.removal, content.profiles);
  }
}

/** A fresh form for what the entity will be once an edit took. */
export function after(earlier: EntityEdit): DraftContent {
  switch (earlier.kind) {
    case 'live': {
      const base = applied(earlier.base, earlier.edit);
      return { kind: 'live', base, ...draftOf(base) };
    }
    case 'video': {
      const { base, fields } = earlier;
      const after = {
        // An empty text can't be sent, so it stands for one that was left alone.
        name: fields.name || base.name,
        description: fields.description || base.description,
        shortDescription: fields.shortDescription || base.shortDescription,
        poster: fields.poster || base.poster,
        thumbnail: fields.thumbnail || base.thumbnail,
      };
      return { kind: 'video', base: after, fields: after };
    }
    case 'preset': {
      const gone = new Set(earlier.removal.profileIds);
      const left = earlier.profiles?.filter(({ id }) => id === undefined || !gone.has(id)) ?? null;
      return { kind: 'preset', profiles: left, removal: { profileIds: [] } };
    }
  }
}

type Body =
  | { readonly kind: 'live'; readonly body: LiveChanges }
  | { readonly kind: 'video'; readonly body: VideoChanges }
  | { readonly kind: 'preset'; readonly body: { readonly profile_ids: string } };

/** What is sent for an edit; `invalid` when it can't be. Holds keys. */
export function bodyOf(edit: EntityEdit): Result<Body> {
  switch (edit.kind) {
    case 'live': {
      const body = bodyOfLive(edit.base, edit.edit);
      return body.ok ? ok({ kind: 'live', body: body.value }) : body;
    }
    case 'video': {
      const body = bodyOfVideo(edit.base, edit.fields);
      return body.ok ? ok({ kind: 'video', body: body.value }) : body;
    }
    case 'preset':
      return ok({ kind: 'preset', body: { profile_ids: idsIn(edit.removal).join(',') } });
  }
}

const idsIn = ({ profileIds }: PresetRemoval): string[] => [...new Set(profileIds)];

/** The request line of an edit, without the service's address. Sections 4.2 to 4.4. */
export function requestLine({ kind, id }: EntityRef): string {
  const lines: Record<EntityKind, string> = {
    live: 'PUT /v1/live_entities/ID',
    video: 'PUT /v1/video_entities/ID',
    preset: 'POST /v1/video_presets/ID:remove_profiles',
  };
  return lines[kind].replace('ID', () => encodeURIComponent(id));
}

/** Sends an edit, exactly as `bodyOf` has it. */
export async function send(
  client: ServiceClient,
  access: Access,
  id: string,
  edit: EntityEdit,
  signal: AbortSignal,
): Promise<Result<Answer>> {
  const made = bodyOf(edit);
  if (!made.ok) return made;
  if (edit.kind === 'preset') return client.removeProfiles(access, id, idsIn(edit.removal), signal);
  return made.value.kind === 'live'
    ? client.updateLive(access, id, made.value.body, signal)
    : client.updateVideo(access, id, made.value.body as VideoChanges, signal);
}

/** Whether nothing goes out with `edit` that a producer didn't see in a review of `reviewed`. */
export function isWithin(edit: EntityEdit, reviewed: EntityEdit): boolean {
  const [now, seen] = [bodyOf(edit), bodyOf(reviewed)];
  if (!now.ok || !seen.ok) return false;
  const allowed = new Map(Object.entries(seen.value.body));
  return Object.entries(now.value.body).every(
    ([field, value]) => JSON.stringify(allowed.get(field)) === JSON.stringify(value),
  );
}

/** Every key in an edit, so that it can be masked wherever it stands. */
export function keysIn(edit: EntityEdit): string[] {
  if (edit.kind !== 'live') return [];
  const relays = [...(edit.base.relays ?? []), ...(edit.edit.relays ?? [])];
  return [...new Set(relays.flatMap(({ key }) => (key === undefined || key === '' ? [] : [key])))];
}
