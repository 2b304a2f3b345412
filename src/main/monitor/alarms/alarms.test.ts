import { describe, expect, it } from 'vitest';
import type { WatchSettings } from '../../../shared/health-arguments.ts';
import { usualWatchSettings } from '../watch-settings.ts';
import { AlarmDesk, checksOf } from './testing/alarm-desk.ts';

const started = (change: Partial<WatchSettings> = {}): AlarmDesk => {
  const desk = new AlarmDesk();
  desk.settings = { ...usualWatchSettings, ...change };
  desk.alarms.start();
  return desk;
};
/** The playlist of a stream fails until its alarm is raised. */
async function raised(change: Partial<WatchSettings> = {}, ids = ['show']): Promise<AlarmDesk> {
  const desk = started(change);
  await desk.judgeFor(6_000, ids, { playlist: 'failing' });
  return desk;
}

describe('an alarm', () => {
  it('is raised when a check failed for its delay, is listed, rings and counts', async () => {
    const desk = started();
    const failingSince = desk.clock.now();
    await desk.judgeFor(4_900, ['show'], { playlist: 'failing' });
    expect([desk.raised, desk.rings, desk.alarms.countsOf('show')]).toEqual([[], [], 0]);
    await desk.clock.pass(200);
    expect(desk.raised).toMatchObject([
      {
        kind: 'check',
        entityId: 'show',
        name: 'Stream show',
        check: 'playlist',
        severity: 'high',
        reason: 'playlist as made up.',
        failingSince,
        raisedAt: failingSince + 5_000,
        acknowledgedAt: null,
        recoveredAt: null,
      },
    ]);
    expect(desk.rings).toEqual([{ alarm: desk.raised[0], sound: true, notification: true }]);
    expect(desk.views.at(-1)).toEqual(desk.alarms.view);
    expect(desk.alarms.countsOf('show')).toBe(1);
    expect(desk.alarms.badge).toEqual({ count: 1, sentence: 'Stream show: playlist as made up.' });
  });

  it('bounds the name of its stream, also in what the webhook gets', async () => {
    const desk = started();
    desk.nameOf = () => 'Morning show '.repeat(10_000);
    desk.webhook.set('https://hook.example/alarms');
    await desk.judgeFor(6_000, ['show'], { playlist: 'failing' });
    expect(desk.raised[0]?.name).toHaveLength(200);
    expect(desk.alarms.badge.sentence.length).toBeLessThan(300);
    expect(JSON.stringify(desk.sent).length).toBeLessThan(1_500);
    expect(desk.sent).toMatchObject([{ event: 'raised', alarm: { name: desk.raised[0]?.name } }]);
  });

  it('recovers when the check was good for its other delay, a warning being good enough', async () => {
    const desk = await raised();
    await desk.judgeFor(14_900, ['show'], { playlist: 'warning' });
    expect(desk.recovered).toEqual([]);
    await desk.clock.pass(200);
    expect(desk.raised).toEqual([]);
    expect(desk.recovered).toHaveLength(1);
    expect(desk.alarms.earlier(null, 10)).toEqual({ rows: desk.recovered, more: false });
    expect(desk.alarms.badge).toEqual({ count: 0, sentence: '' });
  });

  it('doesn’t ring again while it flutters, and is a new one once it recovered', async () => {
    const desk = await raised();
    for (let round = 0; round < 20; round += 1) {
      await desk.judgeFor(10_000, ['show'], {});
      await desk.judgeFor(10_000, ['show'], { playlist: 'failing' });
    }
    expect([desk.rings.length, desk.recovered.length]).toEqual([1, 0]);
    await desk.judgeFor(16_000, ['show'], {});
    await desk.judgeFor(6_000, ['show'], { playlist: 'failing' });
    expect([desk.rings.length, desk.recovered.length]).toEqual([2, 1]);
    expect(desk.raised[0]?.id).not.toBe(desk.recovered[0]?.id);
  });

  it('says why as it stands now, and keeps its last reason when it recovers', async () => {
    const desk = await raised();
    const later = checksOf({ playlist: 'failing' }, 'is 30 s old');
    desk.alarms.judged('show', later, desk.clock.now());
    expect(desk.raised[0]?.reason).toBe('playlist is 30 s old.');
    await desk.clock.pass(2_100);
    expect(desk.views.at(-1)?.raised[0]?.reason).toBe('playlist is 30 s old.');
    await desk.judgeFor(16_000, ['show'], {});
    expect(desk.recovered[0]?.reason).toBe('playlist is 30 s old.');
  });

  it('recovers with a note when the service says that the stream is off air', async () => {
    const desk = await raised();
    for (let second = 0; second < 16; second += 1) {
      desk.judge('show', { playlist: 'unknown' }, true);
      await desk.clock.pass(1_000);
    }
    expect(desk.recovered[0]?.reason).toBe('playlist as made up. Then it went off air.');
  });

  it('stays while its check can’t be judged on air, but for a player’s own trouble', async () => {
    const desk = started();
    await desk.judgeFor(31_000, ['show'], { playlist: 'failing', smooth: 'failing' });
    await desk.judgeFor(600_000, ['show'], { playlist: 'unknown', smooth: 'unknown' });
    expect(desk.raised.map(({ check }) => check)).toEqual(['playlist']);
    expect(desk.recovered.map(({ reason }) => reason)).toEqual([
      'smooth as made up. Nothing plays it here any more.',
    ]);
  });

  it('is acknowledged alone or with all, and sinks below the others', async () => {
    const desk = await raised({}, ['one', 'two', 'three']);
    const [first, second, third] = desk.raised;
    desk.alarms.acknowledge([first?.id ?? '']);
    expect(desk.raised.map(({ id }) => id)).toEqual([second?.id, third?.id, first?.id]);
    expect(desk.alarms.badge.count).toBe(2);
    const acknowledgedAt = desk.clock.now();
    await desk.clock.pass(1_000);
    desk.alarms.acknowledge(null);
    expect(desk.raised.map((alarm) => alarm.acknowledgedAt)).toContain(acknowledgedAt);
    expect(desk.alarms.badge.count).toBe(0);
    await desk.judgeFor(60_000, ['one', 'two', 'three'], { playlist: 'failing' });
    expect(desk.rings).toHaveLength(3);
  });

  it('is listed only where its check matters little, and never where it matters not at all', async () => {
    const desk = started();
    desk.settings = {
      ...desk.settings,
      severities: { ...desk.settings.severities, playlist: 'low', hls: 'off' },
    };
    await desk.judgeFor(8_000, ['show'], { playlist: 'failing', hls: 'failing' });
    expect(desk.raised.map(({ check, severity }) => [check, severity])).toEqual([
      ['playlist', 'low'],
    ]);
    expect(desk.rings).toEqual([]);
  });

  it('follows settings that are changed while it is raised', async () => {
    const desk = started();
    await desk.judgeFor(8_000, ['show'], { playlist: 'failing', hls: 'failing' });
    desk.settings = {
      ...desk.settings,
      severities: { ...desk.settings.severities, playlist: 'low', hls: 'off' },
      delays: { ...desk.settings.delays, playlist: { raiseSeconds: 0, recoverSeconds: 2 } },
    };
    desk.alarms.settingsChanged();
    expect(desk.raised.map(({ check, severity }) => [check, severity])).toEqual([
      ['playlist', 'low'],
    ]);
    expect(desk.recovered[0]?.reason).toMatch(/^hls .* This check raises no alarms any more\.$/);
    await desk.judgeFor(2_500, ['show'], {});
    expect(desk.raised).toEqual([]);
    desk.judge('show', { playlist: 'failing' });
    await desk.clock.pass(200);
    expect(desk.raised).toHaveLength(1);
  });

  it('recovers when its stream leaves the library', async () => {
    const desk = await raised();
    desk.alarms.mute('show', null);
    desk.alarms.forget('show');
    expect(desk.alarms.view).toMatchObject({ raised: [], muted: [] });
    expect(desk.recovered[0]?.reason).toMatch(/removed from the library\.$/);
  });

  it('survives a restart until it is judged good, with what is muted', async () => {
    const before = await raised({}, ['show', 'gone']);
    before.alarms.mute('show', null);
    before.alarms.stop();
    expect(before.clock.waiting).toBe(0);
    const after = new AlarmDesk(before.store, before.clock);
    after.alarms.start((id) => id !== 'gone');
    expect(after.raised.map(({ entityId }) => entityId)).toEqual(['show']);
    expect(after.recovered.map(({ entityId }) => entityId)).toEqual(['gone']);
    expect(after.alarms.view.muted).toEqual([{ id: 'show', until: null }]);
    await after.judgeFor(600_000, ['show'], { playlist: 'unknown' });
    await after.judgeFor(60_000, ['show'], { playlist: 'failing' });
    const same = before.raised.find(({ entityId }) => entityId === 'show');
    expect(after.raised).toMatchObject([{ id: same?.id }]);
    expect(after.rings).toEqual([]);
    await after.judgeFor(16_000, ['show'], {});
    expect(after.raised).toEqual([]);
  });
});

