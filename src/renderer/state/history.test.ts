import { expect, test } from 'vitest';
import type { HistoryList, HistoryRow } from '../../shared/edit-views.ts';
import { type Result, fail, ok } from '../../shared/failure.ts';
import { FakeBridge } from './fake-bridge.ts';
import { SentChanges } from './history.svelte.ts';

const row = (id: string, at: number, outcome: HistoryRow['outcome'] = 'took'): HistoryRow => ({
  row: id,
  at,
  ref: { kind: 'live', id: 'a' },
  name: 'Morning show',
  changes: [],
  outcome,
  failure: null,
  differences: [],
  tookMs: 100,
  noRevert: null,
});

const list = (
  rows: readonly HistoryRow[],
  more = false,
  connectionId = 'one',
): Result<HistoryList> => ok({ connectionId, rows, more });

const idsOf = ({ rows }: SentChanges): string[] => rows.map((one) => one.row);

async function shown(
  rows: readonly HistoryRow[],
  more = false,
): Promise<[SentChanges, FakeBridge]> {
  const bridge = new FakeBridge();
  const history = new SentChanges(bridge);
  const showing = history.show('one');
  bridge.asked[0]?.answer(list(rows, more));
  await showing;
  return [history, bridge];
}

test('lists page after page', async () => {
  const [history, bridge] = await shown([row('c', 30), row('b', 20)], true);
  expect(idsOf(history)).toEqual(['c', 'b']);
  const older = history.showOlder();
  expect(bridge.asked[1]?.args).toEqual({ before: 20, limit: 50 });
  bridge.asked[1]?.answer(list([row('a', 10)]));
  await older;
  expect(idsOf(history)).toEqual(['c', 'b', 'a']);
  expect(history.more).toBe(false);
});

test('asks for one page at a time', async () => {
  const [history, bridge] = await shown([row('b', 20)], true);
  void history.showOlder();
  void history.showOlder();
  expect(bridge.asked).toHaveLength(2);
});

test('puts what is sent on top and replaces what it knows', async () => {
  const [history] = await shown([row('a', 10, 'accepted')]);
  history.take(row('b', 20));
  history.take(row('a', 10, 'took'));
  expect(idsOf(history)).toEqual(['b', 'a']);
  expect(history.rows[1]?.outcome).toBe('took');
  expect(history.latest?.row).toBe('a');
});

test('loses nothing that comes while a page is on its way', async () => {
  const bridge = new FakeBridge();
  const history = new SentChanges(bridge);
  const showing = history.show('one');
  history.take(row('b', 20, 'took'));
  history.take(row('c', 30));
  bridge.asked[0]?.answer(list([row('b', 20, 'accepted'), row('a', 10)]));
  await showing;
  expect(idsOf(history)).toEqual(['c', 'b', 'a']);
  expect(history.rows[1]?.outcome).toBe('took');
});

test('leaves what is older than the pages shown to the page it is on', async () => {
  const [history, bridge] = await shown([row('c', 30)], true);
  history.take(row('a', 10));
  expect(idsOf(history)).toEqual(['c']);
  void history.showOlder();
  expect(bridge.asked[1]?.args).toEqual({ before: 30, limit: 50 });
});

test('shows nothing of another connection', async () => {
  const [history, bridge] = await shown([row('a', 10)]);
  const second = history.show('two');
  expect(idsOf(history)).toEqual([]);
  const third = history.show('three');
  bridge.asked[2]?.answer(list([row('z', 1)], false, 'three'));
  bridge.asked[1]?.answer(list([row('y', 1)], false, 'two'));
  await Promise.all([second, third]);
  expect(idsOf(history)).toEqual(['z']);
});

test('takes no list of a connection that main left meanwhile', async () => {
  const bridge = new FakeBridge();
  const history = new SentChanges(bridge);
  const showing = history.show('one');
  bridge.asked[0]?.answer(list([row('a', 10)], false, 'two'));
  await showing;
  expect(idsOf(history)).toEqual([]);
});

test('says why there is no list, and keeps the pages it has', async () => {
  const [history, bridge] = await shown([row('b', 20)], true);
  const older = history.showOlder();
  bridge.asked[1]?.answer(fail({ kind: 'storage', trouble: 'failing' }));
  await older;
  expect(history.failure?.kind).toBe('storage');
  expect(idsOf(history)).toEqual(['b']);
  expect(history.more).toBe(true);
});
