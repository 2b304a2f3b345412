import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { soon } from './soon.ts';

test('acts once with the last value, and again for the next', async () => {
  const acted: number[] = [];
  const later = soon((value: number) => acted.push(value));
  later(1);
  later(2);
  expect(acted).toEqual([]);
  await setImmediate();
  expect(acted).toEqual([2]);
  later(3);
  await setImmediate();
  expect(acted).toEqual([2, 3]);
});
