import { describe, expect, it } from 'vitest';
import type { StreamRow } from '../../shared/health.ts';
import {
  FailingNews,
  chipWords,
  lineOf,
  mayPlay,
  pictureWords,
  standingWords,
  toneOf,
} from './words.ts';

const row = (more: Partial<StreamRow> = {}): StreamRow => ({
  id: 'a',
  onAir: true,
  verdict: 'good',
  line: '4.1 s behind',
  hls: 'http://media.example/master.m3u8',
  soundOnly: false,
  alarms: 0,
  ...more,
});
const failing = row({ verdict: 'failing', line: 'no new segment for 14 s' });
const warning = row({ verdict: 'warning', line: 'relay not enabled' });

it.each<[readonly StreamRow[], string]>([
  [[], '0 streams'],
  [[row()], '1 stream'],
  [[row(), failing, warning, row(), row(), row()], '6 streams, 1 failing, 1 to check'],
  [[failing, failing], '2 streams, 2 failing'],
])('the chip of %# reads “%s”', (rows, words) => {
  expect(chipWords(rows)).toBe(words);
});

describe('what is read out', () => {
  it('is nothing at first, and then each change', () => {
    const news = new FailingNews();
    expect(news.at(0, 2, 6)).toBe('');
    expect(news.at(1_000, 3, 6)).toBe('3 of 6 streams are failing.');
    expect(news.at(20_000, 1, 6)).toBe('1 of 6 streams is failing.');
    expect(news.at(40_000, 0, 6)).toBe('No stream is failing any more.');
  });

  it('is one sentence in 10 s, however it flutters', () => {
    const news = new FailingNews();
    news.at(0, 0, 4);
    const said = new Set<string>();
    for (let now = 1_000; now < 11_000; now += 1_000) said.add(news.at(now, (now / 1_000) % 3, 4));
    expect([...said]).toEqual(['1 of 4 streams is failing.']);
    expect(news.at(11_000, 2, 4)).toBe('2 of 4 streams are failing.');
  });
});

it.each<[StreamRow, string, string]>([
  [row(), 'ok', 'Good: 4.1 s behind'],
  [failing, 'bad', 'Failing: no new segment for 14 s'],
  [warning, 'warn', 'To check: relay not enabled'],
  [row({ verdict: 'unknown', line: '' }), 'unknown', 'Unknown'],
  [row({ onAir: false, verdict: 'unknown', line: '' }), 'idle', 'Not on air'],
  [{ ...failing, onAir: false }, 'bad', 'Failing: no new segment for 14 s'],
])('a tile says its standing by shape and words: %#', (one, tone, words) => {
  expect(toneOf(one)).toBe(tone);
  expect(standingWords(one)).toBe(words);
});

it('says “audio only” of sound without a picture, unless something is wrong', () => {
  expect(lineOf(row({ soundOnly: true }))).toBe('audio only');
  expect(lineOf({ ...failing, soundOnly: true })).toBe('no new segment for 14 s');
});

it.each<[Partial<StreamRow>, boolean]>([
  [{}, true],
  [{ hls: null }, false],
  [{ onAir: false }, false],
  [{ onAir: false, verdict: 'failing' }, true],
])('plays what is on air or fails, where there is an address: %o', (more, plays) => {
  expect(mayPlay(row(more))).toBe(plays);
});

describe('over the picture', () => {
  it('is nothing while it plays', () => {
    expect(pictureWords(failing, { kind: 'playing', soundOnly: false }, null)).toBeNull();
  });

  it('stands what happened and how old the picture is', () => {
    const stalled = { kind: 'stalled', seconds: 14, cause: 'encoder' } as const;
    expect(pictureWords(failing, stalled, 14_900)).toEqual({
      what: 'Stalled for 14 s',
      age: 'picture 14 s old',
    });
    expect(pictureWords(row(), { kind: 'loading' }, null)).toEqual({
      what: 'Loading the stream…',
      age: '',
    });
  });

  it('stands calmly that a stream isn’t on air', () => {
    const off = row({ onAir: false });
    expect(pictureWords(off, { kind: 'off' }, null)?.what).toBe('Not on air');
    expect(pictureWords(row({ hls: null }), { kind: 'off' }, null)?.what).toBe(
      'No playback address yet',
    );
  });
});