describe('a muted entity', () => {
  it('has alarms that are listed, but neither ring nor count nor go to the webhook', async () => {
    const desk = started();
    desk.webhook.set('https://hooks.example.com/in');
    desk.alarms.mute('show', null);
    await desk.judgeFor(8_000, ['show', 'other'], { playlist: 'failing' });
    expect(desk.raised).toHaveLength(2);
    expect(desk.rings.map(({ alarm }) => alarm.entityId)).toEqual(['other']);
    expect(desk.alarms.badge.count).toBe(1);
    await desk.judgeFor(16_000, ['show', 'other'], {});
    expect(desk.recovered).toHaveLength(2);
    expect(desk.sent.map(({ event }) => event)).toEqual(['raised', 'recovered']);
  });

  it('is told of when the mute ends and an alarm of it is still raised', async () => {
    const desk = started();
    desk.webhook.set('https://hooks.example.com/in');
    desk.alarms.mute('show', 60);
    const until = desk.clock.now() + 3_600_000;
    expect(desk.alarms.view.muted).toEqual([{ id: 'show', until }]);
    await desk.judgeFor(3_599_000, ['show'], { playlist: 'failing' });
    expect([desk.rings.length, desk.sent.length]).toEqual([0, 0]);
    await desk.judgeFor(2_000, ['show'], { playlist: 'failing' });
    expect([desk.rings.length, desk.sent.length]).toEqual([1, 1]);
    expect(desk.views.at(-1)?.muted).toEqual([]);
  });

  it('isn’t told of when it is unmuted by hand, since the producer looks at it', async () => {
    const desk = started();
    desk.alarms.mute('show', 60);
    await desk.judgeFor(8_000, ['show'], { playlist: 'failing' });
    desk.alarms.unmute('show');
    await desk.judgeFor(4_000_000, ['show'], { playlist: 'failing' });
    expect([desk.rings.length, desk.alarms.badge.count]).toEqual([0, 1]);
  });
});

