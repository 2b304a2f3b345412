import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TimelineEvent } from '../../../shared/health.ts';
import { Cipher, newDataKey } from '../../keychain/cipher.ts';
import { Database } from '../../library/database.ts';
import { SealedTimeline } from './sealed-timeline.ts';
import { coarseSpan, MemoryTimeline, minuteSpan, type TimelineStore } from './timeline-store.ts';
import { Timelines } from './timeline.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** The beginning of a day, so of a minute and of ten. */
const start = 20_000 * day;

const failing: TimelineEvent = {
  at: start + minute,
  check: 'playlist',
  verdict: 'failing',
  reason: 'No new segment for 14 s, target 2 s.',
};

let folder = '';
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-timeline-'));
  db = new Database(folder);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A point each 5 s, flushed each minute; behind live is the number of the minute. */
function watch(timelines: Timelines, from: number, minutes: number): void {
  for (let at = from; at < from + minutes * minute; at += 5_000) {
    if (at % minute === 0) timelines.flush(at, ['show']);
    timelines.note('show', {
      at,
      behindSeconds: Math.floor((at - start) / minute),
      bitsPerSecond: 1_000_000,
      loudness: null,
    });
  }
}

const stores: readonly (readonly [string, () => TimelineStore])[] = [
  ['in memory', () => new MemoryTimeline()],
  ['on disk', () => new SealedTimeline(db, new Cipher(newDataKey()), 'c1')],
];

describe.each(stores)('a timeline %s', (_, storeOf) => {
  it('gives every point of the last 15 minutes', () => {
    const timelines = new Timelines(storeOf());
    watch(timelines, start, 30);
    const { points, from, to } = timelines.get('show', '15m', start + 30 * minute);
    expect(to - from).toBe(15 * minute);
    expect(points).toHaveLength(15 * 12);
  });

  it('takes no two points within 4 s', () => {
    const timelines = new Timelines(storeOf());
    for (let at = start; at < start + minute; at += 250)
      timelines.note('show', { at, behindSeconds: 1, bitsPerSecond: null, loudness: null });
    expect(timelines.get('show', '15m', start + minute).points).toHaveLength(15);
  });

  it('gives minutes of the last 2 hours, the one that is not over last', () => {
    const timelines = new Timelines(storeOf());
    watch(timelines, start, 180);
    const { points } = timelines.get('show', '2h', start + 180 * minute - 1);
    expect(points).toHaveLength(120);
    expect(points.at(0)).toEqual({
      at: start + 60 * minute,
      behindSeconds: 60,
      bitsPerSecond: 1_000_000,
      loudness: null,
    });
    expect(points.at(-1)?.behindSeconds).toBe(179);
  });

  it('goes on after a restart with what was kept', () => {
    const store = storeOf();
    const before = new Timelines(store);
    watch(before, start, 10);
    before.event('show', failing);
    before.finish(start + 10 * minute);
    const after = new Timelines(store);
    watch(after, start + 12 * minute, 2);
    const { points, events } = after.get('show', '15m', start + 14 * minute);
    expect(points.slice(0, 10).map(({ behindSeconds }) => behindSeconds)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(points).toHaveLength(10 + 24);
    expect(events).toEqual([failing]);
  });

  it('joins minutes after a day and forgets after a week', () => {
    const store = storeOf();
    const timelines = new Timelines(store);
    watch(timelines, start, 60);
    timelines.event('show', failing);
    timelines.finish(start + 60 * minute);
    store.thin(['show'], start + day + 30 * minute);
    const all = [start, start + 8 * day] as const;
    expect(store.points('show', coarseSpan, ...all)).toEqual(
      [0, 10, 20].map((first) => ({
        at: start + first * minute,
        behindSeconds: first + 4.5,
        bitsPerSecond: 1_000_000,
        loudness: null,
      })),
    );
    expect(store.points('show', minuteSpan, ...all)).toHaveLength(30);
    store.thin(['show'], start + 8 * day);
    expect(store.points('show', coarseSpan, ...all)).toEqual([]);
    expect(store.points('show', minuteSpan, ...all)).toEqual([]);
    expect(store.events('show', ...all, 10)).toEqual([]);
  });

  it('is exported as lines of time, with events between the points', () => {
    const timelines = new Timelines(storeOf());
    watch(timelines, start, 2);
    timelines.event('show', failing);
    const lines = timelines.csv('show', start + 2 * minute).split('\r\n');
    expect(lines).toEqual([
      '\ufeffat,behind_live_s,bitrate_bps,loudness_lufs,check,verdict,reason',
      '2024-10-04T00:00:00.000Z,0,1000000,,,,',
      '2024-10-04T00:01:00.000Z,1,1000000,,,,',
      '2024-10-04T00:01:00.000Z,,,,Playlist is fresh,failing,"No new segment for 14 s, target 2 s."',
      '',
    ]);
  });

  it('gives the newest thousand events of a check that flutters, and all of them to the file', () => {
    const timelines = new Timelines(storeOf());
    for (let nth = 0; nth < 1_500; nth += 1)
      timelines.event('show', { ...failing, at: start + nth * 4_000 });
    timelines.flush(start + 2 * 60 * minute, []);
    const { events } = timelines.get('show', '24h', start + 2 * 60 * minute);
    expect(events).toHaveLength(1_000);
    expect(events.at(0)?.at).toBe(start + 500 * 4_000);
    expect(events.at(-1)?.at).toBe(start + 1_499 * 4_000);
    expect(timelines.csv('show', start + 2 * 60 * minute).split('\r\n')).toHaveLength(1_502);
  });

  it('forgets a stream that left the library', () => {
    const store = storeOf();
    const timelines = new Timelines(store);
    watch(timelines, start, 3);
    timelines.event('show', failing);
    timelines.finish(start + 3 * minute);
    timelines.remove('show');
    const { points, events } = new Timelines(store).get('show', '2h', start + 3 * minute);
    expect([points, events]).toEqual([[], []]);
  });
});

describe('a timeline whose disk is full', () => {
  it('holds what was refused and writes it when it can', () => {
    const kept = new MemoryTimeline();
    let isFull = true;
    const store: TimelineStore = {
      add: (points, events) => !isFull && kept.add(points, events),
      points: (...of) => kept.points(...of),
      events: (...of) => kept.events(...of),
      thin: (...of) => kept.thin(...of),
      remove: (id) => kept.remove(id),
    };
    const timelines = new Timelines(store);
    watch(timelines, start, 5);
    expect(timelines.get('show', '2h', start + 5 * minute).points).toHaveLength(5);
    isFull = false;
    timelines.finish(start + 5 * minute);
    expect(kept.points('show', minuteSpan, start, start + day)).toHaveLength(5);
  });
});
