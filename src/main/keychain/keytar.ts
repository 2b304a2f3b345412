import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/** What Tally uses of keytar; texts are UTF-8 without NUL. */
export interface KeytarLike {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/**
 * keytar, loaded when first needed. macOS and Windows give an item to the program
 * that wrote it, so there it runs in this process. Elsewhere each call gets a short
 * process of its own: libsecret never finds a keyring service again that was
 * restarted, and a call that waits for an unlock window would keep Tally from ending.
 */
export async function loadKeytar(env: NodeJS.ProcessEnv = process.env): Promise<KeytarLike> {
  if (process.platform === 'darwin' || process.platform === 'win32')
    return (await import('keytar')).default;
  const call = (name: keyof KeytarLike, ...args: string[]): Promise<unknown> =>
    callInChild(name, args, env);
  return {
    getPassword: async (service, account) =>
      (await call('getPassword', service, account)) as string | null,
    setPassword: async (service, account, password) => {
      await call('setPassword', service, account, password);
    },
    deletePassword: async (service, account) =>
      (await call('deletePassword', service, account)) as boolean,
  };
}

/** Kills itself, since a call that is stuck in libsecret also holds up an orderly exit. */
const childProgram = `
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', async ({ keytar, name, args }) => {
  let answer;
  try {
    answer = { value: (await require(keytar)[name](...args)) ?? null };
  } catch (error) {
    answer = { error: error.message };
  }
  process.send(answer, () => process.disconnect());
});`;

type Answer = { readonly value: unknown } | { readonly error: string };

/** Secrets go over a pipe, never by a command line or the environment. */
async function callInChild(
  name: keyof KeytarLike,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<unknown> {
  const keytar = createRequire(import.meta.url).resolve('keytar');
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const child = spawn(process.execPath, ['-e', childProgram], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '', LC_ALL: 'C' },
  });
  child.once('error', reject);
  child.once('message', (answer) => {
    const said = answer as Answer;
    if ('error' in said) reject(new Error(said.error));
    else resolve(said.value);
  });
  child.once('disconnect', () => {
    reject(new Error('The process that asks the keychain ended without an answer.'));
  });
  child.send({ keytar, name, args }, (error) => {
    if (error !== null) reject(error);
  });
  child.unref();
  child.channel?.unref();
  return promise;
}
