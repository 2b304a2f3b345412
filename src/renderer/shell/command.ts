import type { CallArgs, ConnectionView, EntityView } from '../../shared/contract.ts';
import type { EntityRef } from '../../shared/entities.ts';
import type { Route } from '../state/route.ts';
import type { Asked } from './asked.ts';

/** What a command does. */
export type Deed =
  | { readonly what: 'go'; readonly hash: string }
  | { readonly what: 'ask'; readonly asked: Asked }
  | { readonly what: 'copy'; readonly copied: CallArgs<'live.copy'>; readonly name: string }
  | { readonly what: 'reveal' | 'review' | 'discard' | 'copy-draft'; readonly ref: EntityRef }
  | { readonly what: 'remove'; readonly ref: EntityRef; readonly name: string }
  | { readonly what: 'switch'; readonly connection: string }
  | { readonly what: 'refresh' | 'hide' | 'search' | 'pop-out' | 'preview-anyway' };

type Icon =
  | 'edit'
  | 'view'
  | 'refresh'
  | 'copy'
  | 'eye'
  | 'answer'
  | 'review'
  | 'discard'
  | 'remove'
  | 'wall'
  | 'alarms'
  | 'outbox'
  | 'history'
  | 'settings'
  | 'connection'
  | 'add'
  | 'search'
  | 'token'
  | 'pop-out'
  | 'preview';

export interface Command {
  readonly key: string;
  readonly group: 'here' | 'places' | 'connections';
  readonly title: string;
  readonly icon: Icon;
  /** The title and other words to find it by, as search takes them. */
  readonly text: string;
  /** Stands dim beside the title. */
  readonly note?: string;
  /** The letter that does the same with Ctrl or Cmd. */
  readonly letter?: string;
  readonly deed: Deed;
}

/** What decides which commands there are. */
export interface Situation {
  readonly route: Route;
  /** The open entity as last read, and its name; null and empty when not known. */
  readonly view: EntityView | null;
  readonly name: string;
  readonly hasDraft: boolean;
  readonly isKeyShown: boolean;
  /** The preview can be popped out, and is kept from playing by its origin. */
  readonly canPopOut: boolean;
  readonly isBlocked: boolean;
  /** How many changes are in the outbox, and how many of them ask the producer. */
  readonly waiting: number;
  readonly asking: number;
  /** How many raised alarms ask for a look. */
  readonly alarms: number;
  readonly connections: readonly ConnectionView[];
  readonly active: ConnectionView | null;
}

/** What a command is made of. */
export interface Parts extends Omit<Command, 'key' | 'text'> {
  /** Other words that people may type for it. */
  readonly words?: string;
  readonly id?: string;
}
