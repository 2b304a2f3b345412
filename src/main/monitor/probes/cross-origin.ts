import type { KeepingOut } from '../facts.ts';

/**
 * Whether one answer, a redirect too, lets a page go on without credentials when its
 * request said `Origin: ${origin}` (the CORS check of the Fetch standard, 4.10).
 */
export function allowsPages(headers: Headers, origin: string): boolean {
  const allowed = headers.get('access-control-allow-origin')?.trim();
  return allowed === '*' || allowed === origin;
}

/** The hosts, with their ports, that keep pages from reading some part of a stream. */
export class BlockedHosts {
  readonly #byPart = new Map<string, readonly string[]>();

  get hosts(): readonly string[] {
    return [...new Set([...this.#byPart.values()].flat())];
  }

  /** What the last good answer said of a part of the stream; null: there was none. */
  note(part: string, keptOutBy: readonly KeepingOut[] | null): void {
    if (keptOutBy === null) return;
    const hosts = keptOutBy.flatMap(({ url }) => URL.parse(url)?.host ?? []);
    if (hosts.length === 0) this.#byPart.delete(part);
    else this.#byPart.set(part, hosts);
  }

  keepOnly(parts: readonly string[]): void {
    for (const part of this.#byPart.keys()) if (!parts.includes(part)) this.#byPart.delete(part);
  }
}
