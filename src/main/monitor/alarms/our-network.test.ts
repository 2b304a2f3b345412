import { expect, test } from 'vitest';
import { looksLikeOurNetwork } from './our-network.ts';

const goneAt = (count: number, since: number | null): (number | null)[] =>
  Array.from({ length: count }, () => since);

test.each([
  ['all of three, and the service', goneAt(3, 98_000), 100_000, true],
  ['four of five, a fifth held by a cache', [...goneAt(4, 104_000), null], 100_000, true],
  ['three of four', [...goneAt(3, 104_000), null], 100_000, false],
  ['two streams in all', goneAt(2, 100_000), 100_000, false],
  [
    'all streams, while the service answers: a network for delivery',
    goneAt(50, 100_000),
    null,
    false,
  ],
  ['the service alone', goneAt(50, null), 100_000, false],
  [
    'those that have been gone for long don’t tell',
    [...goneAt(20, 1), ...goneAt(3, null)],
    100_000,
    false,
  ],
  ['nor do they hide it', [...goneAt(3, 1), ...goneAt(3, 101_000)], 100_000, true],
  ['those that went a minute after the service', goneAt(10, 160_001), 100_000, false],
  ['no stream at all', [], 100_000, false],
])('%s', (_title, streams, service, isOurs) => {
  expect(looksLikeOurNetwork(streams, service)).toBe(isOurs);
});
