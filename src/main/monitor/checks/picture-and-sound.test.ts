import { describe, expect, it } from 'vitest';
import type { PreviewFacts } from '../../../shared/health-arguments.ts';
import {
  madeEntity,
  madeFacts,
  madeNow,
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
  madePreview({ picture: { meanLuma: 96, darkMs: 0, stillMs: 0, seenMs: 60_000, ...other } });
const heard = (other: Partial<Heard>): PreviewFacts => {
  const { sound: usual } = madePreview();
  return madePreview({ sound: usual === null ? null : { ...usual, ...other } });
};
/** What was measured so long ago. */
const lastly = ({ picture: shown, sound: played }: PreviewFacts, ageMs = 20_000) => ({
  lastPicture: shown && { at: madeNow - ageMs, reading: shown },
  lastSound: played && { at: madeNow - ageMs, reading: played },
});
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
      'is judged by what was measured last without a preview, with its age',
      madeFacts({ preview: null, ...lastly(black, 150_000) }),
      'failing: The picture is black: mean luma 2 of 255 for 10 s (measured 2 min ago).',
    ],
    [
      'is judged by that while a preview has only just begun',
      madeFacts({
        preview: madePreview({ state: 'loading', picture: null }),
        previewSince: madeNow - 14_000,
        ...lastly(black),
      }),
      'failing: The picture is black: mean luma 2 of 255 for 10 s (measured less than a minute ago).',
    ],
    [
      'stays what it was while a preview was dark from its first look on, for less than 5 s',
      madeFacts({
        preview: seen({ meanLuma: 2, darkMs: 4_999, stillMs: 0, seenMs: 4_999 }),
        ...lastly(black),
      }),
      'failing: The picture is black: mean luma 2 of 255 for 10 s (measured less than a minute ago).',
    ],
    [
      'isn’t known after one look',
      madeFacts({ preview: seen({ seenMs: 0 }) }),
      'unknown: The picture hasn’t been looked at for long enough.',
    ],
    [
      'isn’t known while it was the same from the first look on',
      madeFacts({ preview: seen({ stillMs: 3_000, seenMs: 3_000 }) }),
      'unknown: The picture hasn’t been looked at for long enough.',
    ],
    [
      'is black, though it was from the first look on',
      madeFacts({ preview: seen({ meanLuma: 2, darkMs: 5_000, stillMs: 5_000, seenMs: 5_000 }) }),
      'failing: The picture is black: mean luma 2 of 255 for 5 s.',
    ],
    [
      'isn’t judged by what was measured earlier when the preview shows none',
      madeFacts({ preview: madePreview({ picture: null }), ...lastly(seen({})) }),
      'unknown: The preview shows no picture that Tally can look at.',
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
      'is judged by what was measured last without a preview, with its age',
      madeFacts({ preview: null, ...lastly(heard({ silentMs: 60_000 }), 61_000) }),
      'failing: Silent for 1 min, below −60 dBFS (measured 1 min ago).',
    ],
    [
      'stays what it was while a preview was silent from the first on, for less than 10 s',
      madeFacts({
        preview: heard({ silentMs: 9_900, heardMs: 9_900 }),
        ...lastly(heard({ silentMs: 12_000 })),
      }),
      'failing: Silent for 10 s, below −60 dBFS (measured less than a minute ago).',
    ],
    [
      'isn’t known while it was silent from the first on',
      madeFacts({ preview: heard({ silentMs: 9_900, heardMs: 9_900 }) }),
      'unknown: The sound hasn’t been heard for long enough.',
    ],
    [
      'isn’t judged by what was measured earlier when it can’t be heard',
      madeFacts({ preview: madePreview({ sound: null }), ...lastly(heard({})) }),
      'unknown: Tally can’t hear the sound of the preview.',
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
