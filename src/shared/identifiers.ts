import type { EntityKind } from './entities.ts';

const longestIdentifier = 5_000;

interface Identifiers {
  readonly ids: string[];
  readonly empty: number;
  readonly duplicates: number;
  readonly refused: { readonly line: string; readonly reason: string }[];
}

const plain = /^[\w-]{1,200}$/;
const blank = /[\s\u00ad\u200b\u200e\u200f\u2060\ufeff]/;
const blankOrComma = /[\s\u00ad\u200b\u200e\u200f\u2060\ufeff,;]/;
const quoted = /^(?:"([^"]*)"|'([^']*)'|`([^`]*)`|“([^”]*)”|<([^>]*)>)$/;
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** A UUID, with or without a prefix like `live_`, or 24 and more hexadecimal digits. */
const uuidLike = new RegExp(`^(?:[a-z]{1,20}[_-])?(?:${uuid}|[0-9a-f]{24,64})$`, 'i');
const uuidsWithin = new RegExp(
  `(?<![0-9a-z])(?:[a-z]{1,20}_)?(?:${uuid}|[0-9a-f]{24,64})(?![0-9a-z])`,
  'gi',
);
const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i;
const endpoint = /(?:^|\/)(live_entities|video_entities|video_presets)\/+([^/?#]+)/;
const resourceName = /^(?:live|video)s?[-_]?(?:entit(?:y|ies)|streams?|presets?)$/i;
const alike: Record<EntityKind, RegExp> = {
  live: /[/?&#](?:live[-_]?(?:entity|entities|streams?)(?:[-_]?id)?)[/=]([^/?#&]+)/i,
  video: /[/?&#](?:video[-_]?(?:entity|entities)|videos?)(?:[-_]?id)?[/=]([^/?#&]+)/i,
  preset: /[/?&#](?:video[-_]?presets?|presets?)(?:[-_]?id)?[/=]([^/?#&]+)/i,
};
const resourceOf = { live: 'live_entities', video: 'video_entities', preset: 'video_presets' };
const called: Record<EntityKind, string> = {
  live: 'a live entity',
  video: 'a video',
  preset: 'a preset',
};

type Found = { readonly id: string } | { readonly reason: string };

/**
 * The identifiers in pasted text: one on each line, or an address that contains
 * one; lists of UUID-like ones may share a line. Those that can't be sent as one
 * path segment are refused with a reason.
 */
export function identifiersIn(text: string, kind: EntityKind): Identifiers {
  const ids = new Set<string>();
  const refused: Identifiers['refused'] = [];
  let empty = 0;
  let duplicates = 0;
  const take = (id: string): void => {
    if (ids.has(id)) duplicates += 1;
    else ids.add(id);
  };
  const endpointEnd = `/v1/${resourceOf[kind]}`;
  for (const line of linesOf(text)) {
    const cut = line.lastIndexOf('/');
    const last = cut === -1 ? line : line.slice(cut + 1);
    if (plain.test(last) && (cut === -1 || line.endsWith(endpointEnd, cut))) {
      take(last);
      continue;
    }
    const bare = unwrapped(line);
    if (bare === '') empty += 1;
    for (const item of itemsOf(bare)) {
      const found = identifierIn(item, kind);
      if ('id' in found) take(found.id);
      else refused.push({ line: shown(item), reason: found.reason });
    }
  }
  return { ids: [...ids], empty, duplicates, refused };
}

/** Why a text can't be sent as an identifier, as a sentence; null when it can. */
export function identifierProblem(id: string): string | null {
  if (id === '') return 'The identifier is empty.';
  if (id.length > longestIdentifier)
    return `The identifier is longer than ${longestIdentifier.toLocaleString('en')} characters.`;
  if (/\p{Cc}/u.test(id)) return 'The identifier holds a control character.';
  if (!id.isWellFormed()) return 'The identifier holds half of a character (a lone surrogate).';
  if (id === '.' || id === '..') return '“.” and “..” can’t be identifiers: they change the path.';
  return null;
}

/** A line break at the very end begins no further line. */
function linesOf(text: string): string[] {
  const lines = text.replace(/\r\n?|[\u2028\u2029]/g, '\n').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function unwrapped(line: string): string {
  const bare = without(without(line, blankOrComma, 'end'), blank, 'start');
  if (/^\w/.test(bare)) return bare;
  const inner = quoted.exec(bare)?.slice(1).join('');
  return inner === undefined ? bare : without(without(inner, blank, 'end'), blank, 'start');
}

/** By hand: a pattern for the end of a line takes quadratic time on a line of blanks. */
function without(text: string, unwanted: RegExp, side: 'start' | 'end'): string {
  let at = side === 'start' ? 0 : text.length;
  if (side === 'start') while (at < text.length && unwanted.test(text.charAt(at))) at += 1;
  else while (at > 0 && unwanted.test(text.charAt(at - 1))) at -= 1;
  return side === 'start' ? text.slice(at) : text.slice(0, at);
}

function itemsOf(bare: string): string[] {
  if (bare === '') return [];
  const first = bare.search(/[\s,;]/);
  if (first === -1 || !standsAlone(bare.slice(0, first))) return [bare];
  const parts = bare.split(/[\s,;]+/);
  return parts.every(standsAlone) ? parts.map(unwrapped) : [bare];
}

function standsAlone(part: string): boolean {
  const bare = unwrapped(part);
  return uuidLike.test(bare) || withScheme.test(bare);
}

function identifierIn(item: string, kind: EntityKind): Found {
  if (!item.includes('/')) return checked(item);
  const [, resource = '', segment] = endpoint.exec(item) ?? [];
  if (segment !== undefined)
    return resource === resourceOf[kind]
      ? decoded(segment)
      : { reason: `This is an address under ${resource}, not that of ${called[kind]}.` };
  if (!withScheme.test(item)) return checked(item);
  if (!/^https?:/i.test(item))
    return { reason: 'This address holds no identifier; an ingest address may end in its key.' };
  const similar = alike[kind].exec(item)?.[1];
  if (similar !== undefined && /[\d_%-]/.test(similar) && !isFile(similar)) return decoded(similar);
  const path = item.replace(/^[^:]*:\/+[^/?#]*/, '');
  const last = path.match(uuidsWithin)?.at(-1);
  if (last !== undefined) return checked(last);
  const end =
    path
      .replace(/[?#].*$/s, '')
      .split('/')
      .findLast((part) => part !== '') ?? '';
  return /^(?=.*[\d_])[\w-]{4,}$/.test(end) && !resourceName.test(end)
    ? checked(end)
    : { reason: 'No identifier was found in this address.' };
}

function decoded(segment: string): Found {
  try {
    return checked(decodeURIComponent(segment.replace(/:remove_profiles$/, '')));
  } catch {
    return { reason: 'The identifier in this address is not encoded properly.' };
  }
}

function checked(id: string): Found {
  const reason = identifierProblem(id);
  return reason === null ? { id } : { reason };
}

const isFile = (segment: string): boolean =>
  /\.(?:m3u8|mpd|m4s|mp4|ts|html?|jpe?g|png)$/i.test(segment);

/** Cut short, and without the path of an ingest address: a stream key may be in it. */
function shown(item: string): string {
  if (withScheme.test(item) && !/^https?:/i.test(item))
    return item.replace(/^([^:]{1,20}:\/\/[^/?#]{0,100}).*$/s, '$1/…');
  return item.length > 200 ? `${item.slice(0, 200)}…` : item;
}
