/** Something about a value that keeps it from being sent, or that may not be meant. */
export interface Finding {
  readonly level: 'error' | 'warning';
  readonly text: string;
}

/** In the page and in Node alike; the shared language is compiled without either's types. */
declare const URL: { canParse(text: string): boolean };

const longestAddress = 4_096;
const shortestKey = 4;
/** Zero-width characters and controls of the writing direction, which nobody sees or types on purpose. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/;

const error = (text: string): Finding => ({ level: 'error', text });
const warning = (text: string): Finding => ({ level: 'warning', text });

/**
 * What is wrong with the RTMP address of a relay target, the reasons as sentences.
 * `key` is its stream key: empty when none was entered, null when it isn't known here.
 */
export function relayAddressFindings(address: string, key: string | null): Finding[] {
  const reason = reasonAgainst(address);
  if (reason !== null) return [error(reason)];
  const findings: Finding[] = [];
  const found = invisible.exec(address)?.[0];
  if (found !== undefined)
    findings.push(
      warning(
        `The address holds an invisible character (${codeOf(found)}), probably pasted along. Type it again if it isn’t meant.`,
      ),
    );
  if (authorityOf(address).includes('@'))
    findings.push(
      warning('The address holds a user name or password, which everybody who sees it can read.'),
    );
  if (key !== null && key.length >= shortestKey && address.includes(key))
    findings.push(warning('The address holds the relay key too. It belongs in “Relay key” only.'));
  else if (key === '' && endsInKey(address))
    findings.push(
      warning('The end of the address looks like a stream key. It belongs in “Relay key”.'),
    );
  return findings;
}

/** What is wrong with the address of a poster or a thumbnail; `called` begins the sentences. */
export function pictureAddressFindings(address: string, called: string): Finding[] {
  if (address.length > longestAddress)
    return [error(`${called} is longer than ${longestAddress.toLocaleString('en')} characters.`)];
  if (/\s/.test(address)) return [error(`${called} can’t hold spaces or line breaks.`)];
  if (!/^https?:\/\/[^/?#]/i.test(address) || !URL.canParse(address))
    return [error(`${called} begins with https:// or http://, followed by a host.`)];
  return authorityOf(address).includes('@')
    ? [warning(`${called} holds a user name or password, which every viewer can read.`)]
    : [];
}

function reasonAgainst(address: string): string | null {
  if (address === '') return 'Enter the address of the relay target.';
  if (address.length > longestAddress)
    return `The address is longer than ${longestAddress.toLocaleString('en')} characters.`;
  if (/^[^\S\ufeff]|[^\S\ufeff]$/.test(address))
    return 'There is a space or a line break before or after the address.';
  if (/[^\S\ufeff]/.test(address)) return 'An address can’t hold spaces or line breaks.';
  if (/\p{Cc}/u.test(address)) return 'The address holds a control character.';
  const [first = ''] = address;
  if (invisible.test(first))
    return `The address begins with an invisible character (${codeOf(first)}). Type it again.`;
  const [, scheme = '', slashes = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*):(\/*)(.*)$/is.exec(address) ?? [];
  if (scheme === '' || (slashes === '' && !/^(?:rtmps?|https?)$/i.test(scheme)))
    return 'A relay address begins with rtmp:// or rtmps://.';
  if (!/^rtmps?$/i.test(scheme))
    return `A relay address begins with rtmp:// or rtmps://, not with ${scheme.slice(0, 20)}:.`;
  if (slashes.length < 2)
    return `Two slashes follow the colon: ${scheme.toLowerCase()}://host/application.`;
  if (slashes.length > 2) return 'The address has no host after the two slashes.';
  const hostAndPort = authorityOf(`${scheme}://${rest}`).replace(/^.*@/s, '');
  const port = /:([^:\]]*)$/.exec(hostAndPort)?.[1];
  const host = hostAndPort.replace(/:[^:\]]*$/, '');
  if (host === '' || host === '[]') return 'The address has no host after the two slashes.';
  if (port !== undefined && !isPort(port)) return 'The port of the address is not 1 to 65535.';
  return URL.canParse(address) ? null : 'The host of the address is not valid.';
}

const authorityOf = (address: string): string => /^[^:]*:\/\/([^/?#]*)/.exec(address)?.[1] ?? '';

const isPort = (port: string): boolean =>
  /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) <= 65_535;

/** `rtmp://host/live/abcd-1234-efgh`: a long last part behind the application's name. */
function endsInKey(address: string): boolean {
  const parts = address
    .replace(/^[^:]*:\/\/[^/?#]*/, '')
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  return parts.length > 1 && last.length >= 12 && /[\d_-]/.test(last);
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Two addresses of the same target: upper and lower case of the host and a last slash don't count. */
export const targetOf = (address: string): string =>
  address.replace(/^[^:]*:\/\/[^/?#]*/, (start) => start.toLowerCase()).replace(/(?<=[^/])\/$/, '');
