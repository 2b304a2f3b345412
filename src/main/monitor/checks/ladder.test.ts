import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../shared/entities.ts';
import type { Facts, RenditionFacts, Variant } from '../facts.ts';
import {
  madeEntity,
  madeFacts,
  madeNow,
  madePlaylist,
  madeProfile,
  madeRendition,
  madeSound,
  madeStream,
} from '../testing/made-facts.ts';
import { told } from '../testing/told.ts';
import { ladder } from './ladder.ts';

const both = (profiles: Profile[], renditions: RenditionFacts[], other: Partial<Facts> = {}) =>
  madeFacts({
    entity: madeEntity({ preset: { profiles } }),
    stream: madeStream({ renditions }),
    ...other,
  });
const one = (profile: Profile, variant: Partial<Variant>) =>
  both([profile], [madeRendition(variant), madeRendition(madeSound)]);
const found = 'good: 1 profile of the preset found.';
const low = {
  name: '360p',
  width: 640,
  height: 360,
  bandwidth: 560_000,
  averageBandwidth: 530_000,
};
const lowProfile = madeProfile('360p', '360', '500K');
const declares = (variant: Partial<Variant>) =>
  one(madeProfile('demo', '360', '500K'), { ...low, ...variant });

describe('the ladder', () => {
  it.each([
    ['matches the preset', madeFacts(), 'good: 3 profiles of the preset found.'],
    ['matches upright, too', one(madeProfile('up'), { width: 720, height: 1280 }), found],
    ['matches a size in full', one(madeProfile('x', '1280x720'), {}), found],
    ['matches a size with a letter', one(madeProfile('x', '720p'), {}), found],
    [
      'matches a codec in capitals',
      one(madeProfile('x', '720', '1800K', { codec: 'H264' }), {}),
      found,
    ],
    ['matches 29.97 frames', one(madeProfile('x'), { frameRate: 29.97 }), found],
    ['goes by the peak without an average', declares({ averageBandwidth: null }), found],
    [
      'matches the demo’s real ladder',
      both(
        [lowProfile, madeProfile('240p', '240', '220K'), madeProfile('144p', '144', '100K')],
        [
          [640, 360, 614_304, 531_186] as const,
          [426, 240, 282_232, 267_613] as const,
          [256, 144, 154_128, 146_224] as const,
        ].map(([width, height, bandwidth, averageBandwidth]) =>
          madeRendition({ name: '', width, height, bandwidth, averageBandwidth }),
        ),
      ),
      'good: 3 profiles of the preset found.',
    ],
    [
      'lacks a profile',
      both([madeProfile('720p'), lowProfile], [madeRendition()]),
      'warning: Profile “360p” is missing: 1 of 2 found.',
    ],
    [
      'lacks several profiles',
      both([madeProfile('720p'), lowProfile, madeProfile('1080p', '1080')], [madeRendition()]),
      'warning: Profile “360p” is missing, and 1 other: 1 of 3 found.',
    ],
    [
      'is another one altogether',
      both([madeProfile('1080p', '1080'), lowProfile], [madeRendition()]),
      'failing: None of the preset’s 2 profiles is in the playlist.',
    ],
    [
      'has a rendition too many',
      both([madeProfile('720p')], [madeRendition(), madeRendition(low)]),
      'warning: 360p is not in the preset.',
    ],
    [
      'has a rendition that never started',
      both(
        [madeProfile('720p'), lowProfile],
        [madeRendition(), madeRendition(low, { playlist: madePlaylist({ segments: 0 }) })],
      ),
      'failing: 360p is listed, but it never gave a segment.',
    ],
    [
      'gives renditions time to start',
      both(
        [madeProfile('720p'), lowProfile],
        [madeRendition(), madeRendition(low, { playlist: null })],
        { statusChangedAt: madeNow - 10_000 },
      ),
      'good: 2 profiles of the preset found.',
    ],
    [
      'has another codec',
      one(madeProfile('x', '720', '1800K', { codec: 'h265' }), {}),
      'warning: 720p is H.264 and AAC; the preset says H.265 and AAC.',
    ],
    [
      'has a bitrate above the preset’s',
      declares({ averageBandwidth: 700_000 }),
      'warning: 360p declares 700 kb/s, 28 % above the preset.',
    ],
    [
      'has a bitrate below the preset’s',
      declares({ averageBandwidth: 400_000 }),
      'warning: 360p declares 400 kb/s, 27 % below the preset.',
    ],
    ['may be off by 20 %', declares({ averageBandwidth: 548_000 * 1.2 }), found],
    [
      'has another frame rate',
      one(madeProfile('x'), { frameRate: 25 }),
      'warning: 720p has 25 fps; the preset says 30 fps.',
    ],
    [
      'is a single playlist',
      madeFacts({ stream: madeStream({ isSinglePlaylist: true }) }),
      'warning: A single playlist without variants, though the preset has 3 profiles.',
    ],
    [
      'isn’t there to compare without a preset',
      madeFacts({ entity: madeEntity({ preset: null }) }),
      'unknown: There is no preset, so there is no ladder to compare.',
    ],
    [
      'isn’t there to compare when nothing is encoded',
      madeFacts({ entity: madeEntity({ encode: false }) }),
      'unknown: The service doesn’t encode this one, so there is no ladder to compare.',
    ],
    [
      'isn’t known before the master was read',
      madeFacts({ stream: madeStream({ renditions: [] }) }),
      'unknown: The master playlist wasn’t read yet.',
    ],
  ])('%s', (_title, facts, expected) => {
    expect(told(ladder, facts)).toBe(expected);
  });

  it('pairs profiles of one size by their bitrates', () => {
    const facts = both(
      [madeProfile('low', '720', '1000K'), madeProfile('high', '720', '3000K')],
      [
        madeRendition({ averageBandwidth: 3_050_000 }),
        madeRendition({ name: '720p low', averageBandwidth: 1_050_000 }),
      ],
    );
    expect(told(ladder, facts)).toBe('good: 2 profiles of the preset found.');
  });
});
