import { expect, test } from 'vitest';
import { overloadReason } from './alarm-words.ts';
import { AlarmDesk } from './testing/alarm-desk.ts';

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `s${index}`);
const everythingFails = { hls: 'failing', playlist: 'failing', service: 'failing' } as const;

test('the network’s end is one alarm for 500 streams, and recovers by itself', async () => {
  const desk = new AlarmDesk();
  desk.alarms.start();
  await desk.judgeFor(3_000, ids(500), {});
  await desk.judgeFor(3_000, ids(500), everythingFails);
  const since = desk.clock.now();
  desk.alarms.setOffline(since);
  await desk.judgeFor(4_900, ids(500), everythingFails);
  expect(desk.raised).toEqual([]);
  await desk.judgeFor(3_600_000, ids(3), everythingFails);
  expect(desk.raised).toMatchObject([
    {
      kind: 'network',
      entityId: null,
      check: null,
      severity: 'high',
      reason: 'This computer has no network, so 500 streams can’t be watched.',
      failingSince: since,
      raisedAt: since + 5_000,
    },
  ]);
  expect(desk.rings).toHaveLength(1);
  desk.alarms.setOffline(null);
  await desk.judgeFor(4_000, ids(500), everythingFails);
  await desk.judgeFor(4_900, ids(500), everythingFails);
  expect(desk.recovered.map(({ kind }) => kind)).toEqual(['network']);
  await desk.judgeFor(30_000, ids(1), everythingFails);
  expect(desk.raised.every(({ kind }) => kind === 'check')).toBe(true);
  expect(desk.raised.length).toBeGreaterThan(500);
});

test('what was raised as the network went is folded into its alarm, unless a producer took it on', async () => {
  const desk = new AlarmDesk();
  desk.alarms.start();
  await desk.judgeFor(60_000, ['old'], { playlist: 'failing' });
  await desk.judgeFor(8_000, ['one', 'two', 'mine'], { hls: 'failing' });
  const mine = desk.raised.find(({ entityId }) => entityId === 'mine');
  desk.alarms.acknowledge([mine?.id ?? '']);
  desk.alarms.setOffline(desk.clock.now());
  await desk.clock.pass(6_000);
  expect(desk.raised.map(({ kind, entityId }) => entityId ?? kind).sort()).toEqual([
    'mine',
    'network',
    'old',
  ]);
  expect(desk.recovered.map(({ entityId }) => entityId)).toEqual(['one', 'two']);
  expect(desk.recovered[0]?.reason).toMatch(/network failed at the same time/);
});

const overload = { suffering: 9, played: 16 };

/** Judges streams that aren’t smooth here every second, this computer being overloaded. */
async function overloadedFor(desk: AlarmDesk, ms: number, of: readonly string[]): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    for (const id of of) desk.judge(id, { smooth: 'failing' });
    desk.alarms.judgedMany('smooth', overloadReason(overload), desk.clock.now());
    await desk.clock.pass(1_000);
  }
}

/** Every stream is smooth here again, or none is played. */
async function relievedFor(desk: AlarmDesk, ms: number, of: readonly string[]): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    for (const id of of) desk.judge(id, {});
    desk.alarms.judgedMany('smooth', null, desk.clock.now());
    await desk.clock.pass(1_000);
  }
}

test('an overloaded computer is one low alarm for 16 tiles, and recovers by itself', async () => {
  const desk = new AlarmDesk();
  desk.alarms.start();
  const since = desk.clock.now();
  await overloadedFor(desk, 29_000, ids(16));
  expect(desk.raised).toEqual([]);
  await overloadedFor(desk, 600_000, ids(16));
  expect(desk.raised).toMatchObject([
    {
      kind: 'overload',
      entityId: null,
      name: 'This computer',
      check: 'smooth',
      severity: 'low',
      failingSince: since,
      raisedAt: since + 30_000,
    },
  ]);
  expect(desk.raised[0]?.reason).toMatch(/overloaded: 9 of 16 .* Show fewer tiles/);
  expect(desk.rings).toEqual([]);
  await relievedFor(desk, 31_000, ids(16));
  expect(desk.raised).toEqual([]);
  expect(desk.recovered.map(({ kind }) => kind)).toEqual(['overload']);
});

test('its alarm says how many suffer now', async () => {
  const desk = new AlarmDesk();
  desk.alarms.start();
  await overloadedFor(desk, 31_000, ids(16));
  desk.alarms.judgedMany('smooth', overloadReason({ suffering: 12, played: 16 }), desk.clock.now());
  expect(desk.raised[0]?.reason).toContain('12 of 16');
});

