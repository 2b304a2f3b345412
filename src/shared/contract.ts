import { z } from 'zod';
import {
  type EditSettings,
  type Place,
  choices,
  draftContent,
  editSettings,
  entryId,
  identifier,
  kind,
  place,
  ref,
  reviewed,
} from './edit-arguments.ts';
import type {
  DraftKept,
  DraftView,
  EditsView,
  HistoryList,
  HistoryRow,
  Review,
  Sent,
} from './edit-views.ts';
import type {
  EntityKind,
  EntityRef,
  LiveEntity,
  Remark,
  VideoEntity,
  VideoPreset,
} from './entities.ts';
import type { Failure, Result, StorageTrouble } from './failure.ts';

/*
 * Every call and every push between the page and main. A feature begins here.
 * Times are milliseconds since 1970 unless a name says otherwise.
 */

interface Call<Args extends z.ZodType, Value> {
  readonly args: Args;
  /** Only a type: what the call gives when it succeeds. */
  readonly value?: Value;
}

const call =
  <Value>() =>
  <Args extends z.ZodType>(args: Args): Call<Args, Value> => ({ args });

const connectionId = z.strictObject({ id: z.uuid() });
const nothing = z.strictObject({});
const connectionName = z.string().trim().min(1).max(200);
/** null: the token of the last attempt, which main still holds because no keychain took it. */
const token = z.string().trim().min(1).max(8_192).nullable();
const keep = z.enum(['keychain', 'memory']);
const liveId = z.strictObject({ id: identifier });

/** What can be copied to the clipboard, from main, for a live entity. */
const copyable = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.enum(['stream-key', 'ingest-address', 'hls', 'dash', 'curl']),
    id: identifier,
  }),
  z.strictObject({
    what: z.literal('relay-key'),
    id: identifier,
    relay: z.int().min(0).max(100_000),
  }),
]);

/** Which secret to reveal: the stream key, or the key of the relay at an index. */
const revealable = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('stream-key'), id: identifier }),
  z.strictObject({
    what: z.literal('relay-key'),
    id: identifier,
    relay: z.int().min(0).max(100_000),
  }),
]);

export const calls = {
  /** The state of the whole application; the first call of a page. */
  'app.state': call<AppState>()(nothing),
  /** The page says what the browser thinks of the network. */
  'app.network': call<void>()(z.strictObject({ online: z.boolean() })),
  'app.open-link': call<void>()(z.strictObject({ url: z.string().max(8_192) })),
  /** Where the producer is, to open there again after whatever ends the program. */
  'app.place': call<void>()(place),

  /** Checks the address, writes the keychain item, reads it back. */
  'connection.add': call<ConnectionView>()(
    z.strictObject({ name: connectionName, address: z.string().max(8_192), token, keep }),
  ),
  'connection.try-demo': call<ConnectionView>()(nothing),
  'connection.activate': call<void>()(connectionId),
  'connection.rename': call<void>()(z.strictObject({ id: z.uuid(), name: connectionName })),
  'connection.replace-token': call<void>()(z.strictObject({ id: z.uuid(), token, keep })),
  /** Asks the keychain again for a connection whose item could not be had. */
  'connection.retry': call<void>()(connectionId),
  'connection.remove': call<void>()(connectionId),

  'library.list': call<LibraryList>()(nothing),
  'library.add': call<AddOutcome>()(z.strictObject({ kind, text: z.string().max(10_000_000) })),
  'library.remove': call<void>()(ref),

  /** Makes an entity the one that is read every 5 s, or none with null. */
  'entity.open': call<EntityView | null>()(z.strictObject({ ref: ref.nullable() })),
  'live.refresh': call<EntityView>()(liveId),
  /** The answer as it came, as indented JSON with secrets masked. */
  'entity.answer': call<{ text: string; readAt: number }>()(ref),
  'live.copy': call<{ clearsAfterMs: number | null }>()(copyable),
  'live.reveal': call<{ key: string; hideAfterMs: number }>()(revealable),

  'edits.state': call<EditsView>()(nothing),
  /** The draft that is kept for an entity, else a fresh one, which is not kept until it holds a change. */
  'draft.open': call<DraftView>()(ref),
  /** Seals the draft to disk; one without changes is dropped. */
  'draft.keep': call<DraftKept>()(draftContent),
  'draft.discard': call<void>()(ref),
  /** Takes back the last discarding of this entity's draft. */
  'draft.restore': call<DraftView>()(ref),
  /** Copies the draft as JSON, without keys. */
  'draft.copy': call<void>()(ref),

  /** Reads a live entity again and says what would be sent. */
  'review.start': call<Review>()(reviewed),
  /** Answers every conflict of a review. */
  'review.choose': call<Review>()(
    z.strictObject({
      review: z.uuid(),
      choices,
    }),
  ),
  /** `send` waits for what becomes of it; what surely wasn't sent is a draft again. */
  'review.send': call<Sent>()(z.strictObject({ review: z.uuid(), how: z.enum(['send', 'queue']) })),

  'outbox.send-now': call<void>()(entryId),
  'outbox.discard': call<void>()(entryId),
  /** Takes back the last discarding. */
  'outbox.restore': call<void>()(entryId),
  /** For a change whose outcome isn't known: the producer saw that it is there. */
  'outbox.mark-as-saved': call<void>()(entryId),
  /** Makes a waiting change the entity's draft again. */
  'outbox.take-back': call<DraftView>()(entryId),

  /** Newest first; `before`: the `at` of the last row of the page before. */
  'history.list': call<HistoryList>()(
    z.strictObject({ before: z.int().nullable(), limit: z.int().min(1).max(500) }),
  ),
  /** Writes all of it to a file that the host chooses; null when the producer cancelled. */
  'history.export': call<{ path: string } | null>()(
    z.strictObject({ format: z.enum(['csv', 'json']) }),
  ),

  'settings.get': call<EditSettings>()(nothing),
  'settings.set': call<void>()(editSettings),
} as const;

