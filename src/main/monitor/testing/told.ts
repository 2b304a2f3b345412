import { usualThresholds } from '../../../shared/thresholds.ts';
import type { Judge } from '../checks/judged.ts';
import type { Facts } from '../facts.ts';

/** How a check judges by the usual thresholds, like “good: 2 relays enabled.”; times of day as TIME, which differ by zone. */
export function told(judge: Judge, facts: Facts): string {
  const { verdict, reason } = judge(facts, usualThresholds);
  return `${verdict}: ${reason}`.replace(/(?:\d+ [A-Z][a-z]{2}, )?\d{2}:\d{2}:\d{2}/g, 'TIME');
}
