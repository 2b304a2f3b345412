import type { EntityRef } from '../../../shared/entities.ts';
import type { DraftContent, EntityEdit } from '../entity-edit.ts';
import type { Received } from './file-service.ts';

/** What the crash child is told to do. */
export interface Task {
  readonly folder: string;
  readonly seed: number;
  readonly firstVersion: number;
}

/** A line of what it says. */
export type Told =
  /** About to open the store. */
  | readonly ['opening']
  /** This version of an entity's draft is kept. */
  | readonly ['draft', ref: string, version: number]
  /** A draft of this version is about to go into the outbox. */
  | readonly ['queueing', ref: string, version: number]
  /** It is there, or was sent. */
  | readonly ['queued', ref: string, version: number]
  /** The producer is about to throw it away. */
  | readonly ['discarding', ref: string, version: number]
  /** It was sent, and stands in the history. */
  | readonly ['noted', ref: string, version: number];

export const connection = 'c1';
export const testKey = Buffer.alloc(32, 7);

export const entities: readonly EntityRef[] = [
  ...['one', 'two', 'three', 'four'].map((id) => ({ kind: 'live' as const, id })),
  ...['clip', 'teaser'].map((id) => ({ kind: 'video' as const, id })),
  { kind: 'preset', id: 'ladder' },
];

/** Every text of a version begins with it. */
export const textOf = (version: number, more: string): string => `v${version} ${more}`;

/** The version of an edit or a draft, from its text. */
export function versionIn(content: EntityEdit | DraftContent): number {
  if (content.kind === 'preset') return versionOf(content.removal.profileIds[0]);
  return versionOf('edit' in content ? content.edit.description : content.fields.description);
}

/** The version of a change that the service received. */
export const versionReceived = ({ body }: Received): number =>
  versionOf(Array.isArray(body['removed']) ? body['removed'][0] : body['description']);

function versionOf(text: unknown): number {
  const version = typeof text === 'string' ? /^v(\d+)(?: |$)/.exec(text)?.[1] : undefined;
  if (version === undefined) throw new Error(`No version in ${String(text).slice(0, 100)}`);
  return Number(version);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