test('what else is wrong with a stream is told all the same', async () => {
  const desk = new AlarmDesk();
  desk.alarms.start();
  for (let second = 0; second < 40; second += 1) {
    desk.judge('show', { smooth: 'failing', playlist: 'failing' });
    desk.alarms.judgedMany('smooth', overloadReason(overload), desk.clock.now());
    await desk.clock.pass(1_000);
  }
  expect(desk.raised.map(({ kind, check }) => `${kind} ${String(check)}`).sort()).toEqual([
    'check playlist',
    'overload smooth',
  ]);
});

test('alarms of a stutter that began with the overload are folded into its alarm, older ones stay', async () => {
  const desk = new AlarmDesk();
  desk.alarms.start();
  await desk.judgeFor(100_000, ['old'], { smooth: 'failing' });
  await desk.judgeFor(31_000, ['old', 'one'], { smooth: 'failing' });
  expect(desk.raised).toHaveLength(2);
  await overloadedFor(desk, 31_000, ['old', 'one', 'two']);
  expect(desk.raised.map(({ kind, entityId }) => entityId ?? kind).sort()).toEqual([
    'old',
    'one',
    'overload',
  ]);
  const early = new AlarmDesk();
  early.alarms.start();
  early.settings = {
    ...early.settings,
    delays: {
      ...early.settings.delays,
      smooth: { raiseSeconds: 5, recoverSeconds: 5 },
    },
  };
  await early.judgeFor(6_000, ['one', 'two'], { smooth: 'failing' });
  expect(early.raised).toHaveLength(2);
  await overloadedFor(early, 6_000, ['one', 'two', 'three']);
  expect(early.raised.map(({ kind }) => kind)).toEqual(['overload']);
  expect(early.recovered.map(({ entityId }) => entityId)).toEqual(['one', 'two']);
  expect(early.recovered[0]?.reason).toMatch(/overloaded, as an alarm of its own says/);
});

test('a stream that stutters on by itself afterwards is raised after its whole delay', async () => {
  const desk = new AlarmDesk();
  desk.alarms.start();
  await overloadedFor(desk, 120_000, ids(16));
  for (let second = 0; second < 31; second += 1) {
    desk.judge('s0', { smooth: 'failing' });
    desk.alarms.judgedMany('smooth', null, desk.clock.now());
    await desk.clock.pass(1_000);
  }
  expect(desk.raised).toEqual([]);
  for (let second = 0; second < 32; second += 1) {
    desk.judge('s0', { smooth: 'failing' });
    await desk.clock.pass(1_000);
  }
  expect(desk.raised).toMatchObject([{ kind: 'check', entityId: 's0', check: 'smooth' }]);
});

test('no alarm is made of an overload where “Smooth here” raises none', async () => {
  const desk = new AlarmDesk();
  desk.settings = {
    ...desk.settings,
    severities: { ...desk.settings.severities, smooth: 'off' },
  };
  desk.alarms.start();
  await overloadedFor(desk, 60_000, ids(16));
  expect([desk.raised, desk.recovered]).toEqual([[], []]);
});

test('an overload of before a restart recovers once nothing is played any more', async () => {
  const before = new AlarmDesk();
  before.alarms.start();
  await overloadedFor(before, 31_000, ids(16));
  before.alarms.stop();
  const after = new AlarmDesk(before.store, before.clock);
  after.alarms.start();
  expect(after.raised.map(({ kind }) => kind)).toEqual(['overload']);
  await relievedFor(after, 31_000, []);
  expect(after.raised).toEqual([]);
});

test('a network that is gone for less than 5 s raises nothing', async () => {
  const desk = new AlarmDesk();
  desk.alarms.start();
  await desk.judgeFor(1_000, ids(5), {});
  desk.alarms.setOffline(desk.clock.now());
  await desk.clock.pass(4_000);
  desk.alarms.setOffline(null);
  await desk.judgeFor(30_000, ids(5), {});
  expect([desk.rings, desk.recovered]).toEqual([[], []]);
});

test('a network alarm of before a restart recovers when there is a network again', async () => {
  const before = new AlarmDesk();
  before.alarms.start();
  before.judge('show', {});
  before.alarms.setOffline(before.clock.now());
  await before.clock.pass(6_000);
  before.alarms.stop();
  const after = new AlarmDesk(before.store, before.clock);
  after.alarms.start();
  await after.clock.pass(6_000);
  expect(after.recovered.map(({ kind }) => kind)).toEqual(['network']);
  expect(after.raised).toEqual([]);
});