export interface Pushes {
  /** Connections, or the active one, changed. */
  connections: ConnectionsView;
  /** Rows of the active connection's library that changed, and those that went. */
  library: LibraryChange;
  /** The open entity, after every attempt to read it. */
  entity: EntityView;
  network: NetworkView;
  storage: StorageView;
  /** Drafts or the outbox changed. */
  edits: EditsView;
  /** A change was sent, or its outcome is known now. */
  history: { readonly connectionId: string; readonly row: HistoryRow };
  /** A second start, or the operating system, asks to show an entity. */
  show: EntityRef;
  /** Something about the window that the producer should know, as a sentence. */
  notice: { readonly text: string };
}

export type CallName = keyof typeof calls;
export type CallArgs<N extends CallName> = z.input<(typeof calls)[N]['args']>;
export type CallValue<N extends CallName> =
  (typeof calls)[N] extends Call<z.ZodType, infer Value> ? Value : never;
export type PushName = keyof Pushes;
export type PushMessage = {
  readonly [N in PushName]: { readonly name: N; readonly value: Pushes[N] };
}[PushName];

/** What the preload script puts on the page's `window` as `tally`. */
export interface TallyBridge {
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<Result<CallValue<N>>>;
  /** Registers the page's only listener for pushes. */
  listen(listener: (message: PushMessage) => void): void;
}

export interface AppState {
  readonly version: string;
  readonly host: 'electron' | 'chromium';
  readonly connections: ConnectionsView;
  readonly network: NetworkView;
  readonly storage: StorageView;
  /** What the command line asked to open. */
  readonly show: EntityRef | null;
  /** Where the producer was when the program ended. */
  readonly place: Place | null;
}

export interface ConnectionsView {
  readonly all: readonly ConnectionView[];
  readonly activeId: string | null;
}

export interface ConnectionView {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly demo: boolean;
  /**
   * `kept`: token and data key are in the keychain. `memory`: the token is in
   * memory only, nothing is written to disk. `asking`: the keychain hasn't
   * answered yet. `trouble`: see `failure`.
   */
  readonly secret: 'kept' | 'memory' | 'asking' | 'trouble';
  readonly failure?: Failure;
  /** What the last answer of the service said of the token. */
  readonly authorised: 'yes' | 'no' | 'unknown';
}

export interface NetworkView {
  readonly offline: boolean;
  readonly since: number;
  readonly reason: 'system' | 'requests' | null;
}

export interface StorageView {
  readonly writable: boolean;
  readonly trouble?: StorageTrouble;
  readonly folder: string;
  /** Where a damaged file was set aside, if one was. */
  readonly setAside?: string;
}

/** A row of the library: small, since there may be 10,000. */
export interface LibraryRow {
  readonly kind: EntityKind;
  readonly id: string;
  /** Empty when no name was ever read. */
  readonly name: string;
  /** As last read; null when never read, or when what was read is sealed. */
  readonly status: string | null;
  readonly relayTrouble: boolean;
  readonly state: 'never-read' | 'known' | 'not-found';
  readonly readAt: number | null;
}

export interface LibraryList {
  readonly connectionId: string | null;
  readonly rows: readonly LibraryRow[];
}

export interface LibraryChange {
  readonly connectionId: string | null;
  readonly changed: readonly LibraryRow[];
  readonly removed: readonly EntityRef[];
}

export interface AddOutcome {
  readonly added: readonly EntityRef[];
  readonly duplicates: number;
  readonly empty: number;
  readonly refused: readonly { readonly line: string; readonly reason: string }[];
}

interface Known<K extends EntityKind, E> {
  readonly kind: K;
  readonly id: string;
  readonly state: 'never-read' | 'known' | 'not-found';
  /** The entity as last read, null when it never was. */
  readonly entity: E | null;
  readonly remarks: readonly Remark[];
  /** When the facts came, and how long that answer took. */
  readonly readAt: number | null;
  readonly tookMs: number | null;
  /** The last attempt, when it failed after `readAt`. */
  readonly trouble: { readonly failure: Failure; readonly at: number } | null;
  /** When main will try next; null when it rests. */
  readonly nextReadAt: number | null;
  /** The interval of reading, to judge the age by. */
  readonly intervalMs: number;
}

export type LiveView = Known<'live', LiveEntity>;
export type VideoView = Known<'video', VideoEntity>;
export interface PresetView extends Known<'preset', VideoPreset> {
  /** The live entity that it was read with; null when the preset itself was answered. */
  readonly heldBy: { readonly id: string; readonly name: string } | null;
}
export type EntityView = LiveView | VideoView | PresetView;
