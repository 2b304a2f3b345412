import { expect, test } from 'vitest';
import { listedRelays } from './relays.ts';

test('lists relays that are not enabled first, each with its place in the answer', () => {
  const relays = listedRelays([
    { name: 'A', hasKey: true, status: 'enable' },
    { name: 'B', hasKey: true, status: 'paused' },
    { name: ' ', hasKey: false },
    { hasKey: true, status: 'enable' },
  ]);
  expect(relays.map(({ title, index }) => [title, index])).toEqual([
    ['B', 1],
    ['Relay 3', 2],
    ['A', 0],
    ['Relay 4', 3],
  ]);
});
