import { describe, expect, it } from 'vitest';
import type { Alarm, Health, Ring, StreamsChange } from '../../shared/health.ts';
import type { WatchSettings } from '../../shared/health-arguments.ts';
import { MemoryAlarms } from '../library/alarm-store.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { Alarms } from './alarms/alarms.ts';
import { Webhook } from './alarms/webhook.ts';
import type { StreamFacts } from './facts.ts';
import type { ServiceTrouble } from './service-trouble.ts';
import { Monitor } from './monitor.ts';
import type { ProbeTarget } from './probes/prober.ts';
import {
  madeAnswer,
  madeEntity,
  madePreview,
  madeRendition,
  madeStream,
} from './testing/made-facts.ts';
import { MemoryTimeline } from './timeline/timeline-store.ts';
import { Timelines } from './timeline/timeline.ts';
import { usualWatchSettings } from './watch-settings.ts';

const start = Date.UTC(2026, 10, 21, 10, 0, 0);

/** A monitor with everything real but the probes, the clock and the service. */
class Desk {
  readonly clock = new FakeClock(start);
  readonly rows: StreamsChange[] = [];
  readonly healths: Health[] = [];
  readonly rings: Ring[] = [];
  readonly recovered: Alarm[] = [];
  readonly allowed: (readonly string[])[] = [];
  readonly bugs: string[] = [];
  readonly asked: string[] = [];
  readonly streams = new Map<string, StreamFacts>();
  readonly blocked = new Map<string, readonly string[]>();
  targets: readonly ProbeTarget[] = [];
  isResting = false;
  ids: string[];
  serviceGoneSince: number | null = null;
  serviceTrouble: ServiceTrouble | null = null;
  settings: WatchSettings = usualWatchSettings;
  readonly monitor: Monitor;

  constructor(...ids: string[]) {
    this.ids = ids;
    const { clock } = this;
    const store = new MemoryAlarms();
    const fetchNothing = () => Promise.reject(new Error('nothing is sent'));
    const redactor = { add: () => undefined, remove: () => undefined };
    const webhook = new Webhook({ fetch: fetchNothing, clock, store, redactor });
    const alarms = new Alarms({
      connectionId: 'c1',
      clock,
      store,
      settings: () => this.settings,
      nameOf: (id) => `Name of ${id}`,
      changed: () => {
        this.monitor.alarmsChanged();
      },
      rang: (ring) => this.rings.push(ring),
      recovered: (alarm) => this.recovered.push(alarm),
      webhook,
    });
    this.monitor = new Monitor({
      connectionId: 'c1',
      clock,
      alarms,
      webhook,
      prober: {
        factsOf: (id) => this.streams.get(id) ?? null,
        heldPlaylists: () => null,
        blockedHosts: (id) => this.blocked.get(id) ?? [],
        probeNow: () => undefined,
        setTargets: (targets) => {
          this.targets = targets;
        },
        setResting: (isResting) => {
          this.isResting = isResting;
        },
        stop: () => undefined,
      },
      timelines: new Timelines(new MemoryTimeline()),
      settings: () => this.settings,
      liveIds: () => this.ids,
      serviceOf: () => ({
        lastGoodAt: clock.now(),
        tookMs: 120,
        failure: this.serviceTrouble?.failure ?? null,
        isShared: this.serviceTrouble !== null,
        intervalMs: 5_000,
      }),
      serviceTrouble: () => this.serviceTrouble,
      askService: (id) => this.asked.push(id),
      serviceGoneSince: () => this.serviceGoneSince,
      rowsChanged: (change) => this.rows.push(change),
      healthChanged: (health) => this.healths.push(health),
      allowedChanged: (hosts) => this.allowed.push(hosts),
      failed: (message) => this.bugs.push(message),
    });
    this.monitor.start();
    for (const id of ids) this.monitor.entityRead(id, madeEntity({ id }));
  }

  /** Lets seconds pass in which each stream is probed every 4 s. */
  async watch(seconds: number, streamOf = freshAt): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 4) {
      for (const id of this.ids) {
        this.streams.set(id, streamOf(this.clock.now()));
        this.monitor.news(id);
      }
      await this.clock.pass(Math.min(4, seconds - passed) * 1_000);
    }
  }
}

