import type { Check } from '../../../shared/health.ts';
import type { Judged } from './judged.ts';

/**
 * The checks with since when their verdicts are what they are. Gives `before` itself, or
 * its checks, where nothing changed.
 */
export function withSince(
  before: readonly Check[],
  judged: readonly Judged[],
  now: number,
): readonly Check[] {
  const checks = judged.map((one, index): Check => {
    const was =
      before[index]?.name === one.name
        ? before[index]
        : before.find(({ name }) => name === one.name);
    if (was?.verdict !== one.verdict) return { ...one, since: now };
    const isSame = was.reason === one.reason && was.figure === one.figure;
    return isSame ? was : { ...one, since: was.since };
  });
  const isSame =
    checks.length === before.length && checks.every((check, index) => check === before[index]);
  return isSame ? before : checks;
}
