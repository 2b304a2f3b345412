import { z } from 'zod';
import {
  type EditSettings,
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
import type { EntityRef } from './entities.ts';
import type { Result } from './failure.ts';
import type {
  Alarm,
  AlarmsView,
  EarlierAlarms,
  Health,
  HeldPlaylists,
  Ring,
  StreamList,
  StreamsChange,
  Timeline,
  WebhookView,
} from './health.ts';
import {
  alarmIds,
  earlierPage,
  exportFormat,
  muted,
  previewFacts,
  timelineAsked,
  type WatchSettings,
  watchSettings,
  webhookAddress,
} from './health-arguments.ts';
import type {
  AddOutcome,
  AppState,
  ConnectionsView,
  ConnectionView,
  EntityView,
  LibraryChange,
  LibraryList,
  NetworkView,
  StorageView,
} from './views.ts';

export type * from './views.ts';

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

  /** Every live entity of the library as the wall and the sidebar show it. */
  'streams.list': call<StreamList>()(nothing),
  /** All checks of one live entity; null when it isn't in the library. */
  'health.get': call<Health | null>()(liveId),
  /** What the page's players measured since the last call; about once a second. */
  'preview.seen': call<void>()(previewFacts),
  /** The playlists of a watched stream as main last read them, for a fast start; null when it holds none. */
  'preview.playlists': call<HeldPlaylists | null>()(liveId),
  /** Lets this page read a stream whose origin sends no CORS header; gives the hosts that it holds for. */
  'preview.anyway': call<{ hosts: readonly string[] }>()(liveId),
  'timeline.get': call<Timeline>()(timelineAsked),
  /** Writes the 7 days as CSV to a file that the host chooses; null when the producer cancelled. */
  'timeline.export': call<{ path: string } | null>()(liveId),

  'alarms.state': call<AlarmsView>()(nothing),
  /** Recovered alarms, newest first. */
  'alarms.earlier': call<EarlierAlarms>()(earlierPage),
  'alarms.acknowledge': call<void>()(alarmIds),
  'alarms.mute': call<void>()(muted),
  'alarms.unmute': call<void>()(liveId),
  'alarms.export': call<{ path: string } | null>()(exportFormat),

  'watch.settings': call<WatchSettings>()(nothing),
  'watch.set': call<void>()(watchSettings),
  'webhook.get': call<WebhookView>()(nothing),
  /** Keeps the address, sealed, for the active connection; null removes it. */
  'webhook.set': call<WebhookView>()(webhookAddress),
  /** Sends a test message now and says how it went. */
  'webhook.test': call<WebhookView>()(nothing),
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
  /** Streams of the wall and the sidebar whose row changed; at most once a second. */
  streams: StreamsChange;
  /** The open live entity, whenever a check of it was judged anew. */
  health: Health;
  alarms: AlarmsView;
  /** An alarm was raised now that should be heard and seen. */
  ring: Ring;
  /** An alarm recovered, so it belongs to the earlier ones now. */
  recovered: { readonly connectionId: string; readonly alarm: Alarm };
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
