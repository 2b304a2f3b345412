const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const padded = (count: number): string => String(count).padStart(2, '0');

/** How long something lasts, in its two largest units, like “3 min 05 s”. `ms` below zero counts as zero. */
export function lasting(ms: number): string {
  const whole = (unit: number): number => Math.max(0, Math.floor(ms / unit));
  if (ms < minute) return `${whole(second)} s`;
  if (ms < hour) return `${whole(minute)} min ${padded(whole(second) % 60)} s`;
  if (ms < day) return `${whole(hour)} h ${padded(whole(minute) % 60)} min`;
  const days = whole(day);
  return `${days} ${days === 1 ? 'day' : 'days'} ${whole(hour) % 24} h`;
}
