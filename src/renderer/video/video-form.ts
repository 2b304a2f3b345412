import { type VideoField, type VideoFields, isTouchedIn } from '../../shared/edits.ts';

/** What the form shows in a field: empty where nothing is known or typed. */
export const textIn = (fields: VideoFields, base: VideoFields, field: VideoField): string =>
  fields[field] ?? base[field] ?? '';

/** The fields after typing. A field that isn't known and was emptied again is not known, not empty. */
export const withText = (
  fields: VideoFields,
  base: VideoFields,
  field: VideoField,
  text: string,
): VideoFields => ({ ...fields, [field]: text === '' && base[field] === null ? null : text });

interface Told {
  readonly fields: VideoFields;
  readonly base: VideoFields;
  /** How long ago the base was answered, like "3 min"; null when it never was. */
  readonly age: string | null;
  /** Fields whose value in the base waits to be sent. */
  readonly waiting: ReadonlySet<string>;
}

/** Where the value of a field comes from, for the line below it. */
export function provenance(field: VideoField, { fields, base, age, waiting }: Told): string {
  const isChanged = isTouchedIn(fields, base, field);
  if (base[field] === null)
    return isChanged
      ? 'Changed; what the service holds isn’t known'
      : 'Unknown: no answer has told it yet';
  const told = waiting.has(field)
    ? 'as it waits in the outbox'
    : `as answered${age === null ? '' : ` ${age} ago`}`;
  return isChanged
    ? `Changed; before, ${told}: `
    : `${told.slice(0, 1).toUpperCase()}${told.slice(1)}`;
}

/** A length of time as a player shows it, like "1:02:03" or "0:12.5". `seconds` may be fractional. */
export function runningTime(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return String(seconds);
  const tenths = Math.round(seconds * 10);
  const whole = Math.floor(tenths / 10);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor(whole / 60) % 60;
  const end = `${two(whole % 60)}${tenths % 10 === 0 ? '' : `.${tenths % 10}`}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${end}` : `${minutes}:${end}`;
}
