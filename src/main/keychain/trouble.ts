import type { KeychainTrouble } from '../../shared/failure.ts';

/**
 * The words of keytar, libsecret 0.20 and GIO in the C locale. They give no codes.
 */
const signs: readonly (readonly [RegExp, KeychainTrouble])[] = [
  [/native addon|Cannot find module/, 'no-library'],
  [/\blocked\b|IsLocked|interaction is not allowed/i, 'locked'],
  [
    /autolaunch|dbus-launch|machine-id|Could not connect|connection is closed|Address element|transport|address is empty|authentication mechanisms/,
    'no-bus',
  ],
  [
    /not provided by any \.service files|ServiceUnknown|disconnected from|org\.freedesktop\.secrets/,
    'no-service',
  ],
  [/Timeout was reached|NoReply|timed out/, 'frozen'],
];

/** Which trouble an error message of keytar speaks of; `refused` for all others. */
export const troubleOf = (message: string): KeychainTrouble =>
  signs.find(([sign]) => sign.test(message))?.[1] ?? 'refused';
