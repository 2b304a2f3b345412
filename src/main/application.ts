import { join } from 'node:path';
import type {
  AppState,
  ConnectionView,
  PushMessage,
  PushName,
  Pushes,
} from '../shared/contract.ts';
import type { EditSettings, Place } from '../shared/edit-arguments.ts';
import type { EntityRef } from '../shared/entities.ts';
import type { WatchSettings } from '../shared/health-arguments.ts';
import { type Result, fail, ok } from '../shared/failure.ts';
import type { ApplicationApi, ApplicationOptions } from './application-api.ts';
import { ClipboardKeeper } from './clipboard-keeper.ts';
import { type Clock, systemClock } from './clock.ts';
import { DemoService } from './demo/service.ts';
import { Handlers } from './handlers.ts';
import { readEditSettings, writeEditSettings } from './edit-settings.ts';
import type { Host } from './host.ts';
import { KeptPlaces } from './kept-places.ts';
import { Keychain } from './keychain/keychain.ts';
import { loadKeytar } from './keychain/keytar.ts';
import { Log } from './keychain/log.ts';
import { Redactor } from './keychain/redaction.ts';
import { Connections } from './library/connections.ts';
import { Database } from './library/database.ts';
import { DiskProbe } from './library/disk-probe.ts';
import { Settings } from './library/settings.ts';
import { readWatchSettings, writeWatchSettings } from './monitor/watch-settings.ts';
import { Network } from './network.ts';
import { ServiceClient } from './service/client.ts';
import type { Session } from './session.ts';
import { SessionMaker } from './session-maker.ts';

/** Builds every service by plain constructors, and starts and stops them. */
export class Application implements ApplicationApi {
  readonly host: Host;
  readonly network: Network;
  readonly connections: Connections;
  readonly keychain: Keychain;
  readonly log: Log;
  readonly clipboard: ClipboardKeeper;
  readonly #options: ApplicationOptions;
  readonly #db: Database;
  readonly #probe: DiskProbe;
  readonly #settings: Settings;
  readonly #places: KeptPlaces;
  readonly #handlers: Handlers;
  readonly #sessions: SessionMaker;
  readonly #redactor: Redactor;
  readonly #listeners = new Set<(message: PushMessage) => void>();
  #session: Session | null = null;
  #isStopped = false;
  #demo: DemoService | null = null;
  #show: EntityRef | null;
  #place: Place | null = null;
  #watchSettings: WatchSettings;
  /** What the command line asked for, until a connection is there to show it in. */
  #asked: EntityRef | null;

