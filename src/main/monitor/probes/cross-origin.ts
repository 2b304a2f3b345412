/**
 * Whether a page of `pageOrigin` may read an answer without credentials (the CORS
 * check of the Fetch standard, 4.10). Of redirects only the last answer is known.
 */
export function allowsPages(
  { headers, url: finalUrl }: Pick<Response, 'headers' | 'url'>,
  url: string,
  pageOrigin: string,
): boolean {
  const allowed = headers.get('access-control-allow-origin')?.trim();
  if (allowed === '*') return true;
  // Redirected from one foreign origin to another, a page's request says “Origin: null”.
  const isMoved = finalUrl !== '' && finalUrl !== url && originOf(finalUrl) !== originOf(url);
  return allowed === (isMoved ? 'null' : pageOrigin);
}

const originOf = (url: string): string | null => URL.parse(url)?.origin ?? null;

/** The hosts, with their ports, that keep pages from reading some part of a stream. */
export class BlockedHosts {
  readonly #byPart = new Map<string, readonly string[]>();

  get hosts(): readonly string[] {
    return [...new Set([...this.#byPart.values()].flat())];
  }

  /** What the last good answer said of a part of the stream; `addresses` are those that led to it. */
  note(part: string, allows: boolean | null, addresses: readonly string[]): void {
    if (allows === true) this.#byPart.delete(part);
    if (allows === false)
      this.#byPart.set(
        part,
        addresses.flatMap((address) => URL.parse(address)?.host ?? []),
      );
  }

  keepOnly(parts: readonly string[]): void {
    for (const part of this.#byPart.keys()) if (!parts.includes(part)) this.#byPart.delete(part);
  }
}
