import type { Place } from '../../shared/edit-arguments.ts';
import type { Bridge } from '../bridge.ts';

const toldAfterMs = 200;

type Field = HTMLInputElement | HTMLTextAreaElement;

const fieldAt = (element: Element | null): Field | null =>
  (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
  element.dataset['field'] !== undefined
    ? element
    : null;

/** Tells main which screen is shown and which field holds the caret, to begin there again. */
export class Whereabouts {
  readonly #bridge: Bridge;
  #caret: Place['caret'] = null;
  #told = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Keeps where the caret was, for the form that opens next. */
  restore(place: Place): void {
    this.#caret = place.caret;
  }

  /** Whether a form that opens is to get the caret, so that all of it has to be there. */
  get isWaiting(): boolean {
    return this.#caret !== null;
  }

  /** Puts the caret back where it was before the program ended; true when it did, once. */
  putCaretBack(form: HTMLElement): boolean {
    const caret = this.#caret;
    this.#caret = null;
    if (caret === null) return false;
    const field = form.querySelector<Field>(`[data-field="${CSS.escape(caret.field)}"]`);
    if (field === null) return false;
    field.focus();
    // Some kinds of input have no selection.
    if (field.selectionStart !== null) field.setSelectionRange(caret.start, caret.end);
    return true;
  }

  /** Watches until the returned function is called. */
  watch(): () => void {
    const events = ['focusin', 'focusout', 'selectionchange'] as const;
    for (const name of events) document.addEventListener(name, this.#later);
    window.addEventListener('hashchange', this.#later);
    return () => {
      clearTimeout(this.#timer);
      for (const name of events) document.removeEventListener(name, this.#later);
      window.removeEventListener('hashchange', this.#later);
    };
  }

  readonly #later = (): void => {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell();
    }, toldAfterMs);
  };

  #tell(): void {
    const field = fieldAt(document.activeElement);
    const place: Place = {
      hash: location.hash.slice(0, 20_000),
      caret:
        field === null
          ? null
          : {
              field: field.dataset['field'] ?? '',
              start: field.selectionStart ?? 0,
              end: field.selectionEnd ?? 0,
            },
    };
    const told = JSON.stringify(place);
    if (told === this.#told) return;
    this.#told = told;
    void this.#bridge.call('app.place', place);
  }
}
