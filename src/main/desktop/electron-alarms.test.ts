import { expect, it, vi } from 'vitest';
import { ElectronAlarms } from './electron-alarms.ts';
import { ElectronWindow } from './electron-window.ts';
import { world } from './testing/fake-electron.ts';

vi.mock('electron', () => import('./testing/fake-electron.ts'));

it('marks the window in the taskbar of Windows while alarms are raised, and nowhere else', () => {
  const window = new ElectronWindow({
    appDir: '/nowhere',
    placeFile: '/nowhere/window.json',
    call: () => Promise.resolve(),
    quit: () => undefined,
  });
  const on = (platform: NodeJS.Platform): string[] => {
    const alarms = new ElectronAlarms({
      iconFile: '/nowhere/icon.png',
      platform,
      window: () => window,
      quit: () => undefined,
    });
    world.window?.did.splice(0);
    alarms.show(1, 'Morning show: no sound.');
    alarms.show(0, '');
    return world.window?.did.filter((did) => did.startsWith('overlay')) ?? [];
  };
  expect(on('win32')).toEqual([
    'overlay mark Tally: Morning show: no sound.',
    'overlay none Tally: no alarms',
  ]);
  expect(on('darwin')).toEqual([]);
});
