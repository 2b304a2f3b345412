import type { Failure, KeychainTrouble, StorageTrouble } from './failure.ts';

/** A failure in words: what happened, and what to do next. */
export interface Sentence {
  readonly what: string;
  readonly next: string;
}

const keychain: Record<KeychainTrouble, Sentence> = {
  'no-bus': {
    what: 'This session has no D-Bus, so the keychain can’t be reached.',
    next: 'Start Tally from a desktop session, or with dbus-run-session.',
  },
  'no-service': {
    what: 'No keychain service is running on this computer.',
    next: 'Install and start GNOME Keyring or KWallet, then try again.',
  },
  locked: {
    what: 'The keychain is locked.',
    next: 'Unlock it, then try again.',
  },
  frozen: {
    what: 'The keychain doesn’t answer.',
    next: 'Look for an unlock window behind this one, or restart the keychain service, then try again.',
  },
  'item-missing': {
    what: 'The keychain answered, but it gave no token for this connection: it is locked, or the item was lost.',
    next: 'Unlock the keychain and try again, or enter the token again.',
  },
  'item-damaged': {
    what: 'The keychain’s item for this connection holds something that Tally did not write.',
    next: 'Look at the item “Tally” in the keychain; to begin anew, remove the connection and add it again.',
  },
  refused: {
    what: 'The keychain refused.',
    next: 'Allow Tally to use it, then try again.',
  },
  'no-library': {
    what: 'The keychain library of this computer can’t be loaded.',
    next: 'Install libsecret (package libsecret-1-0), then start Tally again.',
  },
};

const storage: Record<StorageTrouble, Sentence> = {
  'read-only': {
    what: 'Tally’s folder can’t be written.',
    next: 'Make it writable and start again; until then nothing is saved.',
  },
  full: {
    what: 'The disk is full, so nothing can be saved.',
    next: 'Free some space; Tally goes on saving by itself.',
  },
  failing: {
    what: 'The disk reports an error, so nothing can be saved.',
    next: 'Check the disk; Tally goes on trying by itself.',
  },
  damaged: {
    what: 'The library file is damaged.',
    next: 'It was set aside, not deleted.',
  },
  'damaged-in-use': {
    what: 'The library file was damaged while Tally runs, so nothing can be saved.',
    next: 'Start Tally again: the file is set aside, not deleted, and a new one begun.',
  },
  unopenable: {
    what: 'The library file can’t be opened.',
    next: 'Close other programs that may use it; until then nothing is saved.',
  },
};

const seconds = (ms: number): string => `${Math.max(1, Math.round(ms / 1000))} s`;

/** What happened, and what to do only where the failure itself says so; `now` in milliseconds. */
export function briefly(failure: Failure, now: number): string {
  const { what, next } = sentence(failure, now);
  return failure.kind === 'invalid' && failure.next !== undefined ? `${what} ${next}` : what;
}

/** A failure as a sentence; `now` in milliseconds, for those that speak of a wait. */
export function sentence(failure: Failure, now: number): Sentence {
  switch (failure.kind) {
    case 'not-authorised':
      return { what: failure.message, next: 'Replace the token.' };
    case 'not-found':
      return {
        what: failure.message,
        next: 'Check the identifier, or remove it from the library.',
      };
    case 'refused':
      return {
        what: `The service refused${failure.status === 0 ? '' : ` (${failure.status})`}: ${failure.message}`,
        next:
          failure.status >= 500 ? 'Try again in a moment.' : 'Change what it names and try again.',
      };
    case 'throttled':
      return {
        what: `The service asks to wait ${seconds(failure.until - now)}.`,
        next: 'Tally waits and tries again by itself.',
      };
    case 'unreachable':
      return {
        what: `The service can’t be reached (${failure.detail}).`,
        next: 'Check the network and the address.',
      };
    case 'timed-out':
      return {
        what: `The service didn’t answer within ${seconds(failure.afterMs)}.`,
        next: 'Check the network.',
      };
    case 'not-understood':
      return {
        what: `The answer was not understood: ${failure.detail ?? 'it was no JSON object'} (status ${failure.status}).`,
        next: 'Check the service address.',
      };
    case 'too-large':
      return {
        what: `The answer was larger than ${failure.limitBytes / 1024 / 1024} MB and was dropped.`,
        next: 'Check the service address.',
      };
    case 'keychain':
      return keychain[failure.trouble];
    case 'storage':
      return storage[failure.trouble];
    case 'invalid':
      return { what: failure.message, next: failure.next ?? 'Change it and try again.' };
    case 'no-connection':
      return { what: 'No connection is active.', next: 'Connect to a service first.' };
    case 'nothing-known':
      return { what: 'Nothing is known yet.', next: 'Wait for the first answer.' };
    case 'unexpected':
      return {
        what: `Something went wrong inside Tally: ${failure.message}`,
        next: 'Try again; the log has the details.',
      };
  }
}
