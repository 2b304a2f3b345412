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
}

/**
 * Fetches as `fetch` does and follows at most `mostRedirects` redirects (RFC 9110, 15.4), with
 * the same headers. Only for GET and HEAD, which stay what they are. Rejects where `fetch` does,
 * and where a redirect leads to what isn’t http.
 */
export async function fetchFollowing(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
): Promise<Followed> {
  let from = url;
  for (let followed = 0; ; followed += 1) {
    const response = await fetch(from, { ...init, redirect: 'manual' });
    const at = response.url === '' ? from : response.url;
    const location = redirecting.has(response.status) ? response.headers.get('location') : null;
    const isTooFar = location !== null && followed === mostRedirects;
    if (location === null || isTooFar) return { response, url: at, isTooFar };
    void response.body?.cancel().catch(() => undefined);
    const next = URL.parse(location, at);
    if (next === null || !/^https?:$/.test(next.protocol))
      throw new TypeError('The redirect leads to no http address.');
    from = next.href;
  }
}
