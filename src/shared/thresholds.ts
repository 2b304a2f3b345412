/** What one threshold means, what it usually is, and what it may be set to. */
export interface Threshold {
  readonly label: string;
  readonly unit: string;
  readonly usual: number;
  readonly min: number;
  readonly max: number;
}

const threshold = (
  label: string,
  unit: string,
  usual: number,
  [min, max]: readonly [number, number],
): Threshold => ({ label, unit, usual, min, max });

/** Every threshold of the checks, in one table: judging and Settings read it. */
export const thresholdTable = {
  serviceSlowMs: threshold('Service answers slowly from', 'ms', 3_000, [100, 60_000]),
  serviceSilentSeconds: threshold('Service counts as silent after', 's', 60, [5, 3_600]),
  firstByteSlowMs: threshold('A playlist is slow to answer from', 'ms', 2_000, [50, 60_000]),
  freshWarning: threshold('Newest segment is old from', 'target durations', 1.5, [1, 20]),
  freshFailing: threshold('Newest segment is too old from', 'target durations', 3, [1, 60]),
  discontinuitiesPerMinute: threshold('Many discontinuities from', 'a minute', 3, [1, 600]),
  behindWarningSeconds: threshold('Far behind live from', 's', 30, [1, 3_600]),
  behindFailingSeconds: threshold('Too far behind live from', 's', 90, [1, 86_400]),
  behindDriftSeconds: threshold('Falling behind, in 5 minutes, from', 's', 5, [0.5, 300]),
  ladderBitratePercent: threshold('Bitrate may differ from the preset by', '%', 20, [1, 200]),
  bitrateOverPercent: threshold('Measured bitrate is above the declared by', '%', 20, [1, 500]),
  bitrateFarOverPercent: threshold(
    'Measured bitrate is far above the declared by',
    '%',
    100,
    [1, 1_000],
  ),
  bitrateUnderPercent: threshold('Measured bitrate is below the declared by', '%', 60, [1, 99]),
  dashSegmentsApart: threshold('Live edges of HLS and DASH apart by', 'segments', 2, [0.5, 60]),
  blackLuma: threshold('Black is a mean luma under', 'of 255', 16, [1, 128]),
  blackSeconds: threshold('Picture is black after', 's', 5, [1, 600]),
  frozenSeconds: threshold('Picture is frozen after', 's', 5, [1, 600]),
  silenceDbfs: threshold('Silence is below', 'dBFS', -60, [-120, 0]),
  silenceSeconds: threshold('Sound is missing after', 's', 10, [1, 600]),
  loudnessLowLufs: threshold('Quiet below (short-term)', 'LUFS', -40, [-70, 0]),
  loudnessHighLufs: threshold('Loud above (short-term)', 'LUFS', -8, [-70, 5]),
  droppedWarningPercent: threshold('Dropped frames are many from', '%', 1, [0.1, 100]),
  droppedFailingPercent: threshold('Dropped frames are too many from', '%', 5, [0.1, 100]),
  frameRateWarningPercent: threshold('Frame rate is low under', '% of declared', 90, [1, 99]),
  frameRateFailingPercent: threshold('Frame rate is too low under', '% of declared', 50, [1, 99]),
  stallsPerMinute: threshold('Stalls are too many from', 'a minute', 2, [1, 60]),
} as const satisfies Record<string, Threshold>;

export type ThresholdName = keyof typeof thresholdTable;
export type Thresholds = Readonly<Record<ThresholdName, number>>;

export const thresholdNames = Object.keys(thresholdTable) as ThresholdName[];

export const usualThresholds = Object.fromEntries(
  thresholdNames.map((name) => [name, thresholdTable[name].usual]),
) as Thresholds;

type Pair = readonly [lower: ThresholdName, upper: ThresholdName];

/** Two thresholds of one figure each; the lower may be as high as the upper, and no higher. */
export const thresholdPairs: readonly Pair[] = [
  ['freshWarning', 'freshFailing'],
  ['behindWarningSeconds', 'behindFailingSeconds'],
  ['bitrateOverPercent', 'bitrateFarOverPercent'],
  ['loudnessLowLufs', 'loudnessHighLufs'],
  ['droppedWarningPercent', 'droppedFailingPercent'],
  ['frameRateFailingPercent', 'frameRateWarningPercent'],
];

/** The pairs whose lower threshold is above the upper. */
export const crossedPairs = (thresholds: Thresholds): readonly Pair[] =>
  thresholdPairs.filter(([lower, upper]) => thresholds[lower] > thresholds[upper]);

/** The thresholds with the usual ones in place of each pair that is crossed. */
export function uncrossed(thresholds: Thresholds): Thresholds {
  const names = crossedPairs(thresholds).flat();
  const usual = Object.fromEntries(names.map((name) => [name, thresholdTable[name].usual]));
  return { ...thresholds, ...usual };
}
