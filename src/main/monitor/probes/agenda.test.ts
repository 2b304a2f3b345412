import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import { Agenda, type Due } from './agenda.ts';

function setUp() {
  const clock = new FakeClock(0);
  const agenda = new Agenda(clock);
  const done: { name: number; at: number }[] = [];
  const due = (name: number, act: () => void = () => undefined): Due => ({
    dueAt: 0,
    place: -1,
    act: () => {
      done.push({ name, at: clock.now() });
      act();
    },
  });
  return { clock, agenda, done, due };
}

describe('Agenda', () => {
  it('does everything at its time, whatever was planned first, on one timer', async () => {
    const { clock, agenda, done, due } = setUp();
    const times = Array.from({ length: 200 }, (_, n) => (n * 7919) % 1_009);
    times.forEach((time, name) => agenda.plan(due(name), time * 10));
    expect(clock.waiting).toBe(1);
    await clock.pass(20_000);
    expect(done.map(({ at }) => at)).toEqual(times.map((time) => time * 10).sort((a, b) => a - b));
    expect(clock.waiting).toBe(0);
  });

  it('moves and removes what is planned', async () => {
    const { clock, agenda, done, due } = setUp();
    const all = Array.from({ length: 50 }, (_, name) => due(name));
    all.forEach((one, n) => agenda.plan(one, 1_000 + n));
    all.forEach((one, n) => {
      if (n % 3 === 0) agenda.remove(one);
      if (n % 3 === 1) agenda.plan(one, 5_000 - n);
    });
    agenda.remove(all[0]!);
    await clock.pass(10_000);
    const moved = all.flatMap((_, n) => (n % 3 === 1 ? [n] : [])).reverse();
    const left = all.flatMap((_, n) => (n % 3 === 2 ? [n] : []));
    expect(done.map(({ name }) => name)).toEqual([...left, ...moved]);
  });

  it('does ten of many that are due at once, then pauses, and more the later it is', async () => {
    const { clock, agenda, done, due } = setUp();
    for (let name = 0; name < 45; name += 1) agenda.plan(due(name), 100);
    await clock.pass(1_000);
    const times = done.map(({ at }) => at);
    expect([times.slice(0, 10), times.slice(10, 30), times.slice(30)]).toEqual([
      Array(10).fill(100),
      Array(20).fill(105),
      Array(15).fill(110),
    ]);
  });

  it('takes what is planned, or cleared, in the middle of its work', async () => {
    const { clock, agenda, done, due } = setUp();
    const again = due(2);
    agenda.plan(
      due(1, () => agenda.plan(again, 150)),
      100,
    );
    agenda.plan(
      due(3, () => agenda.clear()),
      200,
    );
    agenda.plan(due(4), 201);
    await clock.pass(1_000);
    expect(done.map(({ name }) => name)).toEqual([1, 2, 3]);
    expect(clock.waiting).toBe(0);
  });
});
