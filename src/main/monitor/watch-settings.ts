import { type CheckName, checkNames } from '../../shared/health.ts';
import { type WatchSettings, storedWatchSettings } from '../../shared/health-arguments.ts';
import { uncrossed, usualThresholds } from '../../shared/thresholds.ts';
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

/** The settings of checks and alarms, the usual ones where none are stored or where two contradict each other. */
export function readWatchSettings(settings: Pick<Settings, 'get'>): WatchSettings {
  const stored = storedWatchSettings.safeParse(withAllThresholds(settings.get(name)));
  if (!stored.success) return usualWatchSettings;
  return { ...stored.data, thresholds: uncrossed(stored.data.thresholds) };
}

export function writeWatchSettings(settings: Settings, value: WatchSettings): void {
  settings.set(name, value);
}

/** An earlier version knew fewer thresholds: those it lacks are the usual ones. */
function withAllThresholds(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('thresholds' in stored)) return stored;
  const { thresholds } = stored;
  return typeof thresholds === 'object'
    ? { ...stored, thresholds: { ...usualThresholds, ...thresholds } }
    : stored;
}
