import { expect, it } from 'vitest';
import { previewFacts as schema } from '../../shared/health-arguments.ts';
import { type Figures, nothingMeasured } from './figures.ts';
import { previewFacts } from './preview-facts.ts';
import type { PreviewState } from './preview-state.ts';

const figures: Figures = {
  behindLive: { seconds: 4.2, from: 'programme time' },
  size: { width: 640, height: 360 },
  bitsPerSecond: 700_000,
  framesPerSecond: 29.9,
  droppedShare: 0.01,
  stalls: 5,
  stallsInLastMinute: 2,
  declaredFrameRate: 30,
};
const reading = {
  picture: { meanLuma: 90, darkMs: 0, stillMs: 40, seenMs: 9_000 },
  sound: {
    hasTrack: true,
    levelDbfs: -12,
    silentMs: 0,
    heardMs: 9_000,
    momentary: -20,
    shortTerm: -21,
    integrated: null,
  },
};

const factsOf = (state: PreviewState, measured = figures) =>
  previewFacts('live_1', 1_000.4, state, measured, reading, measured.declaredFrameRate);

it('tells all that is measured while the stream plays', () => {
  expect(factsOf({ kind: 'playing', soundOnly: false })).toEqual({
    id: 'live_1',
    at: 1_000,
    from: 'preview',
    state: 'playing',
    behindSeconds: 4.2,
    bitsPerSecond: 700_000,
    framesPerSecond: 29.9,
    declaredFrameRate: 30,
    droppedShare: 0.01,
    stallsInLastMinute: 2,
    stalledMs: 0,
    ...reading,
  });
});

it('tells how long a stall lasts, and no frame rate of a picture that stands', () => {
  expect(factsOf({ kind: 'stalled', seconds: 7, cause: 'encoder' })).toMatchObject({
    state: 'stalled',
    stalledMs: 7_000,
    behindSeconds: 4.2,
    framesPerSecond: null,
    droppedShare: null,
    picture: reading.picture,
  });
});

it.each<PreviewState>([
  { kind: 'loading' },
  { kind: 'waiting' },
  { kind: 'paused' },
  { kind: 'ended' },
  { kind: 'trouble', trouble: { kind: 'cors' }, retry: null },
])('tells nothing measured while it is $kind', (state) => {
  expect(factsOf(state)).toMatchObject({
    state: state.kind,
    behindSeconds: null,
    bitsPerSecond: null,
    framesPerSecond: null,
    droppedShare: null,
    picture: null,
    sound: null,
  });
});

it('takes a preview without an address as waiting', () => {
  expect(factsOf({ kind: 'off' }).state).toBe('waiting');
});

it('is what main takes, also of figures that are no numbers', () => {
  const odd = { ...nothingMeasured, bitsPerSecond: Infinity, framesPerSecond: NaN };
  const facts = factsOf({ kind: 'playing', soundOnly: true }, odd);
  expect(facts).toMatchObject({ bitsPerSecond: null, framesPerSecond: null });
  expect(schema.safeParse({ facts: [facts, factsOf({ kind: 'loading' })] }).success).toBe(true);
});
