/* Figures and names in the words of the reasons. */

/** At most `max` characters; what was cut is marked with an ellipsis. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  // Half a surrogate pair is no character.
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Control characters, and those that turn the direction of writing. */
const unseen = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** What others named, with a space in place of what has no shape but an effect. */
export const seen = (text: string): string => text.replace(unseen, ' ').toWellFormed();

/** A name that somebody gave, in quotation marks, on one line, and never so long that it hides the sentence. */
export const quoted = (name: string, max = 40): string =>
  `“${shortened(
    name
      .slice(0, 4 * max)
      .replace(/\s+/gu, ' ')
      .trim(),
    max,
  )}”`;

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Seconds with a tenth, like “1.4 s”; “2 min 5 s” from 100 s on. */
export function secondsText(seconds: number): string {
  if (seconds < 99.95) return `${trimmed(seconds)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

/**
 * How long something has lasted at least, in steps that grow with it, so that a sentence
 * that stays true isn't told anew each second.
 */
export function lasting(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 10) return `${seconds} s`;
  if (seconds < 60) return `${seconds - (seconds % 5)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** An upper bound of a short time, in steps of 50 ms, 0.5 s from a second on. */
export function withinText(ms: number): string {
  if (ms <= 950) return `${Math.max(50, Math.ceil(ms / 50) * 50)} ms`;
  return `${trimmed(Math.ceil(ms / 500) / 2)} s`;
}

export function bitrateText(bitsPerSecond: number): string {
  return bitsPerSecond < 999_500
    ? `${Math.round(bitsPerSecond / 1000)} kb/s`
    : `${(bitsPerSecond / 1_000_000).toFixed(1)} Mb/s`;
}

/** A level or a loudness as a whole number with a minus sign: “−23”. */
export const wholeText = (value: number): string => {
  const whole = Math.round(value);
  return whole < 0 ? `−${-whole}` : `${whole}`;
};

/** A number with a tenth where it isn't whole. */
export const trimmed = (value: number): string => `${Math.round(value * 10) / 10}`;

const two = (value: number): string => String(value).padStart(2, '0');

/** A moment by this computer's clock, like “10:41:07”; with the date once it was another day. */
export function clockText(at: number, now: number): string {
  const moment = new Date(at);
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':');
  if (moment.toDateString() === new Date(now).toDateString()) return time;
  return `${moment.getDate()} ${months[moment.getMonth()] ?? ''}, ${time}`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The host of an address: the rest of it may be a secret. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'its host';
}

/** A sentence as the continuation of another: “No new segment.” becomes “no new segment.” */
export const lowered = (sentence: string): string =>
  /^[A-Z]([a-z’]|\s)/.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence;
