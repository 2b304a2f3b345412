import type { KeepingOut } from '../facts.ts';
import { allowsPages } from './cross-origin.ts';

/** Browsers follow 20; more than a few cost a loop’s server many requests for each ask. */
export const mostRedirects = 5;

const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The last answer of a request. */
export interface Followed {
  readonly response: Response;
  /** Where it came from. */
  readonly url: string;
  /** It redirects on, and isn’t followed any further. */
  readonly isTooFar: boolean;
  /** The answers on the way, the last one too, that a browser would stop at. */
  readonly keptOutBy: readonly KeepingOut[];
}

/**
 * Fetches as `fetch` does and follows at most `mostRedirects` redirects (RFC 9110, 15.4), with
 * the same headers, as a page of `pageOrigin` does. Only for GET and HEAD, which stay what they
 * are. Rejects where `fetch` does, and where a redirect leads to what isn’t http.
 */
export async function fetchFollowing(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  pageOrigin: string,
): Promise<Followed> {
  const headers = new Headers(init.headers);
  headers.set('Origin', pageOrigin);
  const keptOutBy: KeepingOut[] = [];
  let from = url;
  let origin = pageOrigin;
  for (let followed = 0; ; followed += 1) {
    const response = await fetch(from, { ...init, headers, redirect: 'manual' });
    const at = response.url === '' ? from : response.url;
    const location = redirecting.has(response.status) ? response.headers.get('location') : null;
    const isTooFar = location !== null && followed === mostRedirects;
    if (!allowsPages(response.headers, origin))
      keptOutBy.push({ url: at, redirects: location !== null });
    if (location === null || isTooFar) return { response, url: at, isTooFar, keptOutBy };
    void response.body?.cancel().catch(() => undefined);
    const next = URL.parse(location, at);
    if (next === null || !/^https?:$/.test(next.protocol))
      throw new TypeError('The redirect leads to no http address.');
    // From one foreign origin to another it is tainted, and stays so (Fetch standard, 4.4 and 3.2).
    if (next.origin !== URL.parse(at)?.origin) origin = 'null';
    headers.set('Origin', origin);
    from = next.href;
  }
}
