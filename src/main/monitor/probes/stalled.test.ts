import { expect, it } from 'vitest';
import { simulateStalls } from './testing/stall-simulation.ts';

it(
  'notices every playlist that stalls within two target durations and one probe, and accuses none that doesn’t',
  { timeout: 60_000 },
  async () => {
    const { shares, missed, accused } = await simulateStalls({
      stalled: 24,
      healthy: 24,
      minutes: 6,
    });
    expect({ missed, accused }).toEqual({ missed: 0, accused: 0 });
    expect(shares).toHaveLength(24);
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  },
);
