/** What the page may ask of the browser: to reach addresses of the local network, to notify, to fill the screen. */
const granted: readonly string[] = [
  'local-network-access',
  'local-network',
  'loopback-network',
  'notifications',
  'fullscreen',
];

/** Whether an address belongs to an origin such as `tally://app`, whatever its scheme. */
export function isOwnAddress(address: string, origin: string): boolean {
  const url = URL.parse(address);
  // For schemes that aren't of the web, `origin` of a URL is the text "null".
  return url !== null && `${url.protocol}//${url.host}` === origin && url.username === '';
}

/** Whether an address is the one page of the application. */
export function isOwnPage(address: string, origin: string): boolean {
  const path = URL.parse(address)?.pathname;
  return isOwnAddress(address, origin) && (path === '/' || path === '' || path === '/index.html');
}

/** Whether an address may be opened in the producer's own browser. */
export function isExternalLink(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

export const mayUse = (permission: string, address: string, origin: string): boolean =>
  granted.includes(permission) && isOwnAddress(address, origin);
