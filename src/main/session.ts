import type {
  AddOutcome,
  EntityView,
  LibraryChange,
  LibraryList,
  PresetView,
} from '../shared/contract.ts';
import type { EntityKind, EntityRef } from '../shared/entities.ts';
import { type Failure, type Result, fail, ok } from '../shared/failure.ts';
import type { EditSettings } from '../shared/edit-arguments.ts';
import type { EditsView } from '../shared/edit-views.ts';
import type { ClipboardKeeper } from './clipboard-keeper.ts';
import type { Clock } from './clock.ts';
import { Editing } from './editing/editing.ts';
import type { EditStore, HistoryRecord } from './library/edit-store.ts';
import type { Library } from './library/library.ts';
import { heldPreset } from './library/presets.ts';
import { KnownAnswers } from './known-answers.ts';
import { type EntityRecord, keyOf } from './library/records.ts';
import type { ServiceFacts } from './monitor/facts.ts';
import type { Monitor } from './monitor/monitor.ts';
import { openIntervalMs, othersIntervalOf, Poller } from './monitor/poller.ts';
import type { ServiceTrouble } from './monitor/service-trouble.ts';
import { misread } from './service/answer.ts';
import type { Access, Answer, ServiceClient } from './service/client.ts';
import { describesOther } from './service/reader.ts';
import { type ReadingState, viewOf } from './views.ts';

export interface SessionSurroundings {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly clipboard: ClipboardKeeper;
  /** Address and token, or why there are none right now. */
  access(): Result<Access>;
  noteOutcome(failure: Failure | null): void;
  entityChanged(view: EntityView): void;
  readonly edits: EditStore;
  offline(): boolean;
  editsChanged(view: EditsView): void;
  noted(record: HistoryRecord): void;
  /** Watches what the session reads. */
  watch(watched: WatchedSession): Monitor;
}

/** What a monitor asks of the session whose streams it watches. */
export interface WatchedSession {
  liveIds(): readonly string[];
  serviceOf(id: string): ServiceFacts;
  /** What keeps the service from answering for any; null while it answers. */
  serviceTrouble(): ServiceTrouble | null;
  askService(id: string): void;
  nameOf(id: string): string;
}

/** The work with one active connection: its library, what is read of it, its secrets. */
export class Session {
  readonly connectionId: string;
  readonly library: Library;
  readonly editing: Editing;
  readonly monitor: Monitor;
  readonly known: KnownAnswers;
  readonly #around: SessionSurroundings;
  readonly #poller: Poller;
  readonly #states = new Map<string, ReadingState>();
  readonly #took = new Map<string, number>();
  #open: EntityRef | null = null;
  #liveCount = 0;

  constructor(connectionId: string, library: Library, around: SessionSurroundings) {
    this.connectionId = connectionId;
    this.library = library;
    this.#around = around;
    this.known = new KnownAnswers({
      record: (ref) => this.#record(ref).record,
      access: () => around.access(),
      clipboard: around.clipboard,
    });
    this.#poller = new Poller(
      (id, signal) => this.#read(id, signal),
      around.clock,
      (id, nextReadAt) => {
        this.#patch({ kind: 'live', id }, { nextReadAt });
      },
    );
    this.monitor = around.watch({
      liveIds: () => this.#liveIds(),
      serviceOf: (id) => this.#serviceOf(id),
      serviceTrouble: () => this.#poller.troubles.now,
      askService: (id) => {
        if (!this.#poller.resting) void this.#poller.refresh(id);
      },
      nameOf: (id) => this.#nameOf({ kind: 'live', id }),
    });
    const { client, clock, edits } = around;
    this.editing = new Editing({
      connectionId,
      client,
      clock,
      store: edits,
      access: () => around.access(),
      offline: () => around.offline(),
      noteOutcome: (failure) => {
        around.noteOutcome(failure);
      },
      readLive: (id, signal) => this.#read(id, signal),
      record: (ref) => this.#record(ref).record,
      keep: (ref, answer) => {
        this.#keep(ref, answer);
      },
      nameOf: (ref) => this.#nameOf(ref),
      changed: (view) => {
        around.editsChanged(view);
      },
      noted: (record) => {
        around.noted(record);
      },
    });
  }

  get opened(): EntityRef | null {
    return this.#open;
  }

  start(online: boolean, settings: EditSettings): void {
    this.editing.start(online, settings);
    this.#poller.start();
    this.#poller.setOnline(online);
    this.#followLives();
    this.monitor.start();
    void this.library.unsealStatuses((id, entity) => {
      this.monitor.entityRead(id, entity);
    });
  }

  stop(): void {
    this.editing.stop();
    this.#poller.stop();
    this.monitor.stop();
    this.library.close();
  }

  setOnline(online: boolean): void {
    this.editing.setOnline(online);
    this.#poller.setOnline(online);
    this.monitor.setOffline(!online);
  }

  list(): LibraryList {
    return { connectionId: this.connectionId, rows: this.library.rows() };
  }

  add(kind: EntityKind, text: string): AddOutcome {
    return this.library.add(kind, text);
  }

