import { expect, it } from 'vitest';
import { StallWatch } from './stall-watch.ts';

it('counts a stall once, however long it lasts', () => {
  const watch = new StallWatch();
  expect([0, 500, 1000].map((now) => watch.see(now, now / 1000))).toEqual([0, 0, 0]);
  expect([1500, 2000, 2500, 9000].map((now) => watch.see(now, 1))).toEqual([0, 1000, 1500, 8000]);
  expect(watch.count).toBe(1);
  expect(watch.see(9500, 1.5)).toBe(0);
  expect(watch.see(10_500, 1.5)).toBe(1000);
  expect(watch.count).toBe(2);
});

it('does not take its own jump for movement', () => {
  const watch = new StallWatch();
  watch.see(0, 5);
  watch.see(3000, 5);
  watch.stepTaken(30);
  expect(watch.see(3500, 30)).toBe(3500);
  expect(watch.stepsTaken).toBe(1);
  watch.see(4000, 30.4);
  expect(watch.stepsTaken).toBe(0);
});

it('counts no stall while no movement was expected', () => {
  const watch = new StallWatch();
  watch.see(0, 5);
  watch.excuse(60_000);
  expect(watch.see(60_500, 5)).toBe(0);
  expect(watch.see(61_000, 5)).toBe(0);
  expect(watch.count).toBe(0);
});

it('knows how many stalls began in the last minute', () => {
  const watch = new StallWatch();
  watch.see(0, 5);
  watch.see(2000, 5);
  watch.see(3000, 6);
  watch.see(20_000, 6);
  expect([20_000, 61_999, 62_000, 80_000].map((now) => watch.inLastMinute(now))).toEqual([
    2, 2, 1, 0,
  ]);
  expect(watch.count).toBe(2);
});
