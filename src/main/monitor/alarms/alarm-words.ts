import type { Alarm } from '../../../shared/health.ts';
import { seen, shortened } from '../checks/words.ts';
import type { Overload } from './our-computer.ts';

/* What alarms say that no check says. */

export const thisComputer = 'This computer';
export const theService = 'The service';

const longestName = 200;

/** A stream's name for an alarm, at most 200 characters: it goes into rows, notifications and the webhook. */
export const nameInAlarm = (name: string): string =>
  shortened(seen(name.slice(0, 4 * longestName)).trim(), longestName);

/** `streams`: how many would be watched. */
export const networkReason = (streams: number): string =>
  `This computer has no network, so ${streams === 1 ? '1 stream' : `${streams} streams`} can’t be watched.`;

/** What to do comes with it: it stands for the alarms of all streams that are played here. */
export const overloadReason = ({ suffering, played }: Overload): string =>
  `This computer is overloaded: ${suffering} of ${played} streams played here aren’t smooth. Show fewer tiles or close other programs; viewers may see them well.`;

const shortMs = 10 * 60_000;
const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const seconds = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const days = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });

/** In the workstation's time; with the days when it slept over midnight. */
export function sleepReason(from: number, to: number): string {
  const time = to - from < shortMs ? seconds : minutes;
  const isOneDay = new Date(from).toDateString() === new Date(to).toDateString();
  const [began, ended] = [from, to].map(
    (at) => `${isOneDay ? '' : `${days.format(at)} `}${time.format(at)}`,
  );
  return `This computer slept from ${began} to ${ended}: nothing was watched.`;
}

/** Why an alarm recovered, where it wasn't that its check was good again; added to its reason. */
export const notes = {
  offAir: 'Then it went off air.',
  notPlayed: 'Nothing plays it here any more.',
  removed: 'Then it was removed from the library.',
  turnedOff: 'This check raises no alarms any more.',
  network: 'This computer’s network failed at the same time, so it says nothing.',
  smooth: 'This computer is overloaded, as an alarm of its own says.',
  service: 'The service answers for no stream, as an alarm of its own says.',
} as const;

/** The alarms that count as a sentence for a badge or a tray; empty without any. */
export function badgeSentence(alarms: readonly Alarm[]): string {
  const worst = alarms.find(({ severity }) => severity === 'high') ?? alarms[0];
  if (worst === undefined) return '';
  const more = alarms.length - 1;
  const others = more === 0 ? '' : ` And ${more} more ${more === 1 ? 'alarm' : 'alarms'}.`;
  return `${worst.name}: ${worst.reason}${others}`;
}
