/*
 * “Preview anyway”: the page may read a stream whose origin sends no CORS header,
 * because the host adds the header here, to answers of a few named hosts only.
 */

/** The addresses of some hosts (with port), as Electron's filters and Chromium's Fetch domain match them; none for a host that is a pattern itself. */
export const patternsOf = (hosts: readonly string[]): string[] =>
  hosts
    .filter((host) => !/[*?\\]/.test(host))
    .flatMap((host) => [`http://${host}/*`, `https://${host}/*`]);

/** Whether an address is of one of the hosts; a pattern alone would let a longer one pass. */
export const isOfHost = (address: string, hosts: readonly string[]): boolean =>
  hosts.includes(URL.parse(address)?.host ?? '');

/** What an answer says of cross-origin reading by itself, which must not stand beside what is added. */
export const isCrossOriginHeader = (name: string): boolean =>
  name.toLowerCase().startsWith('access-control-allow-');

/**
 * The headers to add. Any origin, since a redirect makes the page's own opaque;
 * the page sends no credentials, and it is the only one in the application.
 */
export const crossOriginHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': '*',
};
