import type { Place } from './edit-arguments.ts';
import type {
  EntityKind,
  EntityRef,
  LiveEntity,
  Remark,
  VideoEntity,
  VideoPreset,
} from './entities.ts';
import type { Failure, StorageTrouble } from './failure.ts';

/* What main shows of the connections, the library and its entities. */

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
