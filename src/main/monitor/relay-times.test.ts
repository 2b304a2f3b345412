import { expect, test } from 'vitest';
import type { Relay } from '../../shared/entities.ts';
import { RelayTimes } from './relay-times.ts';

const relay = (id: string, status?: string): Relay => ({
  id,
  hasKey: false,
  ...(status === undefined ? {} : { status }),
});

test('a relay has its status since a time only where it was seen to change', () => {
  const times = new RelayTimes();
  const sinceOf = (now: number, ...relays: Relay[]) => {
    times.note(relays, now);
    return times.since;
  };
  expect(sinceOf(1_000, relay('a', 'error'), relay('b', 'enable'))).toEqual([null, null]);
  expect(sinceOf(2_000, relay('a', 'error'), relay('b', 'error'))).toEqual([null, 2_000]);
  expect(sinceOf(3_000, relay('new', 'error'), relay('b', 'error'), relay('a'))).toEqual([
    null,
    2_000,
    3_000,
  ]);
  expect(sinceOf(4_000, relay('b', 'enable'))).toEqual([4_000]);
});
