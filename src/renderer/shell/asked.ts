import type { EntityKind, EntityRef } from '../../shared/entities.ts';
import type { Entry } from '../library/entries.ts';

/** The one dialog or menu that is open. */
export type Asked =
  | { readonly what: 'commands' }
  | { readonly what: 'add'; readonly kind: EntityKind }
  | { readonly what: 'menu'; readonly entry: Entry; readonly at: DOMRect }
  | { readonly what: 'connections' }
  | { readonly what: 'token'; readonly id: string; readonly keep: 'keychain' | 'memory' }
  /** `excerpt`: the beginning of an answer that wasn't understood, when that came last. */
  | { readonly what: 'answer'; readonly of: EntityRef; readonly excerpt: string | undefined };
