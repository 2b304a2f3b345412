import { execFile } from 'node:child_process';

const service = 'org.freedesktop.secrets';
const collection = '/org/freedesktop/secrets/aliases/default';
const property = ['org.freedesktop.Secret.Collection', 'Locked'] as const;

const questions: readonly (readonly [string, readonly string[]])[] = [
  [
    'dbus-send',
    [
      '--session',
      '--print-reply=literal',
      `--dest=${service}`,
      collection,
      'org.freedesktop.DBus.Properties.Get',
      ...property.map((text) => `string:${text}`),
    ],
  ],
  ['busctl', ['--user', 'get-property', service, collection, ...property]],
];

/**
 * Whether the Secret Service says that its default collection is locked
 * (Secret Service API, property Locked). keytar can't tell: it reads null from a
 * locked keyring. False also when nobody can be asked within `limitMs`.
 */
export async function isKeyringLocked(
  env: NodeJS.ProcessEnv = process.env,
  limitMs = 1_000,
): Promise<boolean> {
  if (process.platform === 'darwin' || process.platform === 'win32') return false;
  for (const [program, args] of questions) {
    const answer = await ask(program, args, env, limitMs);
    if (answer !== 'no-program') return answer;
  }
  return false;
}

function ask(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  limitMs: number,
): Promise<boolean | 'no-program'> {
  return new Promise((resolve) => {
    execFile(program, args, { env, timeout: limitMs, killSignal: 'SIGKILL' }, (error, answer) => {
      if (error === null) resolve(/\btrue\b/.test(answer));
      else resolve(error.code === 'ENOENT' ? 'no-program' : false);
    });
  });
}
