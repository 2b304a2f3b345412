type CheckedAddress =
  | { readonly ok: true; readonly address: string; readonly corrections: string[] }
  | { readonly ok: false; readonly reason: string };

interface ParsedUrl {
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly port: string;
  readonly pathname: string;
}

/** In the page and in Node alike; the shared language is compiled without either's types. */
declare const URL: {
  new (text: string): ParsedUrl;
  canParse(text: string): boolean;
};

/** White space, control characters, and what has no width: joiners, byte order marks. */
const unseen = /[\s\p{Cc}\p{Cf}]+/gu;
const wrappings = ['<>', '""', "''", '``', '“”', '‘’', '«»', '()'];
const resources = new Set(['live_entities', 'video_entities', 'video_presets']);
const longestText = 8_192;
const example = 'https://api.example.com';

/**
 * The address of a service as a producer typed or pasted it, put right:
 * `https://host[:port][/prefix]`, or `http` for this computer, without `/v1` and
 * without a slash at the end. `corrections` says in words what was changed.
 */
export function serviceAddress(text: string): CheckedAddress {
  if (text.length > longestText) return refuse('This is too long for an address.');
  const corrections: string[] = [];
  const bare = withoutWrapping(text, corrections);
  if (bare === '') return refuse(`Enter the service’s address, like ${example}.`);
  const full = withScheme(bare, corrections);
  if (!full.ok) return full;
  const { address } = full;
  if (hasUserInfo(address))
    return refuse(
      'The address holds a user name or password. Leave it out: only the token is sent.',
    );
  if (address.includes('?'))
    return refuse('The address holds a query (what follows “?”). Leave it out.');
  if (address.includes('#'))
    return refuse('The address holds a fragment (what follows “#”). Leave it out.');
  if (address.indexOf('://') !== address.lastIndexOf('://'))
    return refuse('This looks like more than one address. Enter one.');
  if (!URL.canParse(address)) return refuse(`This is not an address. Enter one like ${example}.`);
  const url = new URL(address);
  if (!isHost(url)) return refuse(`This is not an address. Enter one like ${example}.`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return refuse(
      'With http the token could be read on the way; it is only for this computer (localhost). Use https.',
    );
  const prefix = prefixOf(url.pathname, address.endsWith('/'), corrections);
  return { ok: true, address: `${url.protocol}//${url.host}${prefix}`, corrections };
}

const refuse = (reason: string): CheckedAddress & { ok: false } => ({ ok: false, reason });

function withoutWrapping(text: string, corrections: string[]): string {
  let bare = text.replace(unseen, '');
  if (bare !== text) corrections.push('White space was removed.');
  for (;;) {
    const before = bare;
    const wrapping = wrappings.find(
      (pair) => bare.length > 1 && bare.startsWith(pair.charAt(0)) && bare.endsWith(pair.charAt(1)),
    );
    if (wrapping !== undefined) {
      bare = bare.slice(1, -1);
      corrections.push(`The ${wrapping.charAt(0)} ${wrapping.charAt(1)} around it were removed.`);
    }
    const unpunctuated = bare.replace(/[,;.]+$/, '');
    if (unpunctuated !== bare) corrections.push('The punctuation at the end was removed.');
    bare = unpunctuated;
    if (bare === before) return bare;
  }
}

function withScheme(
  bare: string,
  corrections: string[],
): { ok: true; address: string } | (CheckedAddress & { ok: false }) {
  const forward = bare.replaceAll('\\', '/');
  if (forward !== bare) corrections.push('Backslashes were turned into slashes.');
  const [, scheme, slashes = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))(\/*)(.*)$/iu.exec(forward) ?? [];
  if (scheme !== undefined) {
    const known = /^https?$/i.test(scheme);
    if (!known && slashes === '' && /^[^/?#]*@/.test(rest) && !/^mailto$/i.test(scheme))
      return { ok: true, address: `https://${forward}` };
    if (!known)
      return refuse(
        `An address of the service begins with https, not with “${scheme.slice(0, 20)}:”.`,
      );
    if (slashes.length !== 2) corrections.push('The slashes after the scheme were put right.');
    return { ok: true, address: `${scheme.toLowerCase()}://${rest}` };
  }
  const hostAndPath = forward.replace(/^\/+/, '');
  const host = /^(\[[^\]]*\]|[^/?#:]*)/.exec(hostAndPath)?.[0] ?? '';
  const here = isLoopback(host.toLowerCase());
  if (!here && !/[.:@]/.test(hostAndPath.replace(/[/?#].*$/, '')))
    return refuse(`This is not an address. Enter one like ${example}.`);
  corrections.push(`“${here ? 'http' : 'https'}://” was put in front.`);
  return { ok: true, address: `${here ? 'http' : 'https'}://${hostAndPath}` };
}

const hasUserInfo = (address: string): boolean => /^[a-z]+:\/\/[^/?#]*@/i.test(address);

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);

/** The limits of a name in the DNS (RFC 1035), which the URL parser doesn't check. */
const isHost = ({ hostname, port }: ParsedUrl): boolean =>
  port !== '0' && (hostname.startsWith('[') || isName(hostname));

const isName = (hostname: string): boolean =>
  hostname.length <= 253 && hostname.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label));

function prefixOf(pathname: string, isSlashed: boolean, corrections: string[]): string {
  const given = pathname.split('/').slice(1);
  const segments = given.filter((segment) => segment !== '');
  if (given.slice(0, -1).includes('')) corrections.push('Doubled slashes were removed.');
  if (isSlashed) corrections.push('The slash at the end was removed.');
  let end = segments.findLastIndex((segment) => resources.has(resourceOf(segment)));
  if (end === -1) end = segments.length;
  while (end > 0 && /^v1$/i.test(segments[end - 1] ?? '')) end -= 1;
  const removed = segments.slice(end).join('/');
  if (removed !== '') {
    const shown = removed.length > 60 ? `${removed.slice(0, 60)}…` : removed;
    corrections.push(`“/${shown}” at the end was removed: Tally adds it by itself.`);
  }
  return segments
    .slice(0, end)
    .map((segment) => `/${segment}`)
    .join('');
}

const resourceOf = (segment: string): string => segment.toLowerCase().replace(/:.*$/, '');
