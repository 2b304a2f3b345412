import { describe, expect, it } from 'vitest';
import { type Failure, type Result, fail, ok } from '../../shared/failure.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { Poller } from './poller.ts';

function setUp() {
  const clock = new FakeClock(0);
  const reads: { id: string; at: number }[] = [];
  const plans: (number | null)[] = [];
  let outcome: (id: string) => Result<unknown> | Promise<Result<unknown>> = () => ok(null);
  const poller = new Poller(
    async (id) => {
      reads.push({ id, at: clock.now() });
      return outcome(id);
    },
    clock,
    (_, nextAt) => plans.push(nextAt),
    () => 1,
  );
  return {
    clock,
    poller,
    reads,
    plans,
    timesOf: (id: string) => reads.filter((read) => read.id === id).map(({ at }) => at),
    answer: (next: typeof outcome) => {
      outcome = next;
    },
    failWith: (failure: Failure) => {
      outcome = () => fail(failure);
    },
  };
}

const unreachable: Failure = { kind: 'unreachable', detail: 'refused' };

describe('Poller', () => {
  it('reads the open entity at once and then every 5 s', async () => {
    const { clock, poller, timesOf } = setUp();
    poller.start();
    poller.open('a');
    await clock.pass(15_000);
    expect(timesOf('a')).toEqual([0, 5_000, 10_000, 15_000]);
  });

  it('says when the open entity is read next', async () => {
    const { clock, poller, plans } = setUp();
    poller.start();
    poller.open('a');
    await clock.pass(0);
    expect(plans).toEqual([5_000]);
  });

  it('reads the others one at a time, each once a minute', async () => {
    const { clock, poller, reads } = setUp();
    poller.start();
    poller.setOthers(['a', 'b', 'c']);
    await clock.pass(63_500);
    expect(reads.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
    expect(reads[3]?.at).toBeGreaterThanOrEqual(60_000);
  });

  it('never has two reads of the same entity under way', async () => {
    const { clock, poller, reads, answer } = setUp();
    let finish: (result: Result<unknown>) => void = () => undefined;
    answer(() => new Promise((done) => (finish = done)));
    poller.start();
    poller.open('a');
    const first = poller.refresh('a');
    const second = poller.refresh('a');
    await clock.pass(30_000);
    expect(reads).toHaveLength(1);
    finish(ok('answer'));
    expect(await Promise.all([first, second])).toEqual([ok('answer'), ok('answer')]);
  });

  it('doubles the wait while the service fails, up to a minute, and returns to 5 s', async () => {
    const { clock, poller, timesOf, failWith, answer } = setUp();
    failWith(unreachable);
    poller.start();
    poller.open('a');
    await clock.pass(200_000);
    const waits = timesOf('a').map((at, index, all) => at - (all[index - 1] ?? 0));
    expect(waits).toEqual([0, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    answer(() => ok(null));
    await clock.pass(60_000);
    const recovered = timesOf('a').length;
    await clock.pass(10_000);
    expect(timesOf('a').length - recovered).toBeGreaterThanOrEqual(1);
  });

  it('waits as long as a throttling service says', async () => {
    const { clock, poller, timesOf, failWith } = setUp();
    failWith({ kind: 'throttled', until: 90_000 });
    poller.start();
    poller.open('a');
    await clock.pass(89_000);
    expect(timesOf('a')).toEqual([0]);
    await clock.pass(1_000);
    expect(timesOf('a')).toEqual([0, 90_000]);
  });

  it('waits as told also when the entity is opened anew', async () => {
    const { clock, poller, timesOf, failWith } = setUp();
    failWith({ kind: 'throttled', until: 90_000 });
    poller.start();
    poller.open('a');
    await clock.pass(1_000);
    poller.open(null);
    poller.open('a');
    await clock.pass(80_000);
    expect(timesOf('a')).toEqual([0]);
    await clock.pass(10_000);
    expect(timesOf('a')).toEqual([0, 90_000]);
  });

  it('goes on reading after a bug while reading', async () => {
    const { clock, poller, timesOf, answer } = setUp();
    answer(() => {
      throw new Error('a bug');
    });
    poller.start();
    poller.open('a');
    await clock.pass(10_000);
    expect(timesOf('a')).toEqual([0, 5_000, 10_000]);
  });

  it('rests when the token is refused, until it is told to go on', async () => {
    const { clock, poller, timesOf, plans, failWith, answer } = setUp();
    failWith({ kind: 'not-authorised', message: 'no' });
    poller.start();
    poller.setOthers(['b']);
    poller.open('a');
    await clock.pass(600_000);
    expect(timesOf('a')).toEqual([0]);
    expect(timesOf('b')).toEqual([]);
    expect(plans.at(-1)).toBeNull();
    answer(() => ok(null));
    poller.goOn();
    await clock.pass(5_000);
    expect(timesOf('a')).toHaveLength(3);
  });

  it('rests without a network and reads at once when it is back', async () => {
    const { clock, poller, timesOf, plans } = setUp();
    poller.start();
    poller.open('a');
    await clock.pass(1_000);
    poller.setOnline(false);
    expect(plans.at(-1)).toBeNull();
    await clock.pass(60_000);
    expect(timesOf('a')).toEqual([0]);
    poller.setOnline(true);
    await clock.pass(0);
    expect(timesOf('a')).toEqual([0, 61_000]);
  });

  it('reads the others on when the clock is set back', async () => {
    const { clock, poller, reads } = setUp();
    poller.start();
    poller.setOthers(['a', 'b']);
    await clock.pass(300_000);
    clock.setBack(200_000);
    reads.length = 0;
    await clock.pass(10_000);
    expect(reads.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('leaves nothing waiting after it stopped', async () => {
    const { clock, poller, reads } = setUp();
    poller.start();
    poller.setOthers(['b']);
    poller.open('a');
    await clock.pass(7_000);
    poller.stop();
    const before = reads.length;
    await clock.pass(100_000);
    expect(reads).toHaveLength(before);
    expect(clock.waiting).toBe(0);
  });
});
