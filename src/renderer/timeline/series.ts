import type { Timeline, TimelinePoint } from '../../shared/health.ts';

/** One line of the timeline, in the unit that it is shown in. */
export interface Series {
  readonly label: string;
  readonly unit: string;
  /** The value of a point in `unit`; null is unknown. */
  readonly of: (point: TimelinePoint) => number | null;
  readonly decimals: number;
  /** The colour's token. */
  readonly colour: string;
  /** The scale covers at least so much, so that noise doesn't look like a storm. */
  readonly least: { readonly span: number; readonly from?: number };
}

export const allSeries: readonly Series[] = [
  {
    label: 'Behind live',
    unit: 's',
    of: ({ behindSeconds }) => behindSeconds,
    decimals: 1,
    colour: '--accent',
    least: { span: 10, from: 0 },
  },
  {
    label: 'Bitrate',
    unit: 'Mb/s',
    of: ({ bitsPerSecond }) => (bitsPerSecond === null ? null : bitsPerSecond / 1_000_000),
    decimals: 2,
    colour: '--ok',
    least: { span: 0.5, from: 0 },
  },
  {
    label: 'Loudness',
    unit: 'LUFS',
    of: ({ loudness }) => loudness,
    decimals: 1,
    colour: '--warn',
    least: { span: 12 },
  },
];

/** A longer silence than so many usual steps is a gap in the line. */
const gapSteps = 3.5;

/**
 * Times in seconds, and the values of each series, for the chart. Where nothing was
 * measured for long, a point without values breaks the line.
 */
export function columns({ points }: Pick<Timeline, 'points'>): {
  readonly times: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
} {
  const step = usualStepMs(points);
  const spaced: TimelinePoint[] = [];
  for (const point of points) {
    const last = spaced.at(-1);
    if (last !== undefined && point.at - last.at > gapSteps * step)
      spaced.push({ at: last.at + step, behindSeconds: null, bitsPerSecond: null, loudness: null });
    spaced.push(point);
  }
  return {
    times: spaced.map(({ at }) => at / 1000),
    values: allSeries.map(({ of }) => spaced.map(of)),
  };
}

function usualStepMs(points: readonly TimelinePoint[]): number {
  const steps = points
    .slice(1)
    .map(({ at }, index) => at - (points[index]?.at ?? at))
    .sort((a, b) => a - b);
  return Math.max(steps[Math.floor(steps.length / 2)] ?? 5_000, 1_000);
}

/** What a line shows, for who can't see it: “Behind live: 3.9 to 6.2 s, now 4.1 s.” */
export function inWords(series: Series, points: readonly TimelinePoint[]): string {
  const values = points.map(series.of).filter((value) => value !== null);
  const last = values.at(-1);
  if (last === undefined) return `${series.label}: not measured.`;
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) =>
    shown(series, value),
  );
  return `${series.label}: ${low} to ${high} ${series.unit}, last ${shown(series, last)} ${series.unit}.`;
}

/** A value with the decimals that it deserves; a minus that is one. */
export const shown = ({ decimals }: Series, value: number): string => inFigures(value, decimals);

const inFigures = (value: number, decimals: number): string =>
  value.toFixed(decimals).replace('-', '−');

/** Values along an axis, all with as many decimals as tell them apart truly: 0.00, 0.25, 0.50. */
export function axisWords(values: readonly number[]): string[] {
  const decimals = [0, 1, 2].find((fewer) =>
    values.every((value) => Math.abs(value - Number(value.toFixed(fewer))) < 1e-9),
  );
  return values.map((value) => inFigures(value, decimals ?? 3));
}

/** From where to where a scale goes: around all values, at least as wide as the series asks. */
export function scaleOf(
  { least }: Series,
  low: number | null,
  high: number | null,
): [number, number] {
  const from = Math.min(low ?? least.from ?? -23, least.from ?? Infinity);
  const to = Math.max(high ?? from, from);
  const missing = least.span - (to - from);
  if (missing <= 0) return [from, to + (to - from) * 0.08];
  return least.from === undefined ? [from - missing / 2, to + missing / 2] : [from, to + missing];
}
