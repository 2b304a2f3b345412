import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok } from '../../shared/failure.ts';
import { Keychain } from './keychain.ts';
import type { KeytarLike } from './keytar.ts';

interface Pending {
  readonly what: string;
  resolve(value?: unknown): void;
  reject(error: Error): void;
}

/** Answers at once from `items`, or, when held, only as the test says. */
class FakeKeytar implements KeytarLike {
  readonly items = new Map<string, string>();
  readonly calls: string[] = [];
  readonly pending: Pending[] = [];
  held = false;

  async getPassword(service: string, account: string): Promise<string | null> {
    return (await this.#answer('get', account, this.items.get(`${service}/${account}`))) ?? null;
  }

  async setPassword(service: string, account: string, password: string): Promise<void> {
    this.items.set(`${service}/${account}`, password);
    await this.#answer('set', account, undefined);
  }

  async deletePassword(service: string, account: string): Promise<boolean> {
    const found = this.items.delete(`${service}/${account}`);
    return this.#answer('delete', account, found);
  }

  #answer<T>(call: string, account: string, value: T): Promise<T> {
    const what = `${call} ${account}`;
    this.calls.push(what);
    if (!this.held) return Promise.resolve(value);
    return new Promise((resolve, reject) => {
      this.pending.push({
        what,
        resolve: () => {
          resolve(value);
        },
        reject,
      });
    });
  }
}

const secret = { token: 'a token', dataKey: Buffer.alloc(32, 1) };
const other = { token: 'another', dataKey: Buffer.alloc(32, 2) };
const keychainTrouble = (trouble: 'frozen' | 'locked') => fail({ kind: 'keychain', trouble });

let keytar: FakeKeytar;
let locked: boolean;
let keychain: Keychain;

