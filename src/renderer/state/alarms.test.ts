import { expect, test } from 'vitest';
import { type Result, fail, ok } from '../../shared/failure.ts';
import type { Alarm, EarlierAlarms } from '../../shared/health.ts';
import { RecoveredAlarms } from './alarms.svelte.ts';
import { FakeBridge } from './fake-bridge.ts';

const alarm = (id: string, recoveredAt: number, reason = ''): Alarm => ({
  id,
  kind: 'check',
  entityId: 'live_a',
  name: 'Morning show',
  check: 'sound',
  severity: 'high',
  reason,
  failingSince: 0,
  raisedAt: 1,
  acknowledgedAt: null,
  recoveredAt,
});

const page = (rows: readonly Alarm[], more = false): Result<EarlierAlarms> => ok({ rows, more });

const idsOf = ({ rows }: RecoveredAlarms): string[] => rows.map(({ id }) => id);

async function shown(rows: readonly Alarm[], more = false): Promise<[RecoveredAlarms, FakeBridge]> {
  const bridge = new FakeBridge();
  const recovered = new RecoveredAlarms(bridge);
  const showing = recovered.show();
  bridge.asked[0]?.answer(page(rows, more));
  await showing;
  return [recovered, bridge];
}

test('lists page after page, one at a time', async () => {
  const [recovered, bridge] = await shown([alarm('c', 30), alarm('b', 20)], true);
  const older = recovered.showOlder();
  void recovered.showOlder();
  expect(bridge.asked.slice(1).map(({ args }) => args)).toEqual([
    { before: { recoveredAt: 20, id: 'b' }, limit: 50 },
  ]);
  bridge.asked[1]?.answer(page([alarm('a', 10)]));
  await older;
  expect(idsOf(recovered)).toEqual(['c', 'b', 'a']);
  expect(recovered.more).toBe(false);
});

test('puts what recovers on top, and what belongs to a later page nowhere yet', async () => {
  const [recovered] = await shown([alarm('b', 20)], true);
  recovered.take(alarm('c', 30));
  recovered.take(alarm('a', 10));
  expect(idsOf(recovered)).toEqual(['c', 'b']);
});

test('loses nothing that comes while a page is on its way', async () => {
  const bridge = new FakeBridge();
  const recovered = new RecoveredAlarms(bridge);
  const showing = recovered.show();
  recovered.take(alarm('b', 20, 'new'));
  bridge.asked[0]?.answer(page([alarm('b', 20, 'old'), alarm('a', 10)]));
  await showing;
  expect(idsOf(recovered)).toEqual(['b', 'a']);
  expect(recovered.rows[0]?.reason).toBe('new');
});

test('takes no page that was asked for before another connection was chosen', async () => {
  const bridge = new FakeBridge();
  const recovered = new RecoveredAlarms(bridge);
  const first = recovered.show();
  const second = recovered.show();
  bridge.asked[1]?.answer(page([alarm('b', 20)]));
  bridge.asked[0]?.answer(page([alarm('a', 10)]));
  await Promise.all([first, second]);
  expect(idsOf(recovered)).toEqual(['b']);
});

test('says why there is no list, and keeps the pages it has', async () => {
  const [recovered, bridge] = await shown([alarm('b', 20)], true);
  const older = recovered.showOlder();
  bridge.asked[1]?.answer(fail({ kind: 'storage', trouble: 'failing' }));
  await older;
  expect(recovered.failure?.kind).toBe('storage');
  expect(idsOf(recovered)).toEqual(['b']);
  expect(recovered.more).toBe(true);
});
