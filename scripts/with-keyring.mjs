// Runs a command with an unlocked gnome-keyring of its own on a D-Bus of its own:
//   node scripts/with-keyring.mjs COMMAND [ARGUMENT...]
// The command's exit code is this program's. Nothing of the user's keyring is touched.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { keyringMissing, startKeyring } from '../src/main/keychain/private-keyring.ts';

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error('Usage: node scripts/with-keyring.mjs COMMAND [ARGUMENT...]');
  process.exit(2);
}

const missing = keyringMissing();
if (missing !== null) console.log(`No private keyring for this run: ${missing}.`);
const keyring = missing === null ? await startKeyring() : null;

const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, ...keyring?.env },
});
// A terminal sends Ctrl+C to the command as well; what ends it ends this.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));

const code = await new Promise((resolve) => {
  child.once('error', (error) => {
    console.error(`${command} could not be started: ${error.message}`);
    resolve(127);
  });
  child.once('exit', (status, signal) => {
    resolve(status ?? 128 + constants.signals[signal]);
  });
});
await keyring?.stop();
process.exit(code);
