import { expect, test } from 'vitest';
import { watchSettings } from '../../shared/health-arguments.ts';
import { type Thresholds, usualThresholds } from '../../shared/thresholds.ts';
import { readWatchSettings, usualWatchSettings } from './watch-settings.ts';

const settingsWith = (thresholds: Partial<Thresholds>) => ({
  ...usualWatchSettings,
  sound: false,
  thresholds: { ...usualThresholds, ...thresholds },
});
const readOf = (stored: unknown) => readWatchSettings({ get: () => stored });

test.each<[string, Partial<Thresholds>, boolean]>([
  ['the usual', {}, true],
  ['a warning as high as the failing', { freshWarning: 3 }, true],
  ['a warning above the failing', { freshWarning: 3.1 }, false],
  ['a failing under the warning', { behindFailingSeconds: 29 }, false],
  ['dropped frames that fail before they warn', { droppedFailingPercent: 0.9 }, false],
  ['quiet above loud', { loudnessLowLufs: -7 }, false],
  ['a frame rate that fails before it warns', { frameRateFailingPercent: 91 }, false],
  ['a bitrate that fails before it warns', { bitrateFarOverPercent: 19 }, false],
  ['both raised', { droppedWarningPercent: 100, droppedFailingPercent: 100 }, true],
])('takes as settings, or not: %s', (_title, thresholds, isTaken) => {
  expect(watchSettings.safeParse(settingsWith(thresholds)).success).toBe(isTaken);
});

test('says which thresholds contradict each other', () => {
  const parsed = watchSettings.safeParse(settingsWith({ droppedFailingPercent: 0.5 }));
  expect(parsed.error?.issues).toMatchObject([
    {
      path: ['thresholds', 'droppedWarningPercent'],
      message:
        '“Dropped frames are many from” must not be above “Dropped frames are too many from”.',
    },
  ]);
});

test('reads what is stored, with the usual in place of a pair that contradicts itself', () => {
  const stored = settingsWith({ freshWarning: 9, droppedFailingPercent: 50, frozenSeconds: 20 });
  const read = readOf(stored);
  expect(read).toEqual({
    ...stored,
    thresholds: { ...usualThresholds, droppedFailingPercent: 50, frozenSeconds: 20 },
  });
  expect(watchSettings.safeParse(read).success).toBe(true);
});

test('keeps what an earlier version stored, which knew fewer thresholds', () => {
  const stored = settingsWith({ frozenSeconds: 20 });
  const { frameRateWarningPercent: _, ...known } = stored.thresholds;
  expect(readOf({ ...stored, thresholds: known })).toEqual(stored);
});

test.each([[undefined], [null], [{ thresholds: {} }]])('reads %o as the usual', (stored) => {
  expect(readOf(stored)).toBe(usualWatchSettings);
});