beforeEach(() => {
  vi.useFakeTimers();
  keytar = new FakeKeytar();
  locked = false;
  keychain = new Keychain(() => Promise.resolve(keytar), {
    limitMs: 5_000,
    isLocked: () => Promise.resolve(locked),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('Keychain', () => {
  it('gives back what was written, read back once', async () => {
    expect(await keychain.write('one', secret)).toEqual(ok(undefined));
    expect(keytar.calls).toEqual(['set one', 'get one']);
    expect(await keychain.read('one')).toEqual(ok(secret));
  });

  it('keeps one item for each connection, under the service Tally', async () => {
    await keychain.write('one', secret);
    await keychain.write('two', other);
    expect([...keytar.items.keys()]).toEqual(['Tally/one', 'Tally/two']);
    expect(await keychain.read('one')).toEqual(ok(secret));
  });

  it('gives null for an item that is not there in an open keychain', async () => {
    expect(await keychain.read('one')).toEqual(ok(null));
  });

  it('says locked, not null, when a locked keychain gives nothing', async () => {
    locked = true;
    expect(await keychain.read('one')).toEqual(keychainTrouble('locked'));
    expect(await keychain.remove('one')).toEqual(keychainTrouble('locked'));
  });

  it('takes removing what is not there for done', async () => {
    expect(await keychain.remove('one')).toEqual(ok(undefined));
  });

  it.each([
    ['no JSON', 'plain text'],
    ['other JSON', '{"password":"x"}'],
    ['a later version', '{"v":2,"token":"t","key":"AAAA"}'],
    ['a short key', JSON.stringify({ v: 1, token: 't', key: 'AAAA' })],
    ['a key that is no base64', JSON.stringify({ v: 1, token: 't', key: '*'.repeat(44) })],
  ])('takes an item with %s for a failure and leaves it alone', async (_, password) => {
    keytar.items.set('Tally/one', password);
    expect(await keychain.read('one')).toMatchObject({
      ok: false,
      failure: { kind: 'keychain', trouble: 'item-damaged', detail: expect.any(String) as string },
    });
    expect(keytar.items.get('Tally/one')).toBe(password);
  });

  it('reports a write that reads back as something else', async () => {
    keytar.setPassword = (service, account) => {
      keytar.items.set(
        `${service}/${account}`,
        JSON.stringify({ v: 1, token: 'x', key: other.dataKey.toString('base64') }),
      );
      return Promise.resolve();
    };
    expect(await keychain.write('one', secret)).toMatchObject({
      ok: false,
      failure: { trouble: 'refused' },
    });
  });

  it('reports a write that reads back as nothing', async () => {
    keytar.setPassword = () => Promise.resolve();
    expect(await keychain.write('one', secret)).toMatchObject({
      ok: false,
      failure: { trouble: 'refused' },
    });
  });

  it('asks one thing at a time, in order', async () => {
    keytar.held = true;
    const answers = Promise.all([
      keychain.write('one', secret),
      keychain.read('two'),
      keychain.remove('one'),
    ]);
    const order = ['set one', 'get one', 'get two', 'delete one'];
    for (const [done, what] of order.entries()) {
      await vi.advanceTimersByTimeAsync(10);
      expect(keytar.calls).toEqual(order.slice(0, done + 1));
      expect(keytar.pending[done]?.what).toBe(what);
      keytar.pending[done]?.resolve();
    }
    expect(await answers).toEqual([ok(undefined), ok(null), ok(undefined)]);
  });

  it('gives up after the limit and says that the keychain is frozen', async () => {
    keytar.held = true;
    let outcome: unknown;
    void keychain.read('one').then((result) => (outcome = result));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toEqual(keychainTrouble('frozen'));
  });

  it('says locked when a call waits for an unlock window', async () => {
    keytar.held = true;
    locked = true;
    const outcome = keychain.read('one');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await outcome).toEqual(keychainTrouble('locked'));
  });

  it('starts nothing on top of a call that is stuck', async () => {
    keytar.held = true;
    void keychain.read('one');
    await vi.advanceTimersByTimeAsync(5_000);
    const second = keychain.read('two');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await second).toEqual(keychainTrouble('frozen'));
    expect(keytar.calls).toEqual(['get one']);
  });

  it.each(['resolve', 'reject'] as const)(
    'goes on as soon as a stuck call returns (%s)',
    async (how) => {
      await keychain.write('two', secret);
      keytar.calls.length = 0;
      keytar.held = true;
      void keychain.read('one');
      await vi.advanceTimersByTimeAsync(5_000);
      const second = keychain.read('two');
      await vi.advanceTimersByTimeAsync(1_000);
      keytar.held = false;
      keytar.pending[0]?.[how](new Error('The connection is closed'));
      expect(await second).toEqual(ok(secret));
      expect(keytar.calls).toEqual(['get one', 'get two']);
    },
  );

  it('goes on after a stuck call that returned while nobody asked', async () => {
    await keychain.write('two', secret);
    keytar.held = true;
    void keychain.read('one');
    await vi.advanceTimersByTimeAsync(5_000);
    keytar.held = false;
    keytar.pending[0]?.reject(new Error('too late'));
    expect(await keychain.read('two')).toEqual(ok(secret));
  });

  it('gives the words of an error as the detail, and tries again when asked again', async () => {
    keytar.held = true;
    const refused = keychain.read('one');
    await vi.advanceTimersByTimeAsync(10);
    keytar.pending[0]?.reject(new Error('Could not connect: Connection refused'));
    expect(await refused).toEqual(
      fail({
        kind: 'keychain',
        trouble: 'no-bus',
        detail: 'Could not connect: Connection refused',
      }),
    );
    keytar.held = false;
    expect(await keychain.read('one')).toEqual(ok(null));
  });

  it('takes a call that throws at once for a failure', async () => {
    keytar.getPassword = () => {
      throw new Error('Account is required.');
    };
    expect(await keychain.read('')).toMatchObject({ ok: false, failure: { trouble: 'refused' } });
  });

  it('says when the library can’t be loaded, and loads it again at the next try', async () => {
    let loads = 0;
    const unlucky = new Keychain(() => {
      loads += 1;
      return loads === 1
        ? Promise.reject(new Error('Failed to load keytar native addon, checked []'))
        : Promise.resolve(keytar);
    });
    expect(await unlucky.read('one')).toMatchObject({
      ok: false,
      failure: { kind: 'keychain', trouble: 'no-library' },
    });
    expect((await unlucky.write('one', secret)).ok).toBe(true);
  });

  it('never puts the token into a failure', async () => {
    keytar.setPassword = () => Promise.resolve();
    keytar.items.set('Tally/one', 'a token that is not JSON');
    const outcomes = [await keychain.write('one', secret), await keychain.read('one')];
    expect(JSON.stringify(outcomes)).not.toContain('a token');
  });
});
