import { describe, expect, it } from 'vitest';
import {
  type Check,
  type CheckName,
  type Health,
  type Verdict,
  checkNames,
} from '../../shared/health.ts';
import { isFresh, listedChecks, verdictCounts } from './checks-shown.ts';

const now = 1_000_000;

const check = (name: CheckName, verdict: Verdict): Check => ({
  name,
  verdict,
  reason: `${name} is ${verdict}.`,
  figure: '',
  since: now,
});

const health = (verdicts: Partial<Record<CheckName, Verdict>>): Health => ({
  connectionId: 'c',
  id: 'a',
  judgedAt: now,
  checks: checkNames.map((name) => check(name, verdicts[name] ?? 'good')),
  summary: { tone: 'ok', lead: 'All is well', rest: '.' },
  blockedHosts: [],
  allowedHosts: [],
});

const names = (shown: Health | null): readonly CheckName[] =>
  listedChecks(shown).map(({ name }) => name);

describe('the list of checks', () => {
  it('keeps its order while all are good', () => {
    expect(names(health({}))).toEqual(checkNames);
  });

  it('begins with what fails, then what is to be checked, and ends with what is unknown', () => {
    const shown = health({
      service: 'unknown',
      relays: 'warning',
      playlist: 'failing',
      ladder: 'warning',
      sound: 'failing',
    });
    expect(names(shown)).toEqual([
      'playlist',
      'sound',
      'relays',
      'ladder',
      'on-air',
      'hls',
      'behind-live',
      'bitrate',
      'browsers',
      'dash',
      'picture',
      'smooth',
      'service',
    ]);
  });

  it('names every check before the first was judged, and when main left one out', () => {
    expect(names(null)).toEqual(checkNames);
    expect(new Set(listedChecks(null).map(({ verdict }) => verdict))).toEqual(new Set(['unknown']));
    const { checks, ...rest } = health({});
    const shown = listedChecks({ ...rest, checks: checks.slice(1) });
    expect(shown).toHaveLength(checkNames.length);
    expect(shown.at(-1)).toMatchObject({ name: 'service', verdict: 'unknown', since: null });
  });
});

it.each<[Partial<Record<CheckName, Verdict>>, string]>([
  [{}, '13 good'],
  [{ relays: 'warning' }, '1 to check, 12 good'],
  [
    { relays: 'warning', hls: 'failing', dash: 'unknown' },
    '1 failing, 1 to check, 10 good, 1 unknown',
  ],
])('counts %o as “%s”', (verdicts, text) => {
  const counts = verdictCounts(listedChecks(health(verdicts)));
  expect(counts.map((one) => one.text).join(', ')).toBe(text);
});

it('calls health fresh for 15 s', () => {
  expect(isFresh(health({}), now + 15_000)).toBe(true);
  expect(isFresh(health({}), now + 15_001)).toBe(false);
});
