/** What was measured of the running application at one moment. */
export interface Sample {
  readonly seconds: number;
  /** In MB, after a collection of garbage: V8’s heap of main with what it holds outside, and of the page. */
  readonly mainHeap: number;
  readonly pageHeap: number;
  /** In MB, the whole process of main. */
  readonly mainMemory: number;
  readonly timers: number;
  readonly nodes: number;
  /** Alive in the page, also those that are no longer in the document. */
  readonly videos: number;
  readonly mediaSources: number;
  /** Pictures of the wall that moved, and streams whose playlist was asked for, since the last sample. */
  readonly playing: number;
  readonly probed: number;
}

/** What must be there for the figures to mean anything, and what is left once the wall was left. */
export interface Expected {
  readonly playing: number;
  readonly probed: number;
  /**
   * The one stream that is being sampled may have a player. Empty video elements stay as
   * long as the audio context that heard them, which is renewed after 40.
   */
  readonly leftOver: Pick<Sample, 'videos' | 'mediaSources'>;
}

/** How much each may grow in an hour, in MB. V8 collects the process’s memory late, so that has more room. */
export const growthLimits = { mainHeap: 12, pageHeap: 12, mainMemory: 60 } as const;

/** Main keeps the points of the last 15 minutes, so its memory fills for so long. */
const warmUpSeconds = 960;
/** Shorter runs say nothing of growth. */
export const judgedFromSeconds = 1_500;

/** Growth for each hour by least squares, in the unit of the figures. */
export function slopePerHour(
  samples: readonly Sample[],
  figure: (sample: Sample) => number,
): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const times = samples.map(({ seconds }) => seconds / 3_600);
  const values = samples.map(figure);
  const [middleTime, middleValue] = [mean(times), mean(values)];
  const spread = mean(times.map((time) => (time - middleTime) ** 2));
  const together = mean(
    times.map((time, at) => (time - middleTime) * ((values[at] ?? NaN) - middleValue)),
  );
  return together / spread;
}

/** Without the time in which everything that is kept fills up; the second half of a short run. */
export function afterWarmUp(samples: readonly Sample[]): readonly Sample[] {
  const end = samples.at(-1)?.seconds ?? 0;
  const from = end < judgedFromSeconds ? end / 2 : warmUpSeconds;
  return samples.filter(({ seconds }) => seconds >= from);
}

/** What is wrong, as sentences; none when all is well. `left` are the players after the wall was left. */
export function troublesOf(
  samples: readonly Sample[],
  left: Pick<Sample, 'videos' | 'mediaSources'>,
  expected: Expected,
): string[] {
  const warm = afterWarmUp(samples);
  const troubles: string[] = [];
  const isLong = (samples.at(-1)?.seconds ?? 0) >= judgedFromSeconds;
  for (const [name, limit] of Object.entries(growthLimits)) {
    const growth = slopePerHour(warm, (sample) => sample[name as keyof typeof growthLimits]);
    if (isLong && growth > limit)
      troubles.push(`${name} grows by ${growth.toFixed(1)} MB/h, more than ${limit} MB/h`);
  }
  for (const name of ['videos', 'mediaSources'] as const)
    if (left[name] > expected.leftOver[name])
      troubles.push(`${left[name]} ${name} are retained after the wall was left`);
  for (const name of ['playing', 'probed'] as const) {
    const enough = warm.filter((sample) => sample[name] >= expected[name]).length;
    if (enough < warm.length / 2)
      troubles.push(`fewer than ${expected[name]} streams were ${name} most of the time`);
  }
  return troubles;
}
