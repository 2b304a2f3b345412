/** Why a call to the keychain of the operating system gave nothing. */
export type KeychainTrouble =
  | 'no-bus'
  | 'no-service'
  | 'locked'
  | 'frozen'
  | 'item-missing'
  | 'item-damaged'
  | 'refused'
  | 'no-library';

/** `maybe`: a change was on its way, and the service may have made it. */
interface PerhapsSent {
  readonly sent?: 'maybe';
}

/**
 * Every failure that is expected. `message` fields hold the service's own words,
 * `detail` fields the technical reason; neither ever holds a secret.
 */
export type Failure =
  | { readonly kind: 'not-authorised'; readonly message: string; readonly errorType?: string }
  | {
      readonly kind: 'not-found';
      readonly message: string;
      readonly serviceMessage?: string;
      readonly errorType?: string;
    }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly message: string;
      readonly errorType?: string;
    }
  | { readonly kind: 'throttled'; readonly until: number; readonly message?: string }
  | ({ readonly kind: 'unreachable'; readonly detail: string } & PerhapsSent)
  | ({ readonly kind: 'timed-out'; readonly afterMs: number } & PerhapsSent)
  | ({
      readonly kind: 'not-understood';
      readonly status: number;
      readonly contentType: string;
      /** The first 2 kB of the answer, secrets masked. */
      readonly excerpt: string;
      /** What came instead of a JSON object, like “the answer was empty”. */
      readonly detail?: string;
    } & PerhapsSent)
  | ({ readonly kind: 'too-large'; readonly limitBytes: number } & PerhapsSent)
  | { readonly kind: 'keychain'; readonly trouble: KeychainTrouble; readonly detail?: string }
  | { readonly kind: 'storage'; readonly trouble: StorageTrouble; readonly detail?: string }
  /** `next`: what to do, where it isn’t to change what was entered. */
  | { readonly kind: 'invalid'; readonly message: string; readonly next?: string }
  | { readonly kind: 'no-connection' }
  | { readonly kind: 'nothing-known' }
  | { readonly kind: 'unexpected'; readonly message: string };

/** What keeps the store from writing. */
export type StorageTrouble =
  'read-only' | 'full' | 'failing' | 'damaged' | 'damaged-in-use' | 'unopenable';

/** The outcome of anything that may fail in an expected way. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const fail = <T = never>(failure: Failure): Result<T> => ({ ok: false, failure });
