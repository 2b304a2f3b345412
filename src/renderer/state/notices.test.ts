import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Notices } from './notices.svelte.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const texts = ({ list }: Notices): string[] => list.map(({ text }) => text);

test('lets a notice go by itself, a failure later', () => {
  const notices = new Notices();
  notices.say('Copied');
  notices.fail({ kind: 'no-connection' });
  vi.advanceTimersByTime(6_000);
  expect(texts(notices)).toEqual(['No connection is active. Connect to a service first.']);
  vi.advanceTimersByTime(9_000);
  expect(texts(notices)).toEqual([]);
});

test('keeps notices while they are looked at', () => {
  const notices = new Notices();
  notices.say('Removed', { label: 'Undo', run: () => undefined });
  notices.hold();
  vi.advanceTimersByTime(60_000);
  expect(texts(notices)).toEqual(['Removed']);
  notices.release();
  vi.advanceTimersByTime(6_000);
  expect(texts(notices)).toEqual([]);
});

test('shows the same text once, and never more than four notices', () => {
  const notices = new Notices();
  for (const text of ['a', 'b', 'c', 'd', 'e', 'c']) notices.say(text);
  expect(texts(notices)).toEqual(['b', 'd', 'e', 'c']);
});

test('dismisses the notices with an action, and no others', () => {
  const notices = new Notices();
  notices.say('Copied');
  notices.say('Removed', { label: 'Undo', run: () => undefined });
  notices.dismissActions();
  expect(texts(notices)).toEqual(['Copied']);
});

test('has one notice of alarms, the last', () => {
  const notices = new Notices();
  const action = { label: 'Show', run: () => undefined };
  notices.say('Copied');
  notices.alarm('Morning show: silent.', action);
  notices.alarm('3 alarms were raised.', action);
  expect(texts(notices)).toEqual(['Copied', '3 alarms were raised.']);
});
