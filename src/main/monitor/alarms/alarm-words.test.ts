import { expect, test } from 'vitest';
import { alarmRecord } from '../../library/testing/alarm-records.ts';
import {
  badgeSentence,
  nameInAlarm,
  networkReason,
  overloadReason,
  sleepReason,
} from './alarm-words.ts';

const at = (day: number, ...time: [hours: number, minutes: number, seconds?: number]): number =>
  new Date(2026, 0, day, ...time).getTime();

test.each([
  [at(5, 2, 10), at(5, 6, 45), 'from 02:10 to 06:45'],
  [at(5, 2, 10, 5), at(5, 2, 11, 0), 'from 02:10:05 to 02:11:00'],
  [at(5, 22, 0), at(6, 6, 45), 'from Monday 22:00 to Tuesday 06:45'],
])('a sleep says when it was', (from, to, words) => {
  expect(sleepReason(from, to)).toBe(`This computer slept ${words}: nothing was watched.`);
});

test('the network’s end says how many streams it concerns', () => {
  expect(networkReason(12)).toBe('This computer has no network, so 12 streams can’t be watched.');
  expect(overloadReason({ suffering: 9, played: 16 })).toBe(
    'This computer is overloaded: 9 of 16 streams played here aren’t smooth. Show fewer tiles or close other programs; viewers may see them well.',
  );
  expect(networkReason(1)).toBe('This computer has no network, so 1 stream can’t be watched.');
});

test('a badge’s sentence tells the first that matters, and how many more there are', () => {
  const low = alarmRecord('a1', { severity: 'low', name: 'Evening show' }).alarm;
  const high = alarmRecord('a2').alarm;
  expect(badgeSentence([])).toBe('');
  expect(badgeSentence([high])).toBe('Morning show: Newest segment 14 s old, target 2 s.');
  expect(badgeSentence([low, high])).toBe(
    'Morning show: Newest segment 14 s old, target 2 s. And 1 more alarm.',
  );
  expect(badgeSentence([low, low, low])).toMatch(/^Evening show: .* And 2 more alarms\.$/);
});

test.each([
  ['a short name', 'Morning show', 'Morning show'],
  ['spaces around it', '  Morning show \n', 'Morning show'],
  ['200 characters', 'x'.repeat(200), 'x'.repeat(200)],
  ['more of them', 'x'.repeat(100_000), `${'x'.repeat(199)}…`],
  ['a pair that would be cut', `${'x'.repeat(198)}😀xx`, `${'x'.repeat(198)}…`],
  ['lines and a turned direction', 'One\r\nTwo\u202eThree', 'One Two Three'],
  ['no name', '', ''],
])('bounds a name in an alarm: %s', (_title, name, expected) => {
  expect(nameInAlarm(name)).toBe(expected);
});
