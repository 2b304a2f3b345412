import { describe, expect, it, test } from 'vitest';
import { type Sign, type Watch, dueAt, raisedWatch, step } from './alarm-step.ts';

const delays = { raiseSeconds: 5, recoverSeconds: 15 };

/** Goes through “at second: what happens”, ticking each second in between; gives what was done, and when. */
function played(script: readonly (readonly [second: number, what: Sign | 'restarted' | 'gone'])[]) {
  const acts: string[] = [];
  let watch: Watch | null = null;
  let since: number | null = null;
  const last = (script.at(-1)?.[0] ?? 0) + 100;
  for (let second = 0; second <= last; second += 1) {
    const now = second * 1_000;
    const what = script.find(([at]) => at === second)?.[1];
    if (what === 'restarted' || what === 'gone') {
      const next = step(watch, { kind: what }, delays, now);
      if (next.act !== null) acts.push(`${next.act} at ${second}`);
      watch = next.watch;
    } else if (what !== undefined)
      ({ watch } = step(watch, { kind: 'judged', sign: what }, delays, now));
    since = watch?.kind === 'failing' ? watch.since / 1_000 : since;
    const next = step(watch, { kind: 'ticked' }, delays, now);
    if (next.act !== null)
      acts.push(`${next.act} at ${second}${next.act === 'raise' ? ` since ${since}` : ''}`);
    watch = next.watch;
  }
  return acts;
}

test.each([
  ['is raised when it failed for its delay', [[0, 'failing']], ['raise at 5 since 0']],
  [
    'isn’t raised when it failed for less',
    [
      [0, 'failing'],
      [4, 'fine'],
    ],
    [],
  ],
  [
    'isn’t raised by a flutter, however long it goes on',
    [
      [0, 'failing'],
      [4, 'fine'],
      [5, 'failing'],
      [9, 'fine'],
      [10, 'failing'],
      [14, 'fine'],
    ],
    [],
  ],
  [
    'recovers when it was good for its other delay',
    [
      [0, 'failing'],
      [20, 'fine'],
    ],
    ['raise at 5 since 0', 'recover at 35'],
  ],
  [
    'doesn’t recover while it flutters, nor is it raised twice',
    [
      [0, 'failing'],
      [10, 'fine'],
      [24, 'failing'],
      [25, 'fine'],
      [39, 'failing'],
      [50, 'fine'],
    ],
    ['raise at 5 since 0', 'recover at 65'],
  ],
  [
    'is a new alarm when it fails after it recovered',
    [
      [0, 'failing'],
      [10, 'fine'],
      [40, 'failing'],
      [60, 'fine'],
    ],
    ['raise at 5 since 0', 'recover at 25', 'raise at 45 since 40', 'recover at 75'],
  ],
  [
    'doesn’t count the time in which it can’t be judged',
    [
      [0, 'failing'],
      [3, 'unknown'],
      [20, 'failing'],
      [30, 'fine'],
      [40, 'unknown'],
      [70, 'fine'],
    ],
    ['raise at 22 since 0', 'recover at 75'],
  ],
  [
    'begins to count anew after a minute in which it couldn’t be judged',
    [
      [0, 'failing'],
      [4, 'unknown'],
      [65, 'failing'],
      [90, 'fine'],
      [100, 'unknown'],
      [161, 'fine'],
    ],
    ['raise at 70 since 65', 'recover at 176'],
  ],
  [
    'stays raised while it can’t be judged',
    [
      [0, 'failing'],
      [8, 'unknown'],
    ],
    ['raise at 5 since 0'],
  ],
  [
    'begins its delays anew after a pause',
    [
      [0, 'failing'],
      [4, 'restarted'],
      [6, 'failing'],
      [20, 'fine'],
      [30, 'restarted'],
      [31, 'fine'],
    ],
    ['raise at 11 since 6', 'recover at 46'],
  ],
  [
    'recovers at once when it isn’t watched any more',
    [
      [0, 'failing'],
      [8, 'gone'],
    ],
    ['raise at 5 since 0', 'recover at 8'],
  ],
  [
    'is forgotten when it isn’t watched any more before it was raised',
    [
      [0, 'failing'],
      [2, 'gone'],
    ],
    [],
  ],
  [
    'is nothing while all is good',
    [
      [0, 'fine'],
      [5, 'unknown'],
      [9, 'fine'],
    ],
    [],
  ],
] as const)('an alarm %s', (_title, script, acts) => {
  expect(played(script)).toEqual(acts);
});

describe('dueAt', () => {
  it('is when the delay is over, and null while only a judgement brings anything on', () => {
    const { watch } = step(null, { kind: 'judged', sign: 'failing' }, delays, 1_000);
    expect(dueAt(watch, delays)).toBe(6_000);
    expect(dueAt(watch, { raiseSeconds: 0, recoverSeconds: 0 })).toBe(1_000);
    const paused = step(watch, { kind: 'judged', sign: 'unknown' }, delays, 3_000).watch;
    expect(dueAt(paused, delays)).toBeNull();
    expect(dueAt(raisedWatch, delays)).toBeNull();
    expect(dueAt(null, delays)).toBeNull();
  });
});

it('gives the same watch when a judgement is no news', () => {
  const failing = step(null, { kind: 'judged', sign: 'failing' }, delays, 0).watch;
  const fine = step(raisedWatch, { kind: 'judged', sign: 'fine' }, delays, 0).watch;
  expect(step(failing, { kind: 'judged', sign: 'failing' }, delays, 2_000).watch).toBe(failing);
  expect(step(fine, { kind: 'judged', sign: 'fine' }, delays, 2_000).watch).toBe(fine);
  expect(step(raisedWatch, { kind: 'judged', sign: 'unknown' }, delays, 2_000).watch).toBe(
    raisedWatch,
  );
});
