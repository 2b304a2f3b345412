import { expect, test } from 'vitest';
import { fail, ok } from '../../shared/failure.ts';
import { type CheckName, checkNames } from '../../shared/health.ts';
import type { WatchSettings } from '../../shared/health-arguments.ts';
import { usualThresholds } from '../../shared/thresholds.ts';
import { FakeBridge } from './fake-bridge.ts';
import { Saving } from './saving.svelte.ts';
import { WatchChoices } from './watch-settings.svelte.ts';
import { Watching } from './watching.svelte.ts';

const perCheck = <T>(value: T) =>
  Object.fromEntries(checkNames.map((name) => [name, value])) as Record<CheckName, T>;

const usual: WatchSettings = {
  thresholds: usualThresholds,
  severities: perCheck('high'),
  delays: perCheck({ raiseSeconds: 5, recoverSeconds: 15 }),
  sound: true,
  notifications: true,
  quietHours: { on: false, from: '22:00', to: '07:00' },
};

async function loaded() {
  const bridge = new FakeBridge();
  const watching = new Watching(bridge);
  const saving = new Saving();
  const choices = new WatchChoices(bridge, watching, saving);
  const loading = choices.load();
  bridge.asked[0]?.answer(ok(usual));
  await loading;
  return { bridge, choices, saving, watching };
}

test.each([
  [(choices: WatchChoices) => choices.set({ sound: false }), { ...usual, sound: false }],
  [
    (choices: WatchChoices) => choices.setQuietHours({ on: true }),
    { ...usual, quietHours: { on: true, from: '22:00', to: '07:00' } },
  ],
  [
    (choices: WatchChoices) => choices.setThreshold('freshFailing', 4),
    { ...usual, thresholds: { ...usualThresholds, freshFailing: 4 } },
  ],
  [
    (choices: WatchChoices) => choices.resetThreshold('freshFailing'),
    { ...usual, thresholds: usualThresholds },
  ],
  [
    (choices: WatchChoices) => choices.setSeverity('dash', 'off'),
    { ...usual, severities: { ...usual.severities, dash: 'off' } },
  ],
  [
    (choices: WatchChoices) => choices.setDelays('hls', { raiseSeconds: 9 }),
    { ...usual, delays: { ...usual.delays, hls: { raiseSeconds: 9, recoverSeconds: 15 } } },
  ],
])('sends a change at once, whole, and says when it is kept: %#', async (change, whole) => {
  const { bridge, choices, saving, watching } = await loaded();
  const changing = change(choices);
  expect(bridge.asked[1]).toMatchObject({ name: 'watch.set', args: whole });
  expect(watching.settings).toEqual(whole);
  expect(saving.isSaved).toBe(false);
  bridge.asked[1]?.answer(ok(undefined));
  await changing;
  expect(saving.isSaved).toBe(true);
});

test('shows what holds still when a change could not be kept', async () => {
  const { bridge, choices, saving, watching } = await loaded();
  const changing = choices.set({ sound: false });
  bridge.asked[1]?.answer(fail({ kind: 'storage', trouble: 'full' }));
  await changing;
  expect(watching.settings).toEqual(usual);
  expect(saving.isSaved).toBe(false);
  expect(saving.failure?.kind).toBe('storage');
});

test('keeps a later change when an earlier one is answered after it', async () => {
  const { bridge, choices, saving, watching } = await loaded();
  const first = choices.set({ sound: false });
  const second = choices.set({ notifications: false });
  expect(bridge.asked[2]?.args).toMatchObject({ sound: false, notifications: false });
  bridge.asked[1]?.answer(ok(undefined));
  await first;
  expect(saving.isSaved).toBe(false);
  bridge.asked[2]?.answer(ok(undefined));
  await second;
  expect(saving.isSaved).toBe(true);
  expect(watching.settings).toMatchObject({ sound: false, notifications: false });
});

test('sets the usual threshold, and with it the other of its figure where that doesn’t fit', async () => {
  const { choices, watching } = await loaded();
  const high = { freshWarning: 5, freshFailing: 9, frozenSeconds: 30 };
  watching.settings = { ...usual, thresholds: { ...usualThresholds, ...high } };
  void choices.resetThreshold('freshFailing');
  expect(watching.settings.thresholds).toEqual({ ...usualThresholds, frozenSeconds: 30 });
});
