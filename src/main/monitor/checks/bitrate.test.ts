import { describe, expect, it, test } from 'vitest';
import { usualThresholds } from '../../../shared/thresholds.ts';
import type { SegmentSample } from '../facts.ts';
import {
  madeEntity,
  madeFacts,
  madeRendition,
  madeSample,
  madeStream,
} from '../testing/made-facts.ts';
import { told } from '../testing/told.ts';
import { bitrate } from './bitrate.ts';

const weighed = (...samples: SegmentSample[]) =>
  madeFacts({ stream: madeStream({ renditions: [madeRendition({}, { samples })] }) });

test('a bitrate far above the declared fails from what Settings say', () => {
  const facts = weighed(madeSample(1_950_000 * 1.6));
  const at = (bitrateFarOverPercent: number) =>
    bitrate(facts, { ...usualThresholds, bitrateFarOverPercent }).verdict;
  expect([at(61), at(59)]).toEqual(['warning', 'failing']);
});

describe('the measured bitrate', () => {
  it.each([
    ['is within what is declared', madeFacts(), 'good: 720p measures 1.8 Mb/s, declared 1.9 Mb/s.'],
    [
      'is above what is declared',
      weighed(madeSample(1_950_000 * 1.3)),
      'warning: 720p measures 2.5 Mb/s, 30 % above the declared 1.9 Mb/s.',
    ],
    [
      'is far above what is declared',
      weighed(madeSample(1_950_000 * 2.1)),
      'failing: 720p measures 4.1 Mb/s, 110 % above the declared 1.9 Mb/s.',
    ],
    [
      'is far below what is declared on average',
      weighed(madeSample(1_850_000 * 0.3)),
      'warning: 720p measures 555 kb/s, 70 % below the declared 1.9 Mb/s.',
    ],
    [
      'is that of several segments together',
      weighed(madeSample(3_000_000), madeSample(1_000_000), madeSample(1_400_000)),
      'good: 720p measures 1.8 Mb/s, declared 1.9 Mb/s.',
    ],
    ['isn’t known before a segment was weighed', weighed(), 'unknown: No segment was weighed yet.'],
    [
      'isn’t known when the weight wasn’t told',
      weighed({ ...madeSample(1), bytes: null }),
      'unknown: No segment was weighed yet.',
    ],
    [
      'isn’t judged while not on air',
      madeFacts({ entity: madeEntity({ status: 'ready' }) }),
      'unknown: Not on air.',
    ],
  ])('%s', (_title, facts, expected) => {
    expect(told(bitrate, facts)).toBe(expected);
  });
});
