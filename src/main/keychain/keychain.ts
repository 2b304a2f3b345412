import { z } from 'zod';
import { type KeychainTrouble, type Result, fail, ok } from '../../shared/failure.ts';
import { isKeyringLocked } from './keyring-lock.ts';
import type { KeytarLike } from './keytar.ts';
import { troubleOf } from './trouble.ts';

/** What the keychain holds for a connection. */
export interface ConnectionSecret {
  readonly token: string;
  /** 32 bytes, the key of everything sealed for this connection. */
  readonly dataKey: Buffer;
}

interface KeychainOptions {
  /** How long a call may take, in milliseconds. */
  readonly limitMs?: number;
  /** Asked when a call gave nothing or takes long. */
  readonly isLocked?: () => Promise<boolean>;
}

type Outcome<T> =
  | { readonly late: false; readonly result: Result<T> }
  | { readonly late: true; readonly trouble: KeychainTrouble };

const service = 'Tally';

const storedItem = z.object({
  v: z.literal(1),
  token: z.string(),
  key: z.base64().transform((text) => Buffer.from(text, 'base64')),
});

/**
 * The operating system's keychain: one item for each connection, one call at a
 * time, each within a limit. A call that doesn't return can't be cancelled; until
 * it does, later ones wait for it and start nothing on top of it.
 */
export class Keychain {
  readonly #load: () => Promise<KeytarLike>;
  readonly #limitMs: number;
  readonly #isLocked: () => Promise<boolean>;
  #turn: Promise<unknown> = Promise.resolve();
  #running: Promise<unknown> | null = null;

  constructor(
    load: () => Promise<KeytarLike>,
    { limitMs = 5_000, isLocked = () => isKeyringLocked() }: KeychainOptions = {},
  ) {
    this.#load = load;
    this.#limitMs = limitMs;
    this.#isLocked = isLocked;
  }

  /**
   * What is kept for a connection; null when the keychain is open and has no such
   * item. An item that Tally didn't write is a failure, not null.
   */
  read(connectionId: string): Promise<Result<ConnectionSecret | null>> {
    return this.#inTurn(() => this.#read(connectionId));
  }

  /** Writes the item, whatever was there before, and reads it back. */
  write(connectionId: string, { token, dataKey }: ConnectionSecret): Promise<Result<void>> {
    const password = JSON.stringify({ v: 1, token, key: dataKey.toString('base64') });
    return this.#inTurn(async () => {
      const written = await this.#call((keytar) =>
        keytar.setPassword(service, connectionId, password),
      );
      if (!written.ok) return written;
      const held = await this.#read(connectionId);
      if (!held.ok) return held;
      return held.value?.token === token && held.value.dataKey.equals(dataKey)
        ? ok(undefined)
        : trouble('refused', 'It gave back something else than was written.');
    });
  }

  /** Removes the item; one that isn't there is as good as removed. */
  remove(connectionId: string): Promise<Result<void>> {
    return this.#inTurn(async () => {
      const removed = await this.#call((keytar) => keytar.deletePassword(service, connectionId));
      if (!removed.ok) return removed;
      return !removed.value && (await this.#isLocked()) ? trouble('locked') : ok(undefined);
    });
  }

  async #read(connectionId: string): Promise<Result<ConnectionSecret | null>> {
    const held = await this.#call((keytar) => keytar.getPassword(service, connectionId));
    if (!held.ok) return held;
    if (held.value === null) return (await this.#isLocked()) ? trouble('locked') : ok(null);
    const secret = parsed(held.value);
    return secret === null
      ? trouble('item-damaged', 'The item holds something that Tally did not write.')
      : ok(secret);
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(act);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #call<T>(act: (keytar: KeytarLike) => Promise<T>): Promise<Result<T>> {
    if (this.#running !== null) {
      const earlier = await this.#within(this.#running);
      if (earlier.late) return trouble(earlier.trouble);
    }
    const running = this.#start(act);
    this.#running = running;
    const outcome = await this.#within(running);
    if (outcome.late) return trouble(outcome.trouble);
    this.#running = null;
    return outcome.result;
  }

  async #start<T>(act: (keytar: KeytarLike) => Promise<T>): Promise<T> {
    return act(await this.#load());
  }

  /** Waits for a call no longer than the limit, and learns meanwhile why it takes so long. */
  async #within<T>(call: Promise<T>): Promise<Outcome<T>> {
    const { promise: late, resolve } = Promise.withResolvers<Outcome<T>>();
    let why: KeychainTrouble = 'frozen';
    const ask = setTimeout(() => {
      void this.#isLocked().then((locked) => {
        if (locked) why = 'locked';
      });
    }, this.#limitMs / 2);
    const giveUp = setTimeout(() => {
      resolve({ late: true, trouble: why });
    }, this.#limitMs);
    const settled = call.then(
      (value): Outcome<T> => ({ late: false, result: ok(value) }),
      (error: unknown): Outcome<T> => {
        const message = error instanceof Error ? error.message : String(error);
        return { late: false, result: trouble(troubleOf(message), message) };
      },
    );
    try {
      return await Promise.race([settled, late]);
    } finally {
      clearTimeout(ask);
      clearTimeout(giveUp);
    }
  }
}

const trouble = <T = never>(kind: KeychainTrouble, detail?: string): Result<T> =>
  fail({ kind: 'keychain', trouble: kind, ...(detail === undefined ? {} : { detail }) });

function parsed(password: string): ConnectionSecret | null {
  try {
    const { token, key } = storedItem.parse(JSON.parse(password));
    return key.length === 32 ? { token, dataKey: key } : null;
  } catch {
    return null;
  }
}
