import { expect, test } from 'vitest';
import { fail, ok } from '../../shared/failure.ts';
import { FakeBridge } from './fake-bridge.ts';
import { Settings } from './settings.svelte.ts';

async function loaded(): Promise<[Settings, FakeBridge]> {
  const bridge = new FakeBridge();
  const settings = new Settings(bridge);
  const loading = settings.load();
  bridge.asked[0]?.answer(ok({ waitForClick: false, historyDays: 90 }));
  await loading;
  return [settings, bridge];
}

test('sends a change at once, whole, and says when it is kept', async () => {
  const [settings, bridge] = await loaded();
  const setting = settings.waitForClick(true);
  expect(bridge.asked[1]).toMatchObject({
    name: 'settings.set',
    args: { waitForClick: true, historyDays: 90 },
  });
  expect(settings.isSaved).toBe(false);
  bridge.asked[1]?.answer(ok(null));
  await setting;
  expect(settings.isSaved).toBe(true);
});

test('shows what holds still when a change could not be kept', async () => {
  const [settings, bridge] = await loaded();
  settings.days = 30;
  const setting = settings.setDays();
  bridge.asked[1]?.answer(fail({ kind: 'storage', trouble: 'full' }));
  await setting;
  expect(settings.days).toBe(90);
  expect(settings.isSaved).toBe(false);
  expect(settings.failure?.kind).toBe('storage');
});

test.each([
  [1, true],
  [3_650, true],
  [0, false],
  [3_651, false],
  [1.5, false],
  [null, false],
  [undefined, false],
])('takes %s days: %s', async (days, isTaken) => {
  const [settings, bridge] = await loaded();
  settings.days = days;
  expect(settings.hasFitDays).toBe(isTaken);
  void settings.setDays();
  expect(bridge.asked.slice(1)).toHaveLength(isTaken ? 1 : 0);
});

test('sends nothing when the days are as they were', async () => {
  const [settings, bridge] = await loaded();
  await settings.setDays();
  expect(bridge.asked).toHaveLength(1);
});
