import type {
  AddOutcome,
  CallArgs,
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
import { secretStaysMs } from './clipboard-keeper.ts';
import type { Clock } from './clock.ts';
import { Editing } from './editing/editing.ts';
import type { EditStore, HistoryRecord } from './library/edit-store.ts';
import type { Library } from './library/library.ts';
import { heldPreset } from './library/presets.ts';
import { liveReading } from './library/readings.ts';
import { type EntityRecord, keyOf } from './library/records.ts';
import { openIntervalMs, Poller } from './monitor/poller.ts';
import { misread } from './service/answer.ts';
import type { Access, Answer, ServiceClient } from './service/client.ts';
import { curlCommand, maskedJson } from './service/masking.ts';
import { addressIn, keyIn } from './readable.ts';
import { type LiveReading, describesOther } from './service/reader.ts';
import { type ReadingState, viewOf } from './views.ts';

const revealedForMs = 30_000;

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
}

/** The work with one active connection: its library, what is read of it, its secrets. */
export class Session {
  readonly connectionId: string;
  readonly library: Library;
  readonly editing: Editing;
  readonly #around: SessionSurroundings;
  readonly #poller: Poller;
  readonly #states = new Map<string, ReadingState>();
  #open: EntityRef | null = null;

  constructor(connectionId: string, library: Library, around: SessionSurroundings) {
    this.connectionId = connectionId;
    this.library = library;
    this.#around = around;
    this.#poller = new Poller(
      (id, signal) => this.#read(id, signal),
      around.clock,
      (id, nextReadAt) => {
        this.#patch({ kind: 'live', id }, { nextReadAt });
      },
    );
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
    this.#poller.setOthers(this.#liveIds());
    void this.library.unsealStatuses();
  }

  stop(): void {
    this.editing.stop();
    this.#poller.stop();
    this.library.close();
  }

  setOnline(online: boolean): void {
    this.editing.setOnline(online);
    this.#poller.setOnline(online);
  }

  list(): LibraryList {
    return { connectionId: this.connectionId, rows: this.library.rows() };
  }

  add(kind: EntityKind, text: string): AddOutcome {
    return this.library.add(kind, text);
  }

  /** Follows a change of the library: who is watched, and whether the open one is still there. */
  libraryChanged(change: Pick<LibraryChange, 'removed'>): void {
    this.#poller.setOthers(this.#liveIds());
    for (const ref of change.removed) {
      this.#states.delete(keyOf(ref));
      if (this.#open !== null && keyOf(this.#open) === keyOf(ref)) this.open(null);
    }
  }

  /** Makes `ref` the entity that is read every 5 s; one that isn't in the library is added. */
  open(ref: EntityRef | null): EntityView | null {
    this.#open = ref;
    if (ref !== null && this.library.row(ref) === undefined) this.library.insert(ref);
    this.#poller.open(ref?.kind === 'live' ? ref.id : null);
    return ref === null ? null : this.#view(ref);
  }

  async refresh(id: string): Promise<Result<EntityView>> {
    const ref: EntityRef = { kind: 'live', id };
    if (this.library.row(ref) === undefined) return fail({ kind: 'nothing-known' });
    await this.#poller.refresh(id);
    return ok(this.#view(ref));
  }

  answer(ref: EntityRef): Result<{ text: string; readAt: number }> {
    const { record } = this.#record(ref);
    if (!record.ok) return record;
    if (record.value === null) return fail({ kind: 'nothing-known' });
    const { text, readAt } = record.value;
    const { secrets } = liveReading(record.value);
    const access = this.#around.access();
    const known = [
      secrets.streamKey,
      ...secrets.relayKeys,
      access.ok ? access.value.token : undefined,
    ];
    return ok({
      text: maskedJson(
        text,
        known.filter((secret) => secret !== undefined),
      ),
      readAt,
    });
  }

  reveal(which: CallArgs<'live.reveal'>): Result<{ key: string; hideAfterMs: number }> {
    const found = this.#live(which.id);
    if (!found.ok) return found;
    const key = keyIn(found.value, which.what === 'relay-key' ? which.relay : null);
    return key.ok ? ok({ key: key.value, hideAfterMs: revealedForMs }) : key;
  }

  async copy(which: CallArgs<'live.copy'>): Promise<Result<{ clearsAfterMs: number | null }>> {
    const { clipboard } = this.#around;
    if (which.what === 'curl') {
      const access = this.#around.access();
      if (!access.ok) return access;
      await clipboard.copy(curlCommand(access.value.address, which.id));
      return ok({ clearsAfterMs: null });
    }
    const found = this.#live(which.id);
    if (!found.ok) return found;
    if (which.what === 'stream-key' || which.what === 'relay-key') {
      const key = keyIn(found.value, which.what === 'relay-key' ? which.relay : null);
      if (!key.ok) return key;
      await clipboard.copySecret(key.value);
      return ok({ clearsAfterMs: secretStaysMs });
    }
    const address = addressIn(found.value, which.what);
    if (address === undefined)
      return fail({ kind: 'invalid', message: 'The service gave no such address.' });
    await clipboard.copy(address);
    return ok({ clearsAfterMs: null });
  }

  /** Reads on after a new token, or when the keychain gave the secret at last. */
  goOn(): void {
    this.editing.tokenReplaced();
    this.#poller.goOn();
  }

  #live(id: string): Result<LiveReading> {
    const record = this.library.record({ kind: 'live', id });
    if (!record.ok) return record;
    if (record.value === null) return fail({ kind: 'nothing-known' });
    return ok(liveReading(record.value));
  }

  #liveIds(): string[] {
    return this.library.rows().flatMap(({ kind, id }) => (kind === 'live' ? [id] : []));
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

  #nameOf(ref: EntityRef): string {
    const known = this.library.row(ref)?.name.trim() || this.#view(ref).entity?.name?.trim();
    return known || ref.id;
  }

  #keep(ref: EntityRef, { text, receivedAt, tookMs }: Answer): void {
    this.library.keep(ref, { text, readAt: receivedAt, tookMs });
    this.#patch(ref, { trouble: null });
    if (this.#open?.kind === 'preset' && ref.kind === 'live') this.#patch(this.#open, {});
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
