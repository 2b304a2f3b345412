import type { CallName } from '../shared/contract.ts';
import type { AlarmsView } from '../shared/health.ts';
import { type Result, fail, ok } from '../shared/failure.ts';
import type { Application } from './application.ts';
import type { Handler } from './handlers.ts';
import type { Monitor } from './monitor/monitor.ts';

type WatchCall = Extract<
  CallName,
  `${'streams' | 'health' | 'preview' | 'timeline' | 'alarms' | 'watch' | 'webhook'}.${string}`
>;

const noAlarms: AlarmsView = { connectionId: null, raised: [], muted: [], quiet: false };
const day = (): string => new Date().toISOString().slice(0, 10);

/** The handlers of what watches and judges, each in the session of the active connection. */
export function watchHandlersOf(app: Application): { readonly [N in WatchCall]: Handler<N> } {
  const monitoring = <T>(act: (monitor: Monitor) => T): T | Result<never> =>
    app.session === null ? fail({ kind: 'no-connection' }) : act(app.session.monitor);
  const saved = async (name: string, text: string): Promise<Result<{ path: string } | null>> => {
    const path = await app.host.saveFile(name, text);
    return ok(path === null ? null : { path });
  };
  return {
    'streams.list': () => ok(app.session?.monitor.streams ?? { connectionId: null, rows: [] }),
    'health.get': ({ id }) => monitoring((monitor) => ok(monitor.health(id))),
    'preview.seen': ({ facts }) => {
      app.session?.monitor.seen(facts);
      return ok(undefined);
    },
    'preview.playlists': ({ id }) => monitoring((monitor) => ok(monitor.heldPlaylists(id))),
    'preview.anyway': ({ id }) =>
      monitoring(async (monitor) => {
        const hosts = monitor.allow(id);
        await app.host.allowCrossOrigin(monitor.allowedHosts);
        return ok({ hosts });
      }),
    'timeline.get': ({ id, span }) => monitoring((monitor) => ok(monitor.timeline(id, span))),
    'timeline.export': ({ id }) =>
      monitoring((monitor) => saved(`tally-timeline-${day()}.csv`, monitor.timelineCsv(id))),

    'alarms.state': () => ok(app.session?.monitor.alarms.view ?? noAlarms),
    'alarms.earlier': ({ before, limit }) =>
      monitoring(({ alarms }) => ok(alarms.earlier(before, limit))),
    'alarms.acknowledge': ({ ids }) =>
      monitoring(({ alarms }) => {
        alarms.acknowledge(ids);
        return ok(undefined);
      }),
    'alarms.mute': ({ id, minutes }) =>
      monitoring(({ alarms }) => {
        alarms.mute(id, minutes);
        return ok(undefined);
      }),
    'alarms.unmute': ({ id }) =>
      monitoring(({ alarms }) => {
        alarms.unmute(id);
        return ok(undefined);
      }),
    'alarms.export': ({ format }) =>
      monitoring(({ alarms }) =>
        saved(`tally-alarms-${day()}.${format}`, alarms.exportEarlier(format)),
      ),

    'watch.settings': () => ok(app.watchSettings),
    'watch.set': (settings) => {
      app.watchSettings = settings;
      return ok(undefined);
    },
    'webhook.get': () => monitoring(({ webhook }) => ok(webhook.view)),
    'webhook.set': ({ address }) => monitoring(({ webhook }) => webhook.set(address)),
    'webhook.test': () => monitoring(({ webhook }) => webhook.test()),
  };
}
