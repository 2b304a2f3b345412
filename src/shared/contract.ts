import { z } from 'zod';
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

const kind = z.enum(['live', 'video', 'preset']);
const identifier = z.string().min(1).max(5_000);
const ref = z.strictObject({ kind, id: identifier });
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
export type PresetView = Known<'preset', VideoPreset>;
export type EntityView = LiveView | VideoView | PresetView;
