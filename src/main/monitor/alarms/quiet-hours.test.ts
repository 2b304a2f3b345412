import { expect, test } from 'vitest';
import { quietAt } from './quiet-hours.ts';

const at = (time: string, day = 5): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(2026, 0, day, hours, minutes).getTime();
};

test.each([
  ['22:00', '07:00', '21:59', false, at('22:00')],
  ['22:00', '07:00', '22:00', true, at('07:00', 6)],
  ['22:00', '07:00', '23:59', true, at('07:00', 6)],
  ['22:00', '07:00', '00:00', true, at('07:00')],
  ['22:00', '07:00', '06:59', true, at('07:00')],
  ['22:00', '07:00', '07:00', false, at('22:00')],
  ['12:00', '13:30', '11:59', false, at('12:00')],
  ['12:00', '13:30', '12:00', true, at('13:30')],
  ['12:00', '13:30', '13:29', true, at('13:30')],
  ['12:00', '13:30', '13:30', false, at('12:00', 6)],
  ['00:00', '06:00', '23:59', false, at('00:00', 6)],
  ['18:00', '00:00', '23:59', true, at('00:00', 6)],
  ['08:00', '08:00', '03:00', true, null],
])('from %s to %s it is, at %s, %s that it is quiet', (from, to, time, quiet, changesAt) => {
  expect(quietAt({ on: true, from, to }, at(time))).toEqual({ quiet, changesAt });
});

test('it is never quiet when quiet hours are off', () => {
  expect(quietAt({ on: false, from: '00:00', to: '23:59' }, at('12:00'))).toEqual({
    quiet: false,
    changesAt: null,
  });
});
