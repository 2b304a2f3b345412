import { describe, expect, it, test } from 'vitest';
import { choosable, closedIn, strays, toggled } from './selection.ts';

const names = (profiles: Parameters<typeof choosable>[0]): string[] =>
  choosable(profiles).map(({ name }) => name);

describe('the names of the rows', () => {
  it('are those of the profiles, else their identifiers, else their number', () => {
    expect(names([{ id: 'a', name: '1080p' }, { id: 'b' }, {}])).toEqual([
      '1080p',
      'b',
      'Profile 3',
    ]);
  });

  it('hold the identifier where two are called the same', () => {
    expect(
      names([
        { id: 'a', name: '720p' },
        { id: 'b', name: '720p' },
        { id: 'c', name: '480p' },
      ]),
    ).toEqual(['720p (a)', '720p (b)', '480p']);
  });

  it('hold the row where the identifiers are the same, too', () => {
    const twice = { id: 'a', name: '720p' };
    expect(names([twice, twice, { name: '720p' }])).toEqual([
      '720p (a), row 1',
      '720p (a), row 2',
      '720p',
    ]);
  });
});

test('says why a profile can’t be chosen', () => {
  const rows = choosable(
    [{ id: 'a' }, {}, { id: '' }, { id: 'b,c' }, { id: 'd' }],
    new Map([['d', 'Not now.']]),
  );
  expect(rows.map(({ whyNot }) => whyNot)).toEqual([
    null,
    expect.stringMatching(/^No identifier/),
    expect.stringMatching(/^Empty identifier/),
    expect.stringMatching(/comma/),
    'Not now.',
  ]);
});

test('keeps what is chosen in the order of the table, whatever the order of pressing', () => {
  const profiles = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const both = toggled(toggled([], 'c', profiles), 'a', profiles);
  expect(both).toEqual(['a', 'c']);
  expect(toggled(both, 'c', profiles)).toEqual(['a']);
  expect(toggled(['gone'], 'b', profiles)).toEqual(['b', 'gone']);
});

test('finds what was chosen before it went from the preset', () => {
  expect(strays(['a', 'gone'], [{ id: 'a' }])).toEqual(['gone']);
});

test('closes what waits to be removed, and what the draft was begun without', () => {
  const profiles = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, {}];
  expect([...closedIn(profiles, new Set(['a']), [{ id: 'b' }])]).toEqual([
    ['a', expect.stringMatching(/outbox/)],
    ['c', expect.stringMatching(/after this draft/)],
  ]);
  expect(closedIn(profiles, new Set(), null).size).toBe(0);
});
