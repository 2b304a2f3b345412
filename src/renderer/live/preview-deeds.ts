/** What can be done with a preview now; null is what can't. */
export interface PreviewDeeds {
  readonly popOut: (() => void) | null;
  /** Shows a stream that its origin keeps from web pages. */
  readonly anyway: (() => void) | null;
}
