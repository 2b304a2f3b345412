import { expect, it } from 'vitest';
import { troubleOf } from './trouble.ts';

it.each([
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'no-bus'],
  ['Failed to execute child process "dbus-launch" (No such file or directory)', 'no-bus'],
  ['Could not connect: No such file or directory', 'no-bus'],
  ['Could not connect: Connection refused', 'no-bus'],
  ['Address element "rubbish" does not contain a colon (:)', 'no-bus'],
  ['The connection is closed', 'no-bus'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'no-service'],
  ['The name :1.1 was not provided by any .service files', 'no-service'],
  ['Process org.freedesktop.secrets exited with status 1', 'no-service'],
  ['Cannot create an item in a locked collection', 'locked'],
  ['User interaction is not allowed.', 'locked'],
  ['Timeout was reached', 'frozen'],
  ['Failed to load keytar native addon, checked [] on prebuilds/linux-x64', 'no-library'],
  ["Cannot find module 'keytar'", 'no-library'],
  ['Object does not exist at path "/org/freedesktop/secrets/collection/login"', 'refused'],
  ['The user name or passphrase you entered is not correct.', 'refused'],
  ['', 'refused'],
])('takes “%s” for %s', (message, trouble) => {
  expect(troubleOf(message)).toBe(trouble);
});