  /** Follows a change of the library: who is watched, and whether the open one is still there. */
  libraryChanged(change: Pick<LibraryChange, 'removed'>): void {
    this.#followLives();
    this.monitor.libraryChanged();
    for (const ref of change.removed) {
      this.#states.delete(keyOf(ref));
      if (this.#open !== null && keyOf(this.#open) === keyOf(ref)) this.open(null);
    }
  }

  /** Makes `ref` the entity that is read every 5 s; one that isn't in the library is added. */
  open(ref: EntityRef | null): EntityView | null {
    this.#open = ref;
    if (ref !== null && this.library.row(ref) === undefined) this.library.insert(ref);
    const liveId = ref?.kind === 'live' ? ref.id : null;
    this.monitor.open(liveId);
    this.#poller.open(liveId);
    return ref === null ? null : this.#view(ref);
  }

  async refresh(id: string): Promise<Result<EntityView>> {
    const ref: EntityRef = { kind: 'live', id };
    if (this.library.row(ref) === undefined) return fail({ kind: 'nothing-known' });
    await this.#poller.refresh(id);
    return ok(this.#view(ref));
  }

  /** Reads on after a new token, or when the keychain gave the secret at last. */
  goOn(): void {
    this.editing.tokenReplaced();
    this.#poller.goOn();
  }

  #liveIds(): string[] {
    return this.library.rows().flatMap(({ kind, id }) => (kind === 'live' ? [id] : []));
  }

  #followLives(): void {
    const ids = this.#liveIds();
    this.#liveCount = ids.length;
    this.#poller.setOthers(ids);
  }

  async #read(id: string, signal: AbortSignal): Promise<Result<Answer>> {
    const ref: EntityRef = { kind: 'live', id };
    const access = this.#around.access();
    if (!access.ok) {
      this.#noteTrouble(ref, access.failure);
      return access;
    }
    const answer = await this.#around.client.readLive(access.value, id, signal);
    if (signal.aborted) return answer;
    this.#around.noteOutcome(answer.ok ? null : answer.failure);
    if (!answer.ok) {
      if (answer.failure.kind === 'not-found') this.library.noteNotFound(ref);
      this.#noteTrouble(ref, answer.failure);
      return answer;
    }
    const { json, status } = answer.value;
    if (describesOther(json, id)) {
      const failure = misread(status, 'it describes another entity');
      this.#noteTrouble(ref, failure);
      return fail(failure);
    }
    this.#keep(ref, answer.value);
    return answer;
  }

  #watchEntity(id: string): void {
    const reading = this.known.live(id);
    if (reading.ok) this.monitor.entityRead(id, reading.value.entity);
  }

  #serviceOf(id: string): ServiceFacts {
    const ref: EntityRef = { kind: 'live', id };
    const trouble = this.#states.get(keyOf(ref))?.trouble ?? null;
    const access = this.#around.access();
    return {
      ...(access.ok
        ? this.#poller.troubles.of(trouble)
        : { failure: access.failure, isShared: true }),
      lastGoodAt: this.library.row(ref)?.readAt ?? null,
      tookMs: this.#took.get(id) ?? null,
      intervalMs:
        this.#open?.kind === 'live' && this.#open.id === id
          ? openIntervalMs
          : othersIntervalOf(this.#liveCount),
    };
  }

  #nameOf(ref: EntityRef): string {
    const known = this.library.row(ref)?.name.trim() || this.#view(ref).entity?.name?.trim();
    return known || ref.id;
  }

  #keep(ref: EntityRef, { text, receivedAt, tookMs }: Answer): void {
    this.library.keep(ref, { text, readAt: receivedAt, tookMs });
    this.#patch(ref, { trouble: null });
    if (ref.kind !== 'live') return;
    if (this.#open?.kind === 'preset') this.#patch(this.#open, {});
    this.#took.set(ref.id, tookMs);
    this.#watchEntity(ref.id);
  }

  /** A preset that was never answered is known from the live entity that uses it. */
  #record(ref: EntityRef): {
    readonly record: Result<EntityRecord | null>;
    readonly heldBy: PresetView['heldBy'];
  } {
    const record = this.library.record(ref);
    const held = ref.kind === 'preset' ? heldPreset(this.library, ref.id) : null;
    const isNewer = held !== null && record.ok && (record.value?.readAt ?? 0) < held.record.readAt;
    return isNewer ? { record: ok(held.record), heldBy: held.heldBy } : { record, heldBy: null };
  }

  #noteTrouble(ref: EntityRef, failure: Failure): void {
    this.#patch(ref, { trouble: { failure, at: this.#around.clock.now() } });
    this.monitor.news(ref.id);
  }

  #patch(ref: EntityRef, change: Partial<ReadingState>): void {
    const before = this.#states.get(keyOf(ref)) ?? { trouble: null, nextReadAt: null };
    this.#states.set(keyOf(ref), { ...before, ...change });
    if (this.#open !== null && keyOf(this.#open) === keyOf(ref))
      this.#around.entityChanged(this.#view(ref));
  }

  #view(ref: EntityRef): EntityView {
    const access = this.#around.access();
    return viewOf({
      ref,
      row: this.library.row(ref),
      ...this.#record(ref),
      state: this.#states.get(keyOf(ref)),
      accessFailure: access.ok ? null : access.failure,
      now: this.#around.clock.now(),
      intervalMs: openIntervalMs,
    });
  }
}
