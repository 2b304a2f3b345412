import type { LoadPicture, LoadedPicture, PictureTrouble } from './load-picture.ts';

const afterTypingMs = 400;

type PictureState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'shown'; readonly picture: LoadedPicture }
  | { readonly kind: 'failed'; readonly trouble: PictureTrouble };

/** The picture of an address that is being typed: never that of an address before it. */
export class Picture {
  state = $state.raw<PictureState>({ kind: 'none' });
  readonly #load: LoadPicture;
  #address: string | null | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run: AbortController | undefined;

  constructor(load: LoadPicture) {
    this.#load = load;
  }

  /** Loads the first address at once, later ones when the typing pauses. null: no picture. */
  show(address: string | null): void {
    if (address === this.#address) return;
    const waitMs = this.#address === undefined ? 0 : afterTypingMs;
    this.stop();
    this.#address = address;
    this.state = { kind: address === null ? 'none' : 'loading' };
    if (address !== null) this.#timer = setTimeout(() => void this.#start(address), waitMs);
  }

  again(): void {
    const address = this.#address ?? null;
    if (address === null) return;
    this.stop();
    this.state = { kind: 'loading' };
    void this.#start(address);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#run?.abort();
  }

  async #start(address: string): Promise<void> {
    const run = new AbortController();
    this.#run = run;
    const loaded = await this.#load(address, run.signal);
    if (run.signal.aborted) return;
    this.state =
      'trouble' in loaded
        ? { kind: 'failed', trouble: loaded.trouble }
        : { kind: 'shown', picture: loaded };
  }
}
