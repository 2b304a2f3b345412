import { expect, test } from 'vitest';
import type { PreviewFacts } from '../../../shared/health-arguments.ts';
import { usualThresholds } from '../../../shared/thresholds.ts';
import { smooth } from '../checks/smooth.ts';
import { madeFacts, madePreview } from '../testing/made-facts.ts';
import { AlarmDesk, checksOf } from './testing/alarm-desk.ts';

/** What a player tells in one second of its stall: its state, and how many stalls it had in a minute. */
type Second = readonly [state: PreviewFacts['state'], stalls: number];

const seconds = (count: number, ...[state, stalls]: Second): Second[] =>
  Array.from({ length: count }, () => [state, stalls]);

/** Judges a stream with which nothing else is wrong by its player, second for second. */
async function played(all: readonly Second[], desk = new AlarmDesk()): Promise<AlarmDesk> {
  for (const [state, stallsInLastMinute] of all) {
    const preview = madePreview({ state, stallsInLastMinute });
    const judged = smooth(madeFacts({ preview }), usualThresholds);
    const checks = checksOf({}).map((one) => (one.name === 'smooth' ? { ...one, ...judged } : one));
    desk.alarms.judged('show', checks, desk.clock.now(), false);
    await desk.clock.pass(1_000);
  }
  return desk;
}
const started = (): AlarmDesk => {
  const desk = new AlarmDesk();
  desk.alarms.start();
  return desk;
};

/** As the player of the page goes about it: it starts anew after 8 s without media, and gives up after 20 s. */
const restarting = [
  ...seconds(8, 'stalled', 2),
  ...seconds(3, 'loading', 2),
  ...seconds(4, 'playing', 2),
];
const hopeless = [
  ...seconds(8, 'stalled', 1),
  ...seconds(20, 'loading', 1),
  ...seconds(32, 'trouble', 1),
];

test.each([
  ['that starts anew again and again', [...restarting, ...restarting, ...restarting]],
  ['that never comes back', hopeless],
])('a stall rings, also one %s', async (_title, all) => {
  const desk = await played(all, started());
  expect(desk.raised).toMatchObject([{ kind: 'check', check: 'smooth' }]);
});

test('a stall isn’t over while the player tries, but once it plays, or nothing plays here', async () => {
  const desk = await played([...hopeless, ...seconds(300, 'trouble', 0)], started());
  expect(desk.recovered).toEqual([]);
  await played(seconds(31, 'playing', 0), desk);
  expect(desk.recovered).toMatchObject([{ check: 'smooth' }]);

  const other = await played(hopeless, started());
  await played(seconds(31, 'paused', 0), other);
  expect(other.recovered).toMatchObject([{ check: 'smooth' }]);
});

test('one stall that passes doesn’t ring', async () => {
  const desk = await played(
    [...seconds(20, 'stalled', 1), ...seconds(5, 'loading', 1), ...seconds(60, 'playing', 1)],
    started(),
  );
  expect(desk.raised).toEqual([]);
});
