import {
  type ThresholdName,
  type Thresholds,
  thresholdPairs,
  thresholdTable,
} from '../../shared/thresholds.ts';

/** What a number may be. */
export interface Range {
  readonly min: number;
  readonly max: number;
  readonly unit: string;
}

/** A number as the page writes it, with its own minus sign. */
export const amount = (value: number): string => value.toLocaleString().replace('-', '−');

/** What is wrong with a number as typed, as a sentence; undefined when it fits. null or undefined is no number. */
export function amountProblem(
  typed: number | null | undefined,
  { min, max, unit }: Range,
): string | undefined {
  if (typeof typed === 'number' && typed >= min && typed <= max) return undefined;
  return `Enter a number from ${amount(min)} to ${amount(max)} (${unit}). What was kept stays until then.`;
}

/** What is wrong with a threshold beside the other one of its figure, as a sentence; undefined when it fits. */
export function pairProblem(
  name: ThresholdName,
  typed: number,
  thresholds: Thresholds,
): string | undefined {
  const limited = (how: string, other: ThresholdName): string => {
    const { label, unit } = thresholdTable[other];
    return `Enter at ${how} ${amount(thresholds[other])} (${unit}), as “${label}” has it. What was kept stays until then.`;
  };
  for (const [lower, upper] of thresholdPairs) {
    if (name === lower && typed > thresholds[upper]) return limited('most', upper);
    if (name === upper && typed < thresholds[lower]) return limited('least', lower);
  }
  return undefined;
}
