import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Ring } from '../../shared/health.ts';
import { Ringer } from './ringer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const ring = (id: string): Ring => ({
  alarm: {
    id,
    kind: 'check',
    entityId: 'live_a',
    name: 'Morning show',
    check: 'sound',
    severity: 'high',
    reason: 'Silent for 10 s.',
    failingSince: 0,
    raisedAt: 0,
    acknowledgedAt: null,
    recoveredAt: null,
  },
  sound: true,
  notification: true,
});

function listening(): [Ringer, string[][]] {
  const told: string[][] = [];
  const ringer = new Ringer((rings) => told.push(rings.map(({ alarm }) => alarm.id)));
  return [ringer, told];
}

test('tells what is raised at once together, almost at once', () => {
  const [ringer, told] = listening();
  for (const id of ['a', 'b', 'c']) ringer.ring(ring(id));
  expect(told).toEqual([]);
  vi.advanceTimersByTime(300);
  expect(told).toEqual([['a', 'b', 'c']]);
});

test('tells what follows within 5 s in one go, and then listens anew', () => {
  const [ringer, told] = listening();
  ringer.ring(ring('a'));
  vi.advanceTimersByTime(1_000);
  ringer.ring(ring('b'));
  vi.advanceTimersByTime(3_000);
  ringer.ring(ring('c'));
  expect(told).toEqual([['a']]);
  vi.advanceTimersByTime(1_300);
  expect(told).toEqual([['a'], ['b', 'c']]);
  vi.advanceTimersByTime(60_000);
  ringer.ring(ring('d'));
  vi.advanceTimersByTime(300);
  expect(told.at(-1)).toEqual(['d']);
});

test('tells nothing once it is stopped', () => {
  const [ringer, told] = listening();
  ringer.ring(ring('a'));
  ringer.stop();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
