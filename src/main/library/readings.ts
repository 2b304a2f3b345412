import { type LiveReading, readLive } from '../service/reader.ts';
import type { EntityRecord } from './records.ts';

const readings = new WeakMap<EntityRecord, LiveReading>();

/** The record of a live entity, read once however often it is asked for. */
export function liveReading(record: EntityRecord): LiveReading {
  let reading = readings.get(record);
  if (reading === undefined) {
    reading = readLive(JSON.parse(record.text));
    readings.set(record, reading);
  }
  return reading;
}

/** Lets a record that only repeats another share its reading. */
export function shareReading(from: EntityRecord, to: EntityRecord): void {
  const reading = readings.get(from);
  if (reading !== undefined && from.text === to.text) readings.set(to, reading);
}
