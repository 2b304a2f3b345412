import { describe, expect, it } from 'vitest';
import type { VideoFields } from '../../shared/edits.ts';
import { changesOfRemoval, outcomeOfRemoval } from './preset-change.ts';
import { bodyOfVideo, changesOfVideo, outcomeOfVideo, videoFields } from './video-change.ts';

const base: VideoFields = {
  name: 'Film',
  description: null,
  shortDescription: '',
  poster: 'https://x/p.jpg',
  thumbnail: null,
};
const edited: VideoFields = {
  ...base,
  description: 'New',
  shortDescription: 'Short',
  thumbnail: '',
};

describe('a video', () => {
  it('is sent with what was changed only', () => {
    expect(bodyOfVideo(base, edited)).toEqual({
      ok: true,
      value: { description: 'New', short_description: 'Short' },
    });
    expect(bodyOfVideo(base, base)).toEqual({ ok: true, value: {} });
    expect(bodyOfVideo(base, { ...base, poster: '' })).toMatchObject({ ok: false });
  });

  it('shows what isn’t known as such', () => {
    expect(
      changesOfVideo(base, edited).map(({ label, now, after }) => [label, now, after]),
    ).toEqual([
      ['Description', null, 'New'],
      ['Short description', '', 'Short'],
    ]);
  });

  it('is compared with the answer', () => {
    const answer = videoFields({
      name: 'Film',
      description: 'New',
      short_description: 'Short',
      poster: 5,
    });
    expect(outcomeOfVideo(base, edited, answer)).toEqual({ kind: 'took', differences: [] });
    expect(outcomeOfVideo(base, edited, { ...answer, shortDescription: '' })).toMatchObject({
      kind: 'partly',
      differences: [{ field: 'shortDescription', now: '', after: 'Short' }],
    });
    expect(outcomeOfVideo(base, edited, { ...answer, description: null }).kind).toBe('unclear');
  });
});

describe('a preset', () => {
  const profiles = [{ id: '1', name: '720p' }, { id: '2' }, { id: '3' }];
  const removal = { profileIds: ['1', '2', '1'] };

  it('shows each profile that goes, once', () => {
    expect(changesOfRemoval(removal, profiles).map(({ label, now }) => [label, now])).toEqual([
      ['Profile “720p”', '720p (1)'],
      ['Profile “2”', '2'],
    ]);
    expect(changesOfRemoval(removal, null)).toHaveLength(2);
  });

  it.each([
    [[{ id: '3' }], 'took', []],
    [profiles, 'did-not', ['profile/1', 'profile/2']],
    [[{ id: '3' }, { id: '2' }], 'partly', ['profile/2']],
    [null, 'unclear', []],
  ])('is compared with the profiles in the answer', (answered, kind, fields) => {
    const outcome = outcomeOfRemoval(removal, profiles, answered);
    expect(outcome.kind).toBe(kind);
    expect(outcome.differences.map(({ field }) => field)).toEqual(fields);
  });
});
