import type { PushName, Pushes } from '../shared/contract.ts';
import type { WatchSettings } from '../shared/health-arguments.ts';
import { chromiumOrigin, electronOrigin } from '../shared/transport.ts';
import type { ClipboardKeeper } from './clipboard-keeper.ts';
import type { Clock } from './clock.ts';
import { historyRow } from './editing/history.ts';
import type { Host } from './host.ts';
import type { Log } from './keychain/log.ts';
import type { Redactor } from './keychain/redaction.ts';
import type { Connections } from './library/connections.ts';
import type { Database } from './library/database.ts';
import { AlarmStores } from './library/alarm-stores.ts';
import { EditStores } from './library/edit-stores.ts';
import { Library } from './library/library.ts';
import { MemoryRecords, SealedRecords } from './library/records.ts';
import { Alarms } from './monitor/alarms/alarms.ts';
import { Webhook } from './monitor/alarms/webhook.ts';
import { Monitor } from './monitor/monitor.ts';
import { Prober } from './monitor/probes/prober.ts';
import { TimelineStores } from './monitor/timeline/timeline-stores.ts';
import { Timelines } from './monitor/timeline/timeline.ts';
import type { Network } from './network.ts';
import type { ServiceClient } from './service/client.ts';
import { Session, type WatchedSession } from './session.ts';
import { soon } from './soon.ts';

type Active = NonNullable<Connections['active']>;

interface Parts {
  readonly host: Host;
  readonly clock: Clock;
  readonly db: Database;
  readonly watchSettings: () => WatchSettings;
  readonly redactor: Redactor;
  readonly log: Pick<Log, 'write'>;
  readonly client: ServiceClient;
  readonly clipboard: ClipboardKeeper;
  readonly connections: Connections;
  readonly network: Network;
  readonly push: <N extends PushName>(name: N, value: Pushes[N]) => void;
  /** The session that works now. */
  readonly current: () => Session | null;
}

/** Builds the session of a connection: where it keeps things, and whom it tells. */
export class SessionMaker {
  readonly #parts: Parts;
  readonly #editStores: EditStores;
  readonly #alarmStores: AlarmStores;
  readonly #timelineStores: TimelineStores;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#editStores = new EditStores(parts.db);
    this.#alarmStores = new AlarmStores(parts.db);
    this.#timelineStores = new TimelineStores(parts.db);
  }

  make(active: Active): Session {
    const { clock, connections, db, network, push, current } = this.#parts;
    const { id, cipher, demo } = active;
    const records = cipher === null ? new MemoryRecords() : new SealedRecords(db, cipher, id);
    const library = new Library(demo ? null : db, id, records, (change) => {
      push('library', { connectionId: id, ...change });
      session.libraryChanged(change);
    });
    const session: Session = new Session(id, library, {
      client: this.#parts.client,
      clock,
      clipboard: this.#parts.clipboard,
      access: () => connections.access,
      noteOutcome: (failure) => {
        network.noteOutcome(failure);
        if (failure === null) connections.noteAuthorised(id, 'yes');
        else if (failure.kind === 'not-authorised') connections.noteAuthorised(id, 'no');
      },
      entityChanged: soon((view) => {
        if (current() === session) push('entity', view);
      }),
      edits: this.#editStores.of(active),
      offline: () => network.view.offline,
      editsChanged: (view) => {
        push('edits', view);
      },
      noted: (record) => {
        push('history', { connectionId: id, row: historyRow(record) });
      },
      watch: (watched) => this.#watch(active, watched),
    });
    return session;
  }

  #watch(active: Active, watched: WatchedSession): Monitor {
    const { clock, host, log, network, push } = this.#parts;
    const store = this.#alarmStores.of(active);
    const { watchSettings } = this.#parts;
    const webhook = new Webhook({
      fetch: host.fetch,
      clock,
      store,
      redactor: this.#parts.redactor,
    });
    const alarms = new Alarms({
      connectionId: active.id,
      clock,
      store,
      settings: watchSettings,
      nameOf: (id) => watched.nameOf(id),
      changed: (view) => {
        push('alarms', view);
        const { count, sentence } = alarms.badge;
        host.showAlarms(count, sentence);
        monitor.alarmsChanged();
      },
      rang: (ring) => {
        push('ring', ring);
      },
      recovered: (alarm) => {
        push('recovered', { connectionId: active.id, alarm });
      },
      webhook,
    });
    const prober = new Prober({
      fetch: host.fetch,
      clock,
      pageOrigin: host.name === 'electron' ? electronOrigin : chromiumOrigin,
      changed: (id) => {
        monitor.news(id);
      },
    });
    const monitor: Monitor = new Monitor({
      connectionId: active.id,
      clock,
      prober,
      alarms,
      webhook,
      timelines: new Timelines(this.#timelineStores.of(active)),
      settings: watchSettings,
      liveIds: () => watched.liveIds(),
      serviceOf: (id) => watched.serviceOf(id),
      serviceTrouble: () => watched.serviceTrouble(),
      askService: (id) => {
        watched.askService(id);
      },
      serviceGoneSince: () => (network.view.reason === 'requests' ? network.view.since : null),
      rowsChanged: (change) => {
        push('streams', change);
      },
      healthChanged: (health) => {
        push('health', health);
      },
      allowedChanged: (hosts) => {
        void host.allowCrossOrigin(hosts).catch(() => undefined);
      },
      failed: (message) => {
        log.write('error', 'monitor', `A stream could not be judged: ${message}`);
      },
    });
    return monitor;
  }
}
