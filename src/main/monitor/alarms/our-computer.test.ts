import { expect, test } from 'vitest';
import type { Standing } from '../checks/frames.ts';
import { overloadOf } from './our-computer.ts';

const players = (good: number, warning: number, failing: number): Standing[] => [
  ...Array<Standing>(good).fill('good'),
  ...Array<Standing>(warning).fill('warning'),
  ...Array<Standing>(failing).fill('failing'),
];
const before = { suffering: 9, played: 16 };

test.each([
  ['nothing is played', players(0, 0, 0), null, null],
  ['all keep up', players(16, 0, 0), null, null],
  ['half of them fail', players(8, 0, 8), null, { suffering: 8, played: 16 }],
  [
    'half of them are bad, one of them failing',
    players(8, 7, 1),
    null,
    { suffering: 8, played: 16 },
  ],
  ['many warn and none fails', players(4, 12, 0), null, null],
  [
    'many warn where it had been overloaded',
    players(4, 12, 0),
    before,
    { suffering: 12, played: 16 },
  ],
  ['less than half are bad', players(9, 0, 7), null, null],
  ['less than half are bad, and had been more', players(9, 0, 7), before, null],
  ['all of three fail', players(0, 0, 3), null, { suffering: 3, played: 3 }],
  ['all of two fail', players(0, 0, 2), null, null],
])('%s', (_title, played, was, expected) => {
  expect(overloadOf(played, was)).toEqual(expected);
});
