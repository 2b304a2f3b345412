import type { Clock } from './clock.ts';
import type { Clipboard } from './host.ts';

/** How long a copied key stays in the clipboard, in milliseconds. */
export const secretStaysMs = 60_000;

/** Copies; what is secret is cleared again after 60 s, or at the end, if it is still there. */
export class ClipboardKeeper {
  readonly #clipboard: Clipboard;
  readonly #clock: Clock;
  readonly #report: (trouble: string) => void;
  #secret: string | null = null;
  #cancel: () => void = () => undefined;

  /** `report` hears when a key could not be taken out of the clipboard again. */
  constructor(clipboard: Clipboard, clock: Clock, report: (trouble: string) => void) {
    this.#report = report;
    this.#clipboard = clipboard;
    this.#clock = clock;
  }

  async copy(text: string): Promise<void> {
    await this.#clipboard.write(text);
    this.#forget();
  }

  async copySecret(text: string): Promise<void> {
    await this.copy(text);
    this.#secret = text;
    this.#cancel = this.#clock.after(secretStaysMs, () => void this.clear());
  }

  async clear(): Promise<void> {
    const secret = this.#secret;
    this.#forget();
    if (secret === null) return;
    try {
      if ((await this.#clipboard.read()) === secret) await this.#clipboard.clear();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#report(`The clipboard could not be cleared: ${reason}`);
    }
  }

  #forget(): void {
    this.#cancel();
    this.#secret = null;
  }
}
