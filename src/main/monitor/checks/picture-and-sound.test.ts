import { describe, expect, it } from 'vitest';
import type { PreviewFacts } from '../../../shared/health-arguments.ts';
import {
  madeEntity,
  madeFacts,
  madePreview,
  madeRendition,
  madeSound,
  madeStream,
} from '../testing/made-facts.ts';
import { told } from '../testing/told.ts';
import { picture } from './picture.ts';
import { sound } from './sound.ts';

type Seen = NonNullable<PreviewFacts['picture']>;
type Heard = NonNullable<PreviewFacts['sound']>;
const seen = (other: Partial<Seen>): PreviewFacts =>
  madePreview({ picture: { meanLuma: 96, darkMs: 0, stillMs: 0, ...other } });
const heard = (other: Partial<Heard>): PreviewFacts => {
  const { sound: usual } = madePreview();
  return madePreview({ sound: usual === null ? null : { ...usual, ...other } });
};
const off = madeEntity({ status: 'ready' });
const black = seen({ meanLuma: 2.4, darkMs: 12_300, stillMs: 12_300 });

describe('the picture', () => {
  it.each([
    ['moves', madeFacts(), 'good: The picture moves and is not black.'],
    [
      'may be black for less than 5 s',
      madeFacts({ preview: seen({ meanLuma: 2, darkMs: 4_999, stillMs: 4_999 }) }),
      'good: The picture moves and is not black.',
    ],
    [
      'is black, which says more than that it stands still',
      madeFacts({ preview: black }),
      'failing: The picture is black: mean luma 2 of 255 for 10 s.',
    ],
    [
      'stands still',
      madeFacts({ preview: seen({ stillMs: 5_000 }) }),
      'failing: The picture stands still: no change for 5 s.',
    ],
    [
      'is judged by a sample without a preview',
      madeFacts({ preview: null, sample: { ...black, from: 'sample' } }),
      'failing: The picture is black: mean luma 2 of 255 for 10 s.',
    ],
    [
      'is judged by a sample when the preview can’t be watched',
      madeFacts({ preview: madePreview({ picture: null }), sample: madePreview() }),
      'good: The picture moves and is not black.',
    ],
    [
      'isn’t known without either',
      madeFacts({ preview: null }),
      'unknown: No preview is open, and no frame was sampled yet.',
    ],
    [
      'isn’t known when the preview can’t be watched',
      madeFacts({ preview: madePreview({ picture: null }) }),
      'unknown: The preview shows no picture that Tally can look at.',
    ],
    [
      'isn’t missed in a stream of sound',
      madeFacts({
        preview: null,
        stream: madeStream({ renditions: [madeRendition(madeSound)] }),
      }),
      'unknown: The stream has sound only.',
    ],
    [
      'isn’t judged while not on air',
      madeFacts({ preview: black, entity: off }),
      'unknown: Not on air.',
    ],
  ])('%s', (_title, facts, expected) => {
    expect(told(picture, facts)).toBe(expected);
  });
});

describe('the sound', () => {
  it.each([
    ['is there', madeFacts(), 'good: Sound is there, −23 LUFS integrated.'],
    [
      'is missing',
      madeFacts({ preview: heard({ hasTrack: false }) }),
      'failing: The stream has no sound.',
    ],
    [
      'is silent',
      madeFacts({ preview: heard({ silentMs: 10_000, shortTerm: null, levelDbfs: -120 }) }),
      'failing: Silent for 10 s, below −60 dBFS.',
    ],
    [
      'may pause, whatever that does to the loudness',
      madeFacts({ preview: heard({ silentMs: 9_000, shortTerm: -65 }) }),
      'good: Sound is there, −23 LUFS integrated.',
    ],
    [
      'is quiet',
      madeFacts({ preview: heard({ shortTerm: -44.2 }) }),
      'warning: Quiet: −44 LUFS short-term, below −40 LUFS.',
    ],
    [
      'is loud',
      madeFacts({ preview: heard({ shortTerm: -6.2 }) }),
      'warning: Loud: −6 LUFS short-term, above −8 LUFS.',
    ],
    [
      'is there before its loudness is known',
      madeFacts({ preview: heard({ shortTerm: null, integrated: null, momentary: null }) }),
      'good: Sound is there.',
    ],
    [
      'is judged by a sample without a preview',
      madeFacts({ preview: null, sample: heard({ silentMs: 60_000 }) }),
      'failing: Silent for 1 min, below −60 dBFS.',
    ],
    [
      'isn’t known without either',
      madeFacts({ preview: null }),
      'unknown: No preview is open, and no sound was sampled yet.',
    ],
    [
      'isn’t known when it can’t be heard',
      madeFacts({ preview: madePreview({ sound: null }) }),
      'unknown: Tally can’t hear the sound of the preview.',
    ],
    ['isn’t judged while not on air', madeFacts({ entity: off }), 'unknown: Not on air.'],
  ])('%s', (_title, facts, expected) => {
    expect(told(sound, facts)).toBe(expected);
  });
});
