import { simulateStalls } from '../src/main/monitor/probes/testing/stall-simulation.ts';
import type { Outcome } from './pairs.ts';

/** An hour of 200 streams that stall and 200 that don't, on a made clock, judged as Tally judges. */
export async function benchStalled(): Promise<Outcome[]> {
  const { shares, missed, accused } = await simulateStalls({
    stalled: 200,
    healthy: 200,
    minutes: 60,
  });
  return [
    {
      what: `slowest of ${shares.length} stalled playlists to be noticed, since its last segment`,
      against: 'two target durations and one probe',
      reach: 1,
      unit: 'of it',
      ours: [Math.max(...shares)],
      bare: [1],
    },
    {
      what: 'of 200 stalled playlists missed, and of 200 healthy ones accused, in an hour',
      against: 'none',
      judged: 'over',
      reach: 0,
      unit: 'streams',
      ours: [missed + accused],
      bare: [0],
    },
  ];
}
