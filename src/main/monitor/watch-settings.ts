import { type CheckName, checkNames } from '../../shared/health.ts';
import { type WatchSettings, watchSettings } from '../../shared/health-arguments.ts';
import { usualThresholds } from '../../shared/thresholds.ts';
import type { Settings } from '../library/settings.ts';

const name = 'watch';

const perCheck = <T>(usual: T, other: Partial<Record<CheckName, T>>): Record<CheckName, T> =>
  Object.fromEntries(checkNames.map((check) => [check, other[check] ?? usual])) as Record<
    CheckName,
    T
  >;

export const usualWatchSettings: WatchSettings = {
  thresholds: usualThresholds,
  severities: perCheck('high', {
    'behind-live': 'low',
    ladder: 'low',
    bitrate: 'low',
    dash: 'low',
    smooth: 'low',
  }),
  delays: perCheck(
    { raiseSeconds: 5, recoverSeconds: 15 },
    {
      service: { raiseSeconds: 30, recoverSeconds: 15 },
      ladder: { raiseSeconds: 60, recoverSeconds: 60 },
      bitrate: { raiseSeconds: 60, recoverSeconds: 60 },
      dash: { raiseSeconds: 30, recoverSeconds: 30 },
      smooth: { raiseSeconds: 30, recoverSeconds: 30 },
    },
  ),
  sound: true,
  notifications: true,
  quietHours: { on: false, from: '22:00', to: '07:00' },
};

/** The settings of checks and alarms, the usual ones where none are stored. */
export function readWatchSettings(settings: Settings): WatchSettings {
  const stored = watchSettings.safeParse(settings.get(name));
  return stored.success ? stored.data : usualWatchSettings;
}

export function writeWatchSettings(settings: Settings, value: WatchSettings): void {
  settings.set(name, value);
}
