import type { Outcome } from '../../shared/edits.ts';
import type { Json } from '../service/fields.ts';
import { readPreset } from '../service/reader.ts';
import type { EntityEdit } from './entity-edit.ts';
import { outcomeOfRemoval } from './preset-change.ts';
import { outcomeOfVideo, videoFields } from './video-change.ts';

/** What the answer to the change of a video or a preset says of it; a live entity is read again. */
export function outcomeOfAnswer(edit: EntityEdit, json: Json): Outcome {
  switch (edit.kind) {
    case 'live':
      return { kind: 'unclear', differences: [] };
    case 'video':
      return outcomeOfVideo(edit.base, edit.fields, videoFields(json));
    case 'preset':
      return outcomeOfRemoval(
        edit.removal,
        edit.profiles,
        readPreset(json).entity.profiles ?? null,
      );
  }
}
