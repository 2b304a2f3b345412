import { maskerOf } from '../service/masking.ts';

const dots = '••••••••';

/** Up to the closing quote or the end of the line: a raw token may hold spaces. */
const authorisation = /(authorization\\*["']?\s*[:=,]\s*\\*["']?)[^"'\r\n\\]+/gi;

/** Knows the secrets of this run and takes them out of texts that go to a log or an error. */
export class Redactor {
  readonly #uses = new Map<string, number>();
  #mask: ((text: string) => string) | null = null;

  /** Secrets shorter than 4 characters can't be told from other text and are left. */
  add(secret: string): void {
    this.#uses.set(secret, (this.#uses.get(secret) ?? 0) + 1);
    this.#mask = null;
  }

  /** Forgets a secret once it was removed as often as it was added. */
  remove(secret: string): void {
    const uses = this.#uses.get(secret) ?? 0;
    if (uses > 1) this.#uses.set(secret, uses - 1);
    else this.#uses.delete(secret);
    this.#mask = null;
  }

  /**
   * The text with dots for every known secret (raw, URL-encoded, base64, escaped as
   * in JSON, also twice) and for every Authorization value. Redact before cutting:
   * half a secret isn't found.
   */
  redact(text: string): string {
    this.#mask ??= maskerOf([...this.#uses.keys()].flatMap((secret) => [secret, escaped(secret)]));
    return this.#mask(text).replace(authorisation, `$1${dots}`);
  }
}

const escaped = (secret: string): string => JSON.stringify(secret).slice(1, -1);
