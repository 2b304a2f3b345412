import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Sign, type Watch, dueAt, step } from './alarm-step.ts';

interface Judgement {
  readonly sign: Sign;
  readonly forMs: number;
}

const judgement: fc.Arbitrary<Judgement> = fc.record({
  sign: fc.constantFrom<Sign>('failing', 'failing', 'fine', 'fine', 'unknown'),
  forMs: fc.nat(20_000),
});
const seconds = fc.nat(30);

/** How long a sign was seen since the other one, as a plain sum over what was judged so far. */
function seenMs(judged: readonly Judgement[], sign: Sign, other: Sign): number {
  const since = judged.slice(judged.findLastIndex((one) => one.sign === other) + 1);
  return since.reduce((sum, one) => sum + (one.sign === sign ? one.forMs : 0), 0);
}

test('each alarm is raised once in a failing stretch, after its delay, and recovers after its other (2,000 runs)', () => {
  let raises = 0;
  let recoveries = 0;
  fc.assert(
    fc.property(
      fc.array(judgement, { maxLength: 60, size: 'max' }),
      seconds,
      seconds,
      (judgements, raiseSeconds, recoverSeconds) => {
        const delays = { raiseSeconds, recoverSeconds };
        const seen: Judgement[] = [];
        let watch: Watch | null = null;
        let isRaised = false;
        let now = 0;
        for (const { sign, forMs } of judgements) {
          ({ watch } = step(watch, { kind: 'judged', sign }, delays, now));
          const until = now + forMs;
          for (let due = dueAt(watch, delays); due !== null && due <= until;) {
            expect(due).toBeGreaterThanOrEqual(now);
            const { act, watch: next } = step(watch, { kind: 'ticked' }, delays, due);
            const soFar = [...seen, { sign, forMs: due - now }];
            if (act === 'raise') {
              expect(isRaised).toBe(false);
              expect(seenMs(soFar, 'failing', 'fine')).toBeGreaterThanOrEqual(raiseSeconds * 1_000);
              raises += 1;
            } else {
              expect(act).toBe('recover');
              expect(isRaised).toBe(true);
              expect(seenMs(soFar, 'fine', 'failing')).toBeGreaterThanOrEqual(
                recoverSeconds * 1_000,
              );
              recoveries += 1;
            }
            isRaised = act === 'raise';
            watch = next;
            due = dueAt(watch, delays);
          }
          seen.push({ sign, forMs });
          now = until;
        }
      },
    ),
    { numRuns: 2_000 },
  );
  expect(raises).toBeGreaterThan(2_000);
  expect(recoveries).toBeGreaterThan(1_000);
});

test('a stretch of failing without a pause is always raised when its delay is over', () => {
  fc.assert(
    fc.property(fc.array(judgement, { maxLength: 20 }), seconds, (judgements, raiseSeconds) => {
      const delays = { raiseSeconds, recoverSeconds: 10 };
      let watch: Watch | null = null;
      let now = 0;
      for (const { sign, forMs } of judgements) {
        ({ watch } = step(watch, { kind: 'judged', sign }, delays, now));
        now += forMs;
        ({ watch } = step(watch, { kind: 'ticked' }, delays, now));
      }
      ({ watch } = step(watch, { kind: 'judged', sign: 'failing' }, delays, now));
      now += raiseSeconds * 1_000;
      ({ watch } = step(watch, { kind: 'ticked' }, delays, now));
      expect(watch?.kind).toBe('raised');
    }),
    { numRuns: 1_000 },
  );
});
