import {
  type Check,
  type CheckName,
  type Health,
  type Verdict,
  checkNames,
} from '../../shared/health.ts';
import type { Tone } from '../ui/tone.ts';

/** A check as the list shows it; `since` is null before it was judged. */
export interface ShownCheck extends Omit<Check, 'since'> {
  readonly since: number | null;
}

const FRESH_FOR_MS = 15_000;

/** Whether what was judged still tells of now; `now` in milliseconds since 1970. */
export const isFresh = (health: Health, now: number): boolean =>
  now - health.judgedAt <= FRESH_FOR_MS;

export const verdictWords: Readonly<Record<Verdict, string>> = {
  good: 'Good',
  warning: 'Warning',
  failing: 'Failing',
  unknown: 'Unknown',
};

export const verdictTones: Readonly<Record<Verdict, Tone>> = {
  good: 'ok',
  warning: 'warn',
  failing: 'bad',
  unknown: 'unknown',
};

// What is wrong goes first, as it must be seen within seconds. The others keep their
// order, so that the list moves only when a verdict does.
const listed: readonly Verdict[] = ['failing', 'warning', 'good', 'unknown'];

/** All checks in the order that they are read in; what was never judged is unknown. */
export function listedChecks(health: Health | null): readonly ShownCheck[] {
  const all = checkNames.map(
    (name) => health?.checks.find((check) => check.name === name) ?? notJudged(name),
  );
  return listed.flatMap((verdict) => all.filter((check) => check.verdict === verdict));
}

const notJudged = (name: CheckName): ShownCheck => ({
  name,
  verdict: 'unknown',
  reason: 'Not judged yet.',
  figure: '',
  since: null,
});

/** How many checks have each verdict, the worst first, without those that none has. */
export function verdictCounts(
  checks: readonly ShownCheck[],
): readonly { readonly verdict: Verdict; readonly text: string }[] {
  const words = { failing: 'failing', warning: 'to check', good: 'good', unknown: 'unknown' };
  return listed
    .map((verdict) => ({
      verdict,
      count: checks.filter((check) => check.verdict === verdict).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => ({ verdict, text: `${count} ${words[verdict]}` }));
}
