import { beforeEach, describe, expect, it } from 'vitest';
import { ClipboardKeeper } from './clipboard-keeper.ts';
import { FakeClock } from './testing/fake-clock.ts';

let held = '';
let clock = new FakeClock();
let keeper: ClipboardKeeper;

beforeEach(() => {
  held = '';
  clock = new FakeClock();
  keeper = new ClipboardKeeper(
    {
      write: async (text) => void (held = text),
      read: async () => held,
      clear: async () => void (held = ''),
    },
    clock,
    () => undefined,
  );
});

describe('ClipboardKeeper', () => {
  it('clears a copied key after 60 s', async () => {
    await keeper.copySecret('key');
    await clock.pass(59_999);
    expect(held).toBe('key');
    await clock.pass(1);
    expect(held).toBe('');
  });

  it('leaves what somebody else copied since', async () => {
    await keeper.copySecret('key');
    held = 'shopping list';
    await clock.pass(60_000);
    expect(held).toBe('shopping list');
  });

  it('leaves what it copied itself that is no secret', async () => {
    await keeper.copySecret('key');
    await keeper.copy('rtmp://ingest.example.com/live');
    await clock.pass(120_000);
    expect(held).toBe('rtmp://ingest.example.com/live');
  });

  it('counts the 60 s from the last copy', async () => {
    await keeper.copySecret('first');
    await clock.pass(50_000);
    await keeper.copySecret('second');
    await clock.pass(50_000);
    expect(held).toBe('second');
    await clock.pass(10_000);
    expect(held).toBe('');
  });

  it('clears at once when the application ends', async () => {
    await keeper.copySecret('key');
    await keeper.clear();
    expect(held).toBe('');
    expect(clock.waiting).toBe(0);
  });

  it('tells when the clipboard can’t be cleared', async () => {
    const troubles: string[] = [];
    const broken = new ClipboardKeeper(
      {
        write: () => Promise.resolve(),
        read: () => Promise.reject(new Error('gone')),
        clear: () => Promise.resolve(),
      },
      clock,
      (message) => troubles.push(message),
    );
    await broken.copySecret('key');
    await clock.pass(60_000);
    expect(troubles).toEqual(['The clipboard could not be cleared: gone']);
  });
});