test('a sleep with 500 streams is one alarm, recovered at once and without a sound', async () => {
  const desk = new AlarmDesk();
  desk.alarms.start();
  await desk.judgeFor(3_000, ids(500), everythingFails);
  const from = desk.clock.now() - 16_475_000;
  desk.alarms.slept(from, desk.clock.now());
  expect(desk.recovered).toMatchObject([
    { kind: 'sleep', entityId: null, failingSince: from, recoveredAt: desk.clock.now() },
  ]);
  expect(desk.rings).toMatchObject([{ sound: false, notification: true }]);
  await desk.judgeFor(14_900, ids(500), everythingFails);
  await desk.judgeFor(30_000, ids(500), {});
  expect([desk.raised, desk.recovered.length]).toEqual([[], 1]);
});

test('a failure that goes on after a sleep is raised when its delay is over, counted from then', async () => {
  const desk = new AlarmDesk();
  desk.alarms.start();
  await desk.judgeFor(3_000, ['show'], { playlist: 'failing' });
  const woke = desk.clock.now();
  desk.alarms.slept(woke - 1_000_000, woke);
  await desk.judgeFor(40_000, ['show'], { playlist: 'failing' });
  expect(desk.raised).toMatchObject([{ failingSince: woke + 15_000, raisedAt: woke + 20_000 }]);
});

test('a timer that comes hours late raises nothing of what was seen before', async () => {
  const desk = new AlarmDesk();
  let asleepMs = 0;
  const awake = desk.clock.now.bind(desk.clock);
  desk.clock.now = () => awake() + asleepMs;
  desk.alarms.start();
  desk.judge('show', { playlist: 'failing' });
  await desk.clock.pass(2_000);
  asleepMs = 4 * 3_600_000;
  await desk.clock.pass(4_000);
  expect(desk.raised).toEqual([]);
  await desk.judgeFor(40_000, ['show'], { playlist: 'failing' });
  expect(desk.raised).toHaveLength(1);
});

test('1,000 streams that fail together are told a few times a second, not once for each', async () => {
  const desk = new AlarmDesk();
  desk.alarms.start();
  for (const id of ids(1_000)) {
    desk.judge(id, { hls: 'failing' });
    await desk.clock.pass(4);
  }
  const before = desk.views.length;
  for (const id of ids(1_000)) {
    desk.judge(id, { hls: 'failing' });
    await desk.clock.pass(6);
  }
  expect(desk.raised).toHaveLength(1_000);
  expect(desk.views.length - before).toBeLessThanOrEqual(25);
});

const reason = 'The service refuses with status 503: no live entity can be read.';

/** Judges streams of which the service tells nothing every second, as it does of none. */
async function serviceFailsFor(desk: AlarmDesk, ms: number, of: readonly string[]): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    for (const id of of) desk.judge(id, { service: 'failing' });
    desk.alarms.judgedMany('service', reason, desk.clock.now());
    await desk.clock.pass(1_000);
  }
}

test('a service that answers for no stream is one alarm for 500, and recovers by itself', async () => {
  const desk = new AlarmDesk();
  desk.alarms.start();
  await desk.judgeFor(20_000, ids(500), { service: 'failing' });
  await serviceFailsFor(desk, 60_000, ids(500));
  expect(desk.raised).toMatchObject([
    { kind: 'service', entityId: null, name: 'The service', check: 'service', reason },
  ]);
  expect(desk.rings).toHaveLength(1);
  for (let second = 0; second < 20; second += 1) {
    for (const id of ids(500)) desk.judge(id, {});
    desk.alarms.judgedMany('service', null, desk.clock.now());
    await desk.clock.pass(1_000);
  }
  expect(desk.raised).toEqual([]);
  expect(desk.recovered.map(({ kind }) => kind)).toEqual(['service']);
});

test('a stream that the service doesn’t know is told beside its trouble, where that came later', async () => {
  const desk = new AlarmDesk();
  desk.alarms.start();
  await desk.judgeFor(31_000, ['unknown'], { service: 'failing' });
  await serviceFailsFor(desk, 31_000, ['unknown']);
  expect(desk.raised.map(({ kind }) => kind).sort()).toEqual(['check', 'service']);
});
