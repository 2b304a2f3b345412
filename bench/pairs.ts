/** The figures of one measurement: ours beside the bare one, taken in turn. */
export interface Outcome {
  readonly what: string;
  readonly against: string;
  /** `ratio`: ours may be so many times the bare one. `over`: by how much it may be above it. */
  readonly judged?: 'ratio' | 'over';
  readonly reach: number;
  readonly unit: string;
  readonly ours: readonly number[];
  readonly bare: readonly number[];
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Runs both sides in turn, the first of each not counted; who begins alternates. */
export async function inPairs(
  pairs: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<{ ours: number[]; bare: number[] }> {
  await ours();
  await bare();
  const taken: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 1) taken.bare.push(await bare());
    taken.ours.push(await ours());
    if (pair % 2 === 0) taken.bare.push(await bare());
  }
  return taken;
}

/** The median of the ratios, or differences, pair by pair, and one line that tells the whole outcome. */
export function lineOf({ what, against, judged = 'ratio', reach, unit, ours, bare }: Outcome): {
  line: string;
  reached: boolean;
} {
  const compared = ours.map((value, pair) => {
    const other = bare[pair] ?? NaN;
    return judged === 'ratio' ? value / other : value - other;
  });
  const shown = (value: number): string => value.toFixed(judged === 'ratio' ? 2 : 1);
  const middle = medianOf(compared);
  const reached = middle <= reach;
  const range = `${shown(Math.min(...compared))} to ${shown(Math.max(...compared))}`;
  const figures = `${medianOf(ours).toFixed(1)} ${unit} against ${medianOf(bare).toFixed(1)} ${unit} (${against})`;
  const most = judged === 'ratio' ? `at most ${reach}` : `at most ${reach} ${unit} more`;
  return {
    reached,
    line: `${reached ? 'reached' : 'MISSED '}  ${shown(middle)} of ${most}  ${what}: ${figures}; ${ours.length} pairs, ${range}`,
  };
}
