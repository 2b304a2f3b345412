/** The figures of one measurement: ours beside the bare one, taken in turn. */
export interface Outcome {
  readonly what: string;
  readonly against: string;
  readonly reach: number;
  readonly unit: string;
  readonly ours: readonly number[];
  readonly bare: readonly number[];
}

function median(values: readonly number[]): number {
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

/** The median of the ratios pair by pair, and one line that tells the whole outcome. */
export function lineOf({ what, against, reach, unit, ours, bare }: Outcome): {
  line: string;
  reached: boolean;
} {
  const ratios = ours.map((value, pair) => value / (bare[pair] ?? NaN));
  const ratio = median(ratios);
  const reached = ratio <= reach;
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const figures = `${median(ours).toFixed(1)} ${unit} against ${median(bare).toFixed(1)} ${unit} (${against})`;
  return {
    reached,
    line: `${reached ? 'reached' : 'MISSED '}  ${ratio.toFixed(2)} of at most ${reach}  ${what}: ${figures}; ${ours.length} pairs, ${range}`,
  };
}
