import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAsking } from './outbox.ts';
import { nextTickAt } from './outbox-step.ts';
import { type Act, type UserSays, World, replies } from './testing/outbox-world.ts';

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('enqueue' as const),
      ref: fc.nat(3),
      clicked: fc.boolean(),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('reply' as const), reply: fc.constantFrom(...replies) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('network', 'token', 'setting') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(400_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      when: fc.constantFrom('now', 'unsaved', 'saved'),
      arrived: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('user' as const),
      says: fc.constantFrom<UserSays>('send-now', 'discard', 'mark-as-saved', 'resolved'),
      at: fc.nat(5),
    }),
  },
);

function check(world: World): void {
  for (const id of world.acknowledged) {
    const places = [world.disk.has(id), world.noted.has(id), world.discarded.has(id)];
    if (!places.includes(true)) throw new Error(`Change ${id} is lost`);
    const made = world.made.get(id) ?? 0;
    const allowed = 1 + (world.sentAgain.get(id) ?? 0);
    if (made > allowed) throw new Error(`Change ${id} was made ${made} times`);
  }
  expect(world.outbox.entries.filter(({ id }) => !world.disk.has(id))).toEqual([]);
}

/** With a network, a token and a producer who answers, everything gets out. */
function settle(world: World): void {
  world.do({ do: 'token' });
  if (!world.outbox.online) world.do({ do: 'network' });
  for (let round = 0; world.outbox.entries.length > 0; round += 1) {
    if (round > 200) throw new Error(`Stuck: ${JSON.stringify(world.outbox)}`);
    if (world.isBusy) world.reply('ok');
    else {
      const asking = world.outbox.entries.find(isAsking);
      const due = nextTickAt(world.outbox, world.now);
      if (due !== null) world.do({ do: 'pass', ms: due - world.now });
      else if (asking === undefined)
        for (const entry of world.outbox.entries) world.user('send-now', entry);
      else world.user(asking.state.kind === 'conflict' ? 'resolved' : 'send-now', asking);
    }
  }
}

describe('the outbox', () => {
  it(
    'sends each change at most once and loses none, however it is interrupted (1,000 runs)',
    { timeout: 60_000 },
    () => {
      let sent = 0;
      fc.assert(
        fc.property(fc.array(act, { minLength: 5, maxLength: 60, size: 'max' }), (acts) => {
          const world = new World();
          for (const act of acts) {
            world.do(act);
            check(world);
          }
          settle(world);
          check(world);
          for (const [entity, ids] of Map.groupBy(world.firstSent, (id) => world.refs.get(id))) {
            expect([entity, ids]).toEqual([entity, ids.toSorted((a, b) => Number(a) - Number(b))]);
            sent += ids.length;
          }
          const kept = world.acknowledged.filter((id) => !world.discarded.has(id));
          expect(kept.filter((id) => !world.noted.has(id))).toEqual([]);
        }),
        { numRuns: 1_000 },
      );
      expect(sent).toBeGreaterThan(1_000);
    },
  );
});