const playlistAt = (now: number, changedAt: number): StreamFacts => {
  const answered = madeAnswer({ at: now });
  const usual = madeRendition();
  return madeStream({
    watchedSince: start - 600_000,
    master: answered,
    renditions: madeStream().renditions.map((rendition) => ({
      ...rendition,
      answered,
      playlist: usual.playlist && {
        ...usual.playlist,
        readAt: now,
        changedAt,
        edgeAt: changedAt - 500,
      },
    })),
    dash: null,
    behind: [{ at: now, seconds: 4 }],
  });
};
const freshAt = (now: number): StreamFacts => playlistAt(now, now - 400);
const stuckSince = (since: number) => (now: number) => playlistAt(now, since);
const goneAt = (now: number): StreamFacts => ({
  ...freshAt(now),
  master: madeAnswer({ at: now, outcome: 'unreachable', status: null }),
});

describe('a monitor', () => {
  it('asks the service whether a stream that begins to fail is still on air, before an alarm is raised', async () => {
    const desk = new Desk('show', 'other');
    await desk.watch(20);
    expect(desk.asked).toEqual([]);
    const withoutMaster = (now: number): StreamFacts => ({
      ...freshAt(now),
      master: madeAnswer({ at: now, outcome: 'status', status: 404 }),
    });
    await desk.watch(4, withoutMaster);
    expect(desk.asked).toEqual(['show', 'other']);
    desk.monitor.entityRead('show', madeEntity({ id: 'show', status: 'ready' }));
    await desk.watch(20, withoutMaster);
    expect(desk.monitor.alarms.view.raised.map(({ entityId }) => entityId)).toEqual(['other']);
    expect(desk.asked).toEqual(['show', 'other']);
  });

  it('asks the addresses of what is on air often, of the rest seldom', () => {
    const desk = new Desk('show', 'rehearsal');
    desk.monitor.entityRead('rehearsal', madeEntity({ id: 'rehearsal', status: 'ready' }));
    expect(desk.targets.map(({ id, often }) => [id, often])).toEqual([
      ['show', true],
      ['rehearsal', false],
    ]);
  });

  it('tells rows that changed at most once a second, and no row that is the same', async () => {
    const desk = new Desk('show');
    await desk.watch(60);
    expect(desk.rows.length).toBeLessThanOrEqual(4);
    expect(desk.monitor.streams.rows).toMatchObject([{ id: 'show', onAir: true, verdict: 'good' }]);
  });

  it('raises an alarm for a playlist that stopped, and lets it recover', async () => {
    const desk = new Desk('show');
    await desk.watch(20);
    expect(desk.rings).toEqual([]);
    await desk.watch(40, stuckSince(desk.clock.now()));
    expect(desk.rings.map(({ alarm }) => [alarm.entityId, alarm.check])).toContainEqual([
      'show',
      'playlist',
    ]);
    expect(desk.monitor.streams.rows).toMatchObject([{ verdict: 'failing' }]);
    expect(desk.monitor.streams.rows[0]?.alarms).toBeGreaterThan(0);
    await desk.watch(60);
    expect(desk.monitor.alarms.view.raised).toEqual([]);
    expect(desk.recovered.map(({ check }) => check)).toContain('playlist');
    expect(desk.monitor.streams.rows).toMatchObject([{ verdict: 'good', alarms: 0 }]);
    const { events } = desk.monitor.timeline('show', '15m');
    const verdicts = events.filter(({ check }) => check === 'playlist').map((one) => one.verdict);
    expect(verdicts.at(0)).not.toBe('good');
    expect(verdicts.at(-1)).toBe('good');
  });

  it('tells the health of the open entity when it changes, else now and then', async () => {
    const desk = new Desk('show', 'other');
    desk.monitor.open('show');
    await desk.watch(40);
    expect(new Set(desk.healths.map(({ id }) => id))).toEqual(new Set(['show']));
    expect(desk.healths.length).toBeGreaterThanOrEqual(4);
    expect(desk.healths.length).toBeLessThanOrEqual(14);
  });

  it('judges by what the page saw last, for 5 minutes', async () => {
    const desk = new Desk('show');
    await desk.watch(8);
    const black = { meanLuma: 3, darkMs: 8_000, stillMs: 0, seenMs: 8_000 };
    desk.monitor.seen([madePreview({ id: 'show', picture: black })]);
    const verdictOf = () =>
      desk.monitor.health('show')?.checks.find(({ name }) => name === 'picture')?.verdict;
    await desk.watch(4);
    expect(verdictOf()).toBe('failing');
    await desk.watch(290);
    expect(verdictOf()).toBe('failing');
    await desk.watch(12);
    expect(verdictOf()).toBe('unknown');
  });

  it('makes one alarm of the end of its own network', async () => {
    const desk = new Desk(...Array.from({ length: 40 }, (_, n) => `show-${n}`));
    await desk.watch(20);
    desk.monitor.setOffline(true);
    expect(desk.isResting).toBe(true);
    await desk.watch(60, goneAt);
    expect(desk.monitor.alarms.view.raised.map(({ kind }) => kind)).toEqual(['network']);
    desk.monitor.setOffline(false);
    await desk.watch(60);
    expect(desk.monitor.alarms.view.raised).toEqual([]);
    expect(desk.rings.map(({ alarm }) => alarm.kind)).toEqual(['network']);
  });

  it('takes the end of everything at once for its own network', async () => {
    const desk = new Desk('one', 'two', 'three', 'four');
    await desk.watch(20);
    desk.serviceGoneSince = desk.clock.now();
    await desk.watch(60, goneAt);
    expect(desk.monitor.alarms.view.raised.map(({ kind }) => kind)).toEqual(['network']);
    desk.serviceGoneSince = null;
    await desk.watch(60);
    expect(desk.monitor.alarms.view.raised).toEqual([]);
  });

  it('tells once that the service fails for all, and goes on watching', async () => {
    const desk = new Desk('one', 'two', 'three');
    await desk.watch(20);
    const failure = { kind: 'refused', status: 503, message: 'no' } as const;
    desk.serviceTrouble = { failure, since: desk.clock.now() };
    await desk.watch(85);
    expect(desk.monitor.alarms.view.raised).toEqual([]);
    await desk.watch(10);
    expect(desk.monitor.alarms.view.raised).toMatchObject([
      {
        kind: 'service',
        reason:
          'The service refuses with status 503: no live entity can be read. What viewers get is watched all the same.',
      },
    ]);
    expect(desk.monitor.streams.rows.map(({ verdict }) => verdict)).not.toContain('failing');
    desk.serviceTrouble = null;
    await desk.watch(20);
    expect(desk.monitor.alarms.view.raised).toEqual([]);
  });

  it('blames the streams when the service answers', async () => {
    const desk = new Desk('one', 'two', 'three');
    await desk.watch(20);
    await desk.watch(60, goneAt);
    const { raised } = desk.monitor.alarms.view;
    expect(raised.map(({ kind, check }) => `${kind} ${String(check)}`)).toEqual(
      Array<string>(3).fill('check hls'),
    );
  });

  it('makes one alarm of an overloaded computer, which recovers when fewer are played', async () => {
    const desk = new Desk(...Array.from({ length: 16 }, (_, n) => `show-${n}`));
    const play = async (seconds: number, droppedShare: number | null): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        desk.monitor.seen(desk.ids.map((id) => madePreview({ id, droppedShare })));
        await desk.watch(1);
      }
    };
    await play(10, null);
    for (let round = 0; round < 20; round += 1) {
      await play(3, 0.052);
      await play(3, 0.031);
    }
    expect(desk.monitor.alarms.view.raised.map(({ kind }) => kind)).toEqual(['overload']);
    const { events } = desk.monitor.timeline('show-0', '15m');
    expect(events.filter(({ check }) => check === 'smooth')).toHaveLength(1);
    await play(40, 0.001);
    expect(desk.monitor.alarms.view.raised).toEqual([]);
    expect(desk.recovered.map(({ kind }) => kind)).toEqual(['overload']);
  });

  it('forgets what left the library', async () => {
    const desk = new Desk('show', 'other');
    await desk.watch(8);
    desk.ids = ['other'];
    desk.monitor.libraryChanged();
    await desk.watch(8);
    expect(desk.monitor.health('show')).toBeNull();
    expect(desk.rows.flatMap(({ removed }) => removed)).toEqual(['show']);
    expect(desk.targets.map(({ id }) => id)).toEqual(['other']);
  });

  it('lets the page read blocked hosts that the producer allowed, and no other', () => {
    const desk = new Desk('show', 'other');
    desk.blocked.set('show', ['cdn.example.com', 'cdn2.example.com:8443']);
    desk.blocked.set('other', ['elsewhere.example.com']);
    expect(desk.monitor.allow('show')).toEqual(['cdn.example.com', 'cdn2.example.com:8443']);
    expect(desk.monitor.allowedHosts).toEqual(['cdn.example.com', 'cdn2.example.com:8443']);
    expect(desk.monitor.health('show')?.allowedHosts).toHaveLength(2);
  });

  it('takes back what was allowed, once the stream leaves the library or the watching ends', () => {
    const desk = new Desk('show', 'other');
    desk.blocked.set('show', ['cdn.example.com']);
    desk.blocked.set('other', ['elsewhere.example.com']);
    desk.monitor.allow('show');
    desk.monitor.allow('other');
    desk.ids = ['other'];
    desk.monitor.libraryChanged();
    expect(desk.allowed).toEqual([['elsewhere.example.com']]);
    expect(desk.monitor.allow('show')).toEqual([]);
    desk.monitor.stop();
    expect(desk.allowed.at(-1)).toEqual([]);
  });

  it('goes on judging the others when a bug ends the judging of one, and tells it once', async () => {
    const desk = new Desk('broken', 'show');
    const broken = { ...freshAt(start), renditions: null as never };
    for (let passed = 0; passed < 40; passed += 4) {
      desk.streams.set('broken', broken);
      desk.streams.set('show', freshAt(desk.clock.now()));
      for (const id of desk.ids) desk.monitor.news(id);
      await desk.clock.pass(4_000);
    }
    expect(desk.bugs).toHaveLength(1);
    expect(desk.monitor.health('show')?.judgedAt).toBeGreaterThan(start + 35_000);
  });

  it('judges, tells and raises on when the clock is set back', async () => {
    const desk = new Desk('show');
    await desk.watch(60);
    desk.clock.setBack(3_600_000);
    await desk.watch(8);
    const told = desk.healths.length + desk.rows.length;
    const setBackAt = desk.clock.now();
    await desk.watch(60, stuckSince(setBackAt));
    expect(desk.healths.length + desk.rows.length).toBeGreaterThan(told);
    expect(desk.rings.map(({ alarm }) => alarm.check)).toContain('playlist');
    expect(desk.monitor.timeline('show', '15m').points.length).toBeGreaterThan(10);
    expect(desk.monitor.timeline('show', '15m').points.map(({ at }) => at)).toEqual(
      desk.monitor
        .timeline('show', '15m')
        .points.map(({ at }) => at)
        .sort((a, b) => a - b),
    );
  });

  it('judges a thousand streams a tenth at a time', async () => {
    const desk = new Desk(...Array.from({ length: 1_000 }, (_, n) => `show-${n}`));
    for (const id of desk.ids) desk.streams.set(id, freshAt(start));
    const judged = () => desk.monitor.streams.rows.filter(({ verdict }) => verdict === 'good');
    await desk.clock.pass(250);
    expect(judged()).toHaveLength(100);
    await desk.clock.pass(2_250);
    expect(judged()).toHaveLength(1_000);
  });

  it('leaves no timer when it stops', async () => {
    const desk = new Desk('show');
    await desk.watch(20, stuckSince(start));
    desk.monitor.stop();
    expect(desk.clock.waiting).toBe(0);
  });
});
