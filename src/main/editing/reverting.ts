import type { VideoField, VideoFields } from '../../shared/edits.ts';
import { isTouchedIn } from '../../shared/edits.ts';
import type { Held } from './comparing.ts';
import type { EntityEdit, LiveEntityEdit } from './entity-edit.ts';
import { applied, editTowards } from './live-edit.ts';
import { type LiveValues, said } from './live-values.ts';

interface Reverted {
  readonly edit: EntityEdit;
  /** What can't be taken back, as sentences. */
  readonly notes: readonly string[];
}

const labels: Record<VideoField, string> = {
  name: 'name',
  description: 'description',
  shortDescription: 'short description',
  poster: 'poster address',
  thumbnail: 'thumbnail address',
};

/**
 * The edit that leads from what was sent back to what was there before it; comparing
 * it with what the service holds now shows what changed since. `now`: what is known of
 * a video, which can't be read.
 */
export function reverting(sent: EntityEdit, now: Held | null): Reverted {
  if (sent.kind === 'live') return revertingLive(sent);
  if (sent.kind === 'video') return revertingVideo(sent, now?.kind === 'video' ? now.fields : null);
  return { edit: { ...sent, removal: { profileIds: [] } }, notes: [noWayBack] };
}

/** Why the removal of profiles can't be reverted. */
export const noWayBack = 'The service has no call that adds profiles to a preset.';

function revertingLive({ base, edit }: LiveEntityEdit): Reverted {
  const notes: string[] = [];
  const earlier = (field: 'name' | 'description'): string | undefined => {
    if (edit[field] === undefined) return undefined;
    const value = base[field];
    if (value !== undefined && value !== '') return value;
    notes.push(noEarlier(field, value));
    return undefined;
  };
  const goal: LiveValues = {
    ...said('name', earlier('name')),
    ...said('description', earlier('description')),
    relays: edit.relays === null ? null : base.relays,
  };
  const after = applied(base, edit);
  return { edit: { kind: 'live', base: after, edit: editTowards(after, goal) }, notes };
}

function revertingVideo(
  { base, fields }: Extract<EntityEdit, { kind: 'video' }>,
  now: VideoFields | null,
): Reverted {
  const notes: string[] = [];
  const from = now ?? fields;
  const earlier = (field: VideoField): string | null => {
    if (!isTouchedIn(fields, base, field)) return from[field];
    if (from[field] !== fields[field])
      notes.push(`The ${labels[field]} was changed again since; that is replaced, too.`);
    const value = base[field];
    if (value !== null && value !== '') return value;
    notes.push(noEarlier(labels[field], value));
    return from[field];
  };
  const goal: VideoFields = {
    name: earlier('name'),
    description: earlier('description'),
    shortDescription: earlier('shortDescription'),
    poster: earlier('poster'),
    thumbnail: earlier('thumbnail'),
  };
  return { edit: { kind: 'video', base: from, fields: goal }, notes };
}

const noEarlier = (label: string, value: string | null | undefined): string =>
  value === ''
    ? `The ${label} was empty before, and the service has no way to empty it.`
    : `What the ${label} was before isn’t known, so it stays as it is.`;
