import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TileStarts } from './tile-starts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const begun: string[] = [];
beforeEach(() => {
  begun.length = 0;
});
const begins = (name: string) => () => void begun.push(name);

it('begins the first at once and each further one a moment later, in turn', () => {
  const starts = new TileStarts(150);
  for (const name of ['a', 'b', 'c']) starts.add(begins(name));
  vi.advanceTimersByTime(0);
  expect(begun).toEqual(['a']);
  vi.advanceTimersByTime(149);
  expect(begun).toEqual(['a']);
  vi.advanceTimersByTime(151);
  expect(begun).toEqual(['a', 'b', 'c']);
});

it('keeps the pause after the queue was empty for less than it', () => {
  const starts = new TileStarts(150);
  starts.add(begins('a'));
  vi.advanceTimersByTime(100);
  starts.add(begins('b'));
  vi.advanceTimersByTime(49);
  expect(begun).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(begun).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1_000);
  starts.add(begins('c'));
  vi.advanceTimersByTime(0);
  expect(begun).toEqual(['a', 'b', 'c']);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(150);
  expect(vi.getTimerCount()).toBe(0);
});

it('never begins what was taken back', () => {
  const starts = new TileStarts(150);
  starts.add(begins('a'));
  const takeBack = starts.add(begins('b'));
  starts.add(begins('c'));
  takeBack();
  vi.advanceTimersByTime(1_000);
  expect(begun).toEqual(['a', 'c']);
});
