import type { Outcome } from '../../shared/edits.ts';
import type { EntityRef } from '../../shared/entities.ts';
import type { Failure } from '../../shared/failure.ts';

/**
 * A reviewed change on its way to the service. What it changes is kept beside it, by
 * its id; the outbox only decides what happens next.
 */
export interface Entry {
  readonly id: string;
  readonly ref: EntityRef;
  readonly createdAt: number;
  readonly state: EntryState;
  /** The producer said “Send”, so that the setting to wait for a click doesn't hold it. */
  readonly clicked: boolean;
  /** How often in a row it could not be sent or compared. */
  readonly failures: number;
  /** Not before this time; milliseconds since 1970, 0 for at once. */
  readonly notBefore: number;
}

export type EntryState =
  /** Not sent, as far as the last failure says for sure. */
  | { readonly kind: 'waiting'; readonly failure?: Failure }
  /** A live entity is being read, to merge the change with what the service holds now. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'sending' }
  /**
   * The service may have made the change. `compared`: what a live entity, read
   * since, says of it; `impossible` for what can't be read.
   */
  | {
      readonly kind: 'unknown';
      readonly compared: 'not-yet' | 'did-not' | 'partly' | 'unclear' | 'impossible';
      readonly failure?: Failure;
    }
  /** Being read after sending. `accepted`: the service had answered that all is well. */
  | { readonly kind: 'comparing'; readonly accepted: boolean; readonly failure?: Failure }
  /** The same field was changed on the service. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** The changes of one connection, oldest first, and what holds all of them up. */
export interface Outbox {
  readonly entries: readonly Entry[];
  readonly online: boolean;
  /** A token that works is needed first; a click tries once with the present one. */
  readonly needsToken: boolean;
  /** The service asked to be left alone until then. */
  readonly throttledUntil: number;
  /** The setting: nothing leaves without a click. */
  readonly waitForClick: boolean;
}

interface Failed {
  readonly kind: 'failed';
  readonly failure: Failure;
}

export type OutboxEvent =
  | {
      readonly kind: 'enqueued';
      readonly id: string;
      readonly ref: EntityRef;
      readonly clicked: boolean;
      /** Of one that was discarded and is taken back; else it waits. */
      readonly state?: EntryState;
    }
  | { readonly kind: 'online'; readonly online: boolean }
  | { readonly kind: 'ticked' }
  | { readonly kind: 'token-replaced' }
  | { readonly kind: 'wait-for-click'; readonly waitForClick: boolean }
  | EntryEvent;

/** What happened to the entry `id`. */
export type EntryEvent = { readonly id: string } &
  /** `already`: the service holds all of it, so there is nothing to send. */
  (
    | {
        readonly kind: 'checked';
        readonly outcome: Failed | { readonly kind: 'clear' | 'conflict' | 'already' };
      }
    /** null: the service answered that the change was made. */
    | { readonly kind: 'answered'; readonly failure: Failure | null }
    | {
        readonly kind: 'compared';
        readonly outcome: Failed | { readonly kind: Outcome['kind'] };
      }
    /** The producer chose; what the entry changes was replaced by that. */
    | { readonly kind: 'resolved' }
    | { readonly kind: 'send-now' | 'mark-as-saved' | 'discard' }
  );

export interface Note {
  readonly id: string;
  /** `already`: it was there before it was sent. `accepted`: not read since. */
  readonly outcome: Outcome['kind'] | 'already' | 'accepted' | 'marked' | 'refused';
  readonly failure?: Failure;
}

export type Command =
  /** Read the live entity and merge; give back `checked`. */
  | { readonly do: 'check'; readonly id: string }
  /** Send the change, as merged by the last check; give back `answered`. */
  | { readonly do: 'send'; readonly id: string }
  /** Read the live entity and compare it with what was sent; give back `compared`. */
  | { readonly do: 'compare'; readonly id: string }
  /** The entry waits for the producer: a conflict, a refusal, an unknown outcome. */
  | { readonly do: 'ask'; readonly id: string }
  | { readonly do: 'ask-for-token' };

/** What must be on disk, in one transaction, before any command is carried out. */
export interface Saving {
  readonly put: readonly Entry[];
  readonly removed: readonly string[];
  /** For the history. */
  readonly notes: readonly Note[];
}

/**
 * The outcome of an event. Save first, then carry out the commands in order. When
 * saving fails, no command may be carried out: give back `answered` with the storage
 * failure for a `send`, a failed `checked` or `compared` for the others, and save
 * the entries concerned again with the next step.
 */
export interface Step {
  readonly outbox: Outbox;
  readonly save: Saving;
  readonly commands: readonly Command[];
}

export const emptyOutbox: Outbox = {
  entries: [],
  online: true,
  needsToken: false,
  throttledUntil: 0,
  waitForClick: false,
};

/** Whether an entry waits for a click only because of the setting. */
export const isHeld = (outbox: Outbox, { state, clicked }: Entry): boolean =>
  outbox.waitForClick && !clicked && state.kind === 'waiting';

/** Whether an entry waits for the producer to decide. */
export const isAsking = ({ state }: Entry): boolean =>
  state.kind === 'conflict' ||
  state.kind === 'refused' ||
  (state.kind === 'unknown' && state.compared !== 'not-yet');

/** Whether a request for it is under way. */
export const isBusy = ({ state }: Entry): boolean =>
  state.kind === 'checking' || state.kind === 'sending' || state.kind === 'comparing';