describe('quiet hours', () => {
  const quietHours = { on: true, from: '22:00', to: '07:00' };

  it('list alarms over midnight without ringing, and say when they begin and end', async () => {
    const desk = started({ quietHours });
    const local = (day: number, hours: number): number =>
      new Date(2026, 0, day, hours).getTime() - desk.clock.now();
    await desk.clock.pass(local(6, 22) - 1_000);
    expect(desk.alarms.view.quiet).toBe(false);
    await desk.clock.pass(2_000);
    expect(desk.views.at(-1)?.quiet).toBe(true);
    await desk.clock.pass(local(7, 3));
    await desk.judgeFor(8_000, ['show'], { playlist: 'failing' });
    expect([desk.raised.length, desk.rings.length]).toEqual([1, 0]);
    await desk.clock.pass(local(7, 7) + 1_000);
    expect(desk.views.at(-1)?.quiet).toBe(false);
    await desk.judgeFor(8_000, ['other'], { playlist: 'failing' });
    expect(desk.rings.map(({ alarm }) => alarm.entityId)).toEqual(['other']);
  });
});

it('rings as the settings want it', async () => {
  const desk = await raised({ sound: false, notifications: false });
  expect(desk.rings).toMatchObject([{ sound: false, notification: false }]);
});

it('drops what recovered more than 90 days ago', async () => {
  const desk = await raised();
  await desk.judgeFor(16_000, ['show'], {});
  await desk.clock.pass(89 * 24 * 3_600_000);
  expect(desk.alarms.earlier(null, 10).rows).toHaveLength(1);
  await desk.clock.pass(3 * 24 * 3_600_000);
  expect(desk.alarms.earlier(null, 10).rows).toEqual([]);
});

it('gives earlier alarms in pages', async () => {
  const desk = await raised({}, ['one', 'two', 'three']);
  await desk.judgeFor(16_000, ['one', 'two', 'three'], {});
  const first = desk.alarms.earlier(null, 2);
  const last = first.rows.at(-1);
  const next = desk.alarms.earlier({ recoveredAt: last?.recoveredAt ?? 0, id: last?.id ?? '' }, 2);
  expect([first.rows.length, first.more, next.rows.length, next.more]).toEqual([2, true, 1, false]);
  expect(new Set([...first.rows, ...next.rows].map(({ id }) => id)).size).toBe(3);
});
