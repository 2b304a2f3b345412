import type { PresetView } from '../../shared/contract.ts';
import { isJson } from '../service/fields.ts';
import type { Library } from './library.ts';
import { liveReading } from './readings.ts';
import type { EntityRecord } from './records.ts';

interface HeldPreset {
  /** The preset's part of the live entity's answer. */
  readonly record: EntityRecord;
  readonly heldBy: NonNullable<PresetView['heldBy']>;
}

/** A preset as the newest answer of a live entity that uses it has it; null when none does. */
export function heldPreset(library: Library, presetId: string): HeldPreset | null {
  for (const row of library.usersOf(presetId)) {
    const record = library.record(row);
    if (!record.ok || record.value === null) continue;
    if (liveReading(record.value).entity.preset?.id !== presetId) continue;
    const { preset } = JSON.parse(record.value.text) as { preset: unknown };
    if (!isJson(preset)) continue;
    const { readAt, tookMs } = record.value;
    return {
      record: { text: JSON.stringify(preset), readAt, tookMs },
      heldBy: { id: row.id, name: row.name },
    };
  }
  return null;
}
