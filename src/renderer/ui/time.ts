const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A length of time in its largest unit, like "2 s" or "3 h". `ms` below zero counts as zero. */
export function span(ms: number): string {
  if (ms < minute) return `${Math.max(0, Math.floor(ms / second))} s`;
  if (ms < hour) return `${Math.floor(ms / minute)} min`;
  if (ms < day) return `${Math.floor(ms / hour)} h`;
  const days = Math.floor(ms / day);
  return days === 1 ? '1 day' : `${days} days`;
}

/** As `span`, in steps of 10 s below a minute: for text that is read out when it changes. */
export const coarseSpan = (ms: number): string =>
  ms < 10 * second
    ? 'a few seconds'
    : span(ms < minute ? Math.floor(ms / (10 * second)) * 10 * second : ms);

/** Those who put programmes on air read times of 24 hours, wherever they are. */
const hourCycle = 'h23';
const localFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle,
});
const clockFormat = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle,
});

/** A moment in the workstation's time zone; null when the text is no date. */
export function localTime(text: string): string | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : localFormat.format(at);
}

const momentParts = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle,
} as const;
const momentFormat = new Intl.DateTimeFormat(undefined, momentParts);
const momentFormatWithYear = new Intl.DateTimeFormat(undefined, {
  ...momentParts,
  year: 'numeric',
});

/** The time of day at `at`, in milliseconds since 1970, like “13:20”. */
export const clockTime = (at: number): string => clockFormat.format(at);

/** A moment as short as a table needs it, like “21 Nov, 13:20:18”; with the year once it is another one. */
export function localMoment(at: number, now = Date.now()): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? momentFormat : momentFormatWithYear).format(at);
}
