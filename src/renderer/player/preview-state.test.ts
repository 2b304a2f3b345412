import { describe, expect, it } from 'vitest';
import { type PreviewState, type Trouble, announcement, previewSentence } from './preview-state.ts';

const words = (state: PreviewState): string => {
  const { what, next } = previewSentence(state);
  return `${what} ${next}`.trim();
};
const retry = { attempt: 4, inSeconds: 3 };

describe('the state of the preview in words', () => {
  it.each<[PreviewState, RegExp]>([
    [{ kind: 'off' }, /^Off: there is no playback address yet\./],
    [{ kind: 'loading' }, /^Loading/],
    [{ kind: 'waiting' }, /^Waiting for the first segment\./],
    [{ kind: 'playing', soundOnly: false }, /^Playing\.$/],
    [{ kind: 'playing', soundOnly: true }, /sound only/],
    [{ kind: 'paused' }, /^Paused\./],
    [{ kind: 'stalled', seconds: 12, cause: 'encoder' }, /^Stalled for 12 s\..*encoder/],
    [{ kind: 'stalled', seconds: 1, cause: 'network' }, /^Stalled for 1 s\..*network/],
    [{ kind: 'stalled', seconds: 4, cause: 'player' }, /^Stalled for 4 s\..*player/],
    [{ kind: 'ended' }, /^Ended/],
  ])('%o', (state, expected) => {
    expect(words(state)).toMatch(expected);
  });

  it.each<[Trouble, RegExp]>([
    [{ kind: 'offline' }, /offline/],
    [{ kind: 'unreachable' }, /can’t be reached/],
    [{ kind: 'silent' }, /doesn’t answer in time/],
    [{ kind: 'status', status: 404 }, /not found \(404\)/],
    [{ kind: 'status', status: 403 }, /refuses.*\(403\)/],
    [{ kind: 'status', status: 502 }, /error \(502\)/],
    [{ kind: 'cors' }, /CORS.*viewer in a browser sees no picture/],
    [{ kind: 'not-a-playlist' }, /not with an HLS playlist/],
    [{ kind: 'interrupted' }, /interrupted/],
    [{ kind: 'undecodable', codec: 'hvc1.1' }, /Can’t be decoded here: hvc1\.1\./],
    [{ kind: 'undecodable', codec: null }, /Can’t be decoded here: the codec is unknown\./],
    [{ kind: 'damaged' }, /damaged/],
    [{ kind: 'player' }, /player can’t be started/],
  ])('%o tells the trouble and when the next try comes', (trouble, expected) => {
    const text = words({ kind: 'trouble', trouble, retry });
    expect(text).toMatch(expected);
    expect(text).toMatch(/ Reconnecting in 3 s \(attempt 4\)\.$/);
  });

  it('says so while it reconnects', () => {
    const trouble = { kind: 'unreachable' } as const;
    expect(words({ kind: 'trouble', trouble, retry: { attempt: 2, inSeconds: 0 } })).toMatch(
      /Reconnecting \(attempt 2\)…$/,
    );
  });

  it('shows an address that is none, shortened, and promises no retry', () => {
    const trouble = { kind: 'not-an-address', address: 'x'.repeat(5000) } as const;
    const text = words({ kind: 'trouble', trouble, retry: null });
    expect(text).toContain('not a web address');
    expect(text).not.toContain('Reconnecting');
    expect(text.length).toBeLessThan(160);
  });
});

describe('the announcement', () => {
  it('stays the same while seconds are counted, so that it is read once', () => {
    const stalled = (seconds: number) =>
      announcement({ kind: 'stalled', seconds, cause: 'network' });
    expect(stalled(1)).toBe(stalled(2));
    const trouble = { kind: 'cors' } as const;
    const tried = (inSeconds: number) =>
      announcement({ kind: 'trouble', trouble, retry: { attempt: 1, inSeconds } });
    expect(tried(1)).toBe(tried(2));
    expect(tried(1)).toContain('CORS');
  });
});
