import type { Check, CheckName, Verdict } from '../../../shared/health.ts';
import type { Thresholds } from '../../../shared/thresholds.ts';
import type { Facts } from '../facts.ts';
import { seen, shortened } from './words.ts';

/** A check as judged at a moment, not yet compared with how it was judged before. */
export type Judged = Omit<Check, 'since'>;

/** Judges one thing of a stream; gives the same for the same facts. */
export type Judge = (facts: Facts, thresholds: Thresholds) => Judged;

const longestReason = 200;

const as =
  (verdict: Verdict) =>
  (name: CheckName, reason: string, figure = ''): Judged => ({
    name,
    verdict,
    reason: shortened(seen(reason), longestReason),
    figure: seen(figure),
  });

export const good = as('good');
export const warning = as('warning');
export const failing = as('failing');
export const unknown = as('unknown');

/** The first that fails, else the first that warns, else `otherwise`. */
export function worst(findings: readonly (Judged | null)[], otherwise: () => Judged): Judged {
  let found: Judged | null = null;
  for (const finding of findings) {
    if (finding?.verdict === 'failing') return finding;
    if (finding?.verdict === 'warning') found ??= finding;
  }
  return found ?? otherwise();
}
