import type {
  Change,
  Conflict,
  LiveFields,
  Outcome,
  PresetRemoval,
  Problem,
  VideoFields,
} from './edits.ts';
import type { EntityKind, EntityRef, Profile } from './entities.ts';
import type { Failure, StorageTrouble } from './failure.ts';

/* What the page sees of drafts, reviews, the outbox and the history. */

interface DraftOf<K extends EntityKind, Fields, Base> {
  readonly kind: K;
  readonly id: string;
  readonly fields: Fields;
  /** What it was made from, in the form's shape; `baseId` names it in `draft.keep`. */
  readonly base: Base;
  readonly baseId: string;
  /** When that was read; null when nothing is known. */
  readonly baseAt: number | null;
  /** Whether it holds a change, and since when it is as it is. */
  readonly changedAt: number | null;
  /** How many changes of this entity wait in the outbox; the base has them in it. */
  readonly waiting: number;
}

export type LiveDraftView = DraftOf<'live', LiveFields, LiveFields>;
export type VideoDraftView = DraftOf<'video', VideoFields, VideoFields>;
/** Its base: the profiles, null when they aren't known. */
export type PresetDraftView = DraftOf<'preset', PresetRemoval, readonly Profile[] | null>;
export type DraftView = LiveDraftView | VideoDraftView | PresetDraftView;

export interface DraftKept {
  /** False: it is as its base is, so there is no draft. */
  readonly changed: boolean;
  /** What keeps it from the disk; it stays in memory. */
  readonly trouble: StorageTrouble | null;
  /** Whether it goes to disk at all: not for the demo and for work without saving. */
  readonly onDisk: boolean;
}

/** What is being edited and what waits, of the active connection. */
export interface EditsView {
  readonly connectionId: string | null;
  readonly drafts: readonly (EntityRef & { readonly changedAt: number })[];
  readonly outbox: OutboxView;
}

export interface OutboxView {
  /** Oldest first. */
  readonly entries: readonly WaitingChange[];
  /** What holds all of them up. */
  readonly stopped: 'offline' | 'needs-token' | 'throttled' | null;
  /** For `throttled`. */
  readonly until: number | null;
  readonly waitForClick: boolean;
}

/** What is known of a change that was sent and had no answer that tells. */
export interface Doubt {
  readonly compared: 'not-yet' | 'did-not' | 'partly' | 'unclear' | 'impossible';
  readonly failure: Failure | null;
}

export interface WaitingChange {
  readonly entry: string;
  readonly ref: EntityRef;
  readonly name: string;
  readonly createdAt: number;
  /** Long texts are cut. */
  readonly changes: readonly Change[];
  /**
   * `held`: waits for a click. `behind`: an older change of the same entity comes
   * first. `conflict`: the service's copy changed, so it has to be reviewed again.
   * `unknown`: it may have been saved; `compared` says what is known.
   */
  readonly state:
    | { readonly kind: 'waiting'; readonly failure: Failure | null; readonly nextAt: number | null }
    | { readonly kind: 'held' | 'behind' | 'checking' | 'sending' | 'comparing' | 'conflict' }
    | { readonly kind: 'refused'; readonly failure: Failure }
    | ({ readonly kind: 'unknown' } & Doubt);
}

interface ReviewHead {
  /** Names the review in the calls that follow. */
  readonly review: string;
  readonly ref: EntityRef;
  readonly name: string;
  /** When the copy of the service was read that it compares with; null when nothing is known. */
  readonly readAt: number | null;
  /** Why that copy couldn't be read again just now; null when it was, or can't be at all. */
  readonly unread: Failure | null;
  /** The draft, when the service's copy made it another one. */
  readonly draft: DraftView | null;
}

export type Review =
  | (ReviewHead & {
      readonly kind: 'changes';
      readonly changes: readonly Change[];
      readonly warnings: readonly Problem[];
      /** What else the producer should know, as sentences. */
      readonly notes: readonly string[];
      /** What goes out, indented, its keys as dots. */
      readonly request: { readonly line: string; readonly body: string };
      readonly how: 'send' | 'queue';
    })
  | (ReviewHead & { readonly kind: 'conflicts'; readonly conflicts: readonly Conflict[] })
  /** The service holds all of it already, or nothing was changed. `notes` say what can't be done. */
  | (ReviewHead & { readonly kind: 'nothing'; readonly notes: readonly string[] })
  | (ReviewHead & { readonly kind: 'problems'; readonly problems: readonly Problem[] });

export type Sent =
  | { readonly kind: 'sent'; readonly row: HistoryRow }
  /** It is in the outbox; `failure`: why it didn't go out at once. */
  | { readonly kind: 'queued'; readonly failure: Failure | null }
  /** It had no answer that tells; the outbox has it. */
  | ({ readonly kind: 'unknown'; readonly entry: string } & Doubt)
  /** The service's copy changed in between: review again. */
  | { readonly kind: 'changed' }
  /** It surely wasn't sent. */
  | { readonly kind: 'not-sent'; readonly failure: Failure };

/** A change that was sent. */
export interface HistoryRow {
  readonly row: string;
  readonly at: number;
  readonly ref: EntityRef;
  readonly name: string;
  readonly changes: readonly Change[];
  /**
   * `already`: it was there before it was sent. `accepted`: the service said that all
   * is well, nothing was read since. `marked`: the producer said that it was saved.
   */
  readonly outcome: Outcome['kind'] | 'already' | 'accepted' | 'marked' | 'refused';
  readonly failure: Failure | null;
  /** What didn't take. */
  readonly differences: readonly Change[];
  /** From sending to the answer; null when that isn't known. */
  readonly tookMs: number | null;
  /** Why it can't be reverted; null when it can. */
  readonly noRevert: string | null;
}

export interface HistoryList {
  readonly connectionId: string | null;
  readonly rows: readonly HistoryRow[];
  readonly more: boolean;
}