  constructor(options: ApplicationOptions, host: Host, clock: Clock = systemClock) {
    const redactor = new Redactor();
    const now = (): number => clock.now();
    this.#options = options;
    this.#show = this.#asked = options.open;
    this.#redactor = redactor;
    this.host = host;
    this.log = new Log(options.userDataDir, redactor);
    this.#db = new Database(options.userDataDir, (view) => {
      this.#push('storage', view);
      if (view.writable) this.#saveAgain();
      else this.#probe.later();
    });
    this.#probe = new DiskProbe(this.#db, clock);
    this.#settings = new Settings(this.#db);
    this.#places = new KeptPlaces(this.#settings);
    this.keychain = new Keychain(loadKeytar);
    this.network = new Network(now, (view) => {
      this.#push('network', view);
      if (!view.offline) this.#session?.editing.hurry();
    });
    this.connections = new Connections(this.#db, this.keychain, redactor, now, (view) => {
      this.#push('connections', view);
    });
    const client = new ServiceClient({ fetch: host.fetch, clock, random: Math.random });
    this.clipboard = new ClipboardKeeper(host.clipboard, clock, (trouble) => {
      this.log.write('warning', 'clipboard', trouble);
    });
    this.#watchSettings = readWatchSettings(this.#settings);
    this.#sessions = new SessionMaker({
      host,
      clock,
      db: this.#db,
      redactor,
      log: this.log,
      client,
      clipboard: this.clipboard,
      connections: this.connections,
      network: this.network,
      watchSettings: () => this.#watchSettings,
      push: (name, value) => {
        this.#push(name, value);
      },
      current: () => this.#session,
    });
    this.#handlers = new Handlers(this);
  }

  get session(): Session | null {
    return this.#session;
  }

  get state(): AppState {
    return {
      version: this.#options.version,
      host: this.host.name,
      connections: this.connections.view,
      network: this.network.view,
      storage: this.#db.view,
      show: this.#show,
      place: this.#place,
    };
  }

  async start(): Promise<void> {
    this.log.write('info', 'application', `Tally ${this.#options.version} starts`, {
      host: this.host.name,
    });
    if (this.#options.demo) await this.tryDemo();
    else this.#begin();
  }

  call(name: unknown, args: unknown): Promise<Result<unknown>> {
    return this.#handlers.call(name, args);
  }

  subscribe(listener: (message: PushMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  redact(text: string): string {
    return this.#redactor.redact(text);
  }

  show(ref: EntityRef): void {
    this.#show = ref;
    this.#push('show', ref);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#probe.cancel();
    await this.#session?.editing.finish();
    this.#session?.stop();
    this.#session = null;
    await this.clipboard.clear();
    await this.#demo?.stop();
    this.#db.close();
    this.log.write('info', 'application', 'Tally stops');
    this.log.close();
  }

  setSystemOnline(online: boolean): void {
    this.network.setSystemOnline(online);
    this.#session?.setOnline(this.network.worthTrying);
  }

  async tryDemo(): Promise<Result<ConnectionView>> {
    this.#demo ??= await DemoService.start({ mediaDir: join(this.#options.resourcesDir, 'demo') });
    const known = this.connections.view.all.find(({ demo }) => demo);
    const view = known ?? this.connections.addDemo(this.#demo.address, this.#demo.token);
    this.activate(view.id);
    const [onAir] = this.#demo.entities;
    if (this.#show === null && onAir !== undefined) this.show(onAir);
    return ok(view);
  }

  /** Switches to a connection and begins to work with it. */
  activate(id: string): Result<void> {
    if (!this.connections.activate(id)) return fail({ kind: 'no-connection' });
    this.#begin();
    return ok(undefined);
  }

  async retry(id: string): Promise<Result<void>> {
    await this.#unlock(id);
    const found = this.connections.view.all.find((one) => one.id === id);
    return found?.failure === undefined ? ok(undefined) : fail(found.failure);
  }

  async replaceToken(
    id: string,
    token: string | null,
    keep: 'keychain' | 'memory',
  ): Promise<Result<void>> {
    const before = this.connections.active?.cipher?.keyId;
    const replaced = await this.connections.replaceToken(id, token, keep);
    if (!replaced.ok || this.#session?.connectionId !== id) return replaced;
    if (this.connections.active?.cipher?.keyId === before) this.#session.goOn();
    else this.#begin();
    return replaced;
  }

  async removeConnection(id: string): Promise<Result<void>> {
    const { activeId } = this.connections.view;
    const removed = await this.connections.remove(id);
    if (removed.ok && activeId === id) this.#begin();
    return removed;
  }

  open(ref: EntityRef | null): void {
    this.#show = ref;
    this.#places.keepOpened(this.connections.active, ref);
  }

  get settings(): EditSettings {
    return readEditSettings(this.#settings);
  }

  set settings(value: EditSettings) {
    writeEditSettings(this.#settings, value);
    this.#session?.editing.waitForClick(value.waitForClick);
    this.#session?.editing.keepHistoryFor(value.historyDays);
  }

  get watchSettings(): WatchSettings {
    return this.#watchSettings;
  }

  set watchSettings(value: WatchSettings) {
    this.#watchSettings = value;
    writeWatchSettings(this.#settings, value);
    this.#session?.monitor.settingsChanged();
  }

  /** Where the producer is, so that the next start begins there. */
  setPlace(value: Place): void {
    this.#place = value;
    this.#places.keepPlace(this.connections.active, value);
  }

  /** Begins to work with the active connection; what was open in it stays open. */
  #begin(): void {
    if (this.#isStopped) return;
    const before = this.#session;
    before?.stop();
    const active = this.connections.active;
    this.network.setAddress(active?.address ?? null);
    this.#session = active === null ? null : this.#sessions.make(active);
    if (active === null || this.#session === null) {
      this.host.showAlarms(0, '');
      return;
    }
    const isSame = before?.connectionId === active.id;
    this.#show = this.#asked ?? (isSame ? this.#show : this.#places.opened(active));
    if (!isSame) this.#place = this.#asked === null ? this.#places.place(active) : null;
    this.#asked = null;
    if (active.demo)
      for (const ref of this.#demo?.entities ?? []) this.#session.library.insert(ref);
    this.#session.start(this.network.worthTrying, this.settings);
    if (isSame) this.#session.open(before.opened);
    else if (this.#show !== null) this.#push('show', this.#show);
    if (active.token === null && active.failure === null) void this.#unlock(active.id);
  }

  /** A secret that came late changes where records are kept, so the session begins anew. */
  async #unlock(id: string): Promise<void> {
    await this.connections.unlock(id);
    if (this.#isStopped) return;
    const active = this.connections.active;
    if (active?.id !== id) return;
    if (active.token !== null) this.#begin();
    else this.log.write('warning', 'keychain', 'The secret of a connection could not be had');
  }

  /** What the disk refused before is written now. */
  #saveAgain(): void {
    this.#probe.cancel();
    this.connections.saveAgain();
    this.#session?.library.saveAgain();
    this.#session?.editing.saveAgain();
    this.#session?.monitor.alarms.saveAgain();
  }

  #push<N extends PushName>(name: N, value: Pushes[N]): void {
    const message = { name, value } as PushMessage;
    for (const listener of this.#listeners) listener(message);
  }
}
