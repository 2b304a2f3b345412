import type { Outcome } from '../../shared/edits.ts';
import type { EntityRef } from '../../shared/entities.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import type { Clock } from '../clock.ts';
import type { EntryRecord } from '../library/edit-store.ts';
import { type Answer, misread } from '../service/answer.ts';
import { describesOther } from '../service/reader.ts';
import { outcomeOfAnswer } from './answered.ts';
import { type EntityEdit, isWithin } from './entity-edit.ts';
import { misshapen } from './held.ts';
import { isEmptyEdit } from './live-edit.ts';
import { liveValues } from './live-values.ts';
import { mergeLive } from './merge-live.ts';
import type { Command, EntryEvent } from './outbox.ts';
import { outcomeOfLive } from './outcome.ts';

export interface Requesting {
  readonly clock: Clock;
  /** Reads a live entity now. */
  readLive(id: string, signal: AbortSignal): Promise<Result<Answer>>;
  send(ref: EntityRef, edit: EntityEdit, signal: AbortSignal): Promise<Result<Answer>>;
  /** Keeps what the service answered about a video or a preset. */
  answered(ref: EntityRef, answer: Answer): void;
}

/** The commands that need the service. */
export type Request = Extract<Command, { do: 'check' | 'send' | 'compare' }>;

export const isRequest = (command: Command): command is Request =>
  command.do === 'check' || command.do === 'send' || command.do === 'compare';

/** What is known of the requests that were made for an entry. */
export interface Work {
  readonly tookMs?: number;
  readonly outcome?: Outcome;
}

/** What a request gave: the event for the outbox, and what is to be kept with the entry. */
export interface Made {
  readonly event: EntryEvent;
  /** The same change, relative to what the service holds now. */
  readonly edit?: EntityEdit;
  readonly work?: Work;
}

export function request(
  { do: what, id }: Request,
  record: EntryRecord,
  around: Requesting,
  signal: AbortSignal,
): Promise<Made> {
  if (what === 'send') return send(id, record, around, signal);
  return what === 'check' ? check(id, record, around, signal) : compare(id, record, around, signal);
}

/** The event of a request that gave nothing. */
export function failedEvent({ do: what, id }: Request, failure: Failure): EntryEvent {
  if (what === 'send') return { kind: 'answered', id, failure };
  const outcome = { kind: 'failed', failure } as const;
  return what === 'check' ? { kind: 'checked', id, outcome } : { kind: 'compared', id, outcome };
}

/**
 * Reads a live entity and carries the change over to what it holds now. What would
 * be sent then must be in what was reviewed; anything else asks for a new review.
 */
async function check(
  id: string,
  { entry, edit }: EntryRecord,
  around: Requesting,
  signal: AbortSignal,
): Promise<Made> {
  const checked = (kind: 'clear' | 'conflict' | 'already'): Made => ({
    event: { kind: 'checked', id, outcome: { kind } },
  });
  if (edit.kind !== 'live') return checked('clear');
  const read = await around.readLive(entry.ref.id, signal);
  if (!read.ok) return { event: failedEvent({ do: 'check', id }, read.failure) };
  const odd = misshapen(entry.ref, read.value.json);
  if (odd !== null)
    return { event: failedEvent({ do: 'check', id }, misread(read.value.status, odd)) };
  const merge = mergeLive(edit.base, edit.edit, liveValues(read.value.json));
  if (merge.kind === 'relays-unknown')
    return { event: failedEvent({ do: 'check', id }, noRelaysIn(read.value)) };
  if (merge.kind === 'conflicts') return checked('conflict');
  if (isEmptyEdit(merge.edit)) return checked('already');
  const merged: EntityEdit = { kind: 'live', base: merge.base, edit: merge.edit };
  return isWithin(merged, edit) ? { ...checked('clear'), edit: merged } : checked('conflict');
}

async function send(
  id: string,
  { entry: { ref }, edit }: EntryRecord,
  around: Requesting,
  signal: AbortSignal,
): Promise<Made> {
  const startedAt = around.clock.now();
  const answer = await around.send(ref, edit, signal);
  const answered = (failure: Failure | null): EntryEvent => ({ kind: 'answered', id, failure });
  if (!answer.ok)
    return {
      event: answered(answer.failure),
      work: { tookMs: around.clock.now() - startedAt },
    };
  const { json, tookMs } = answer.value;
  if (describesOther(json, ref.id))
    return {
      event: answered(doubtful(answer.value, 'it describes another entity')),
      work: { tookMs },
    };
  if (ref.kind === 'live') return { event: answered(null), work: { tookMs } };
  const odd = misshapen(ref, json);
  if (odd !== null) return { event: answered(doubtful(answer.value, odd)), work: { tookMs } };
  around.answered(ref, answer.value);
  return { event: answered(null), work: { tookMs, outcome: outcomeOfAnswer(edit, json) } };
}

async function compare(
  id: string,
  { entry, edit }: EntryRecord,
  around: Requesting,
  signal: AbortSignal,
): Promise<Made> {
  const read = await around.readLive(entry.ref.id, signal);
  if (!read.ok) return { event: failedEvent({ do: 'compare', id }, read.failure) };
  if (edit.kind !== 'live')
    return { event: failedEvent({ do: 'compare', id }, { kind: 'nothing-known' }) };
  const outcome = outcomeOfLive(edit.base, edit.edit, liveValues(read.value.json));
  return { event: { kind: 'compared', id, outcome: { kind: outcome.kind } }, work: { outcome } };
}

const noRelaysIn = (answer: Answer): Failure =>
  misread(answer.status, 'it doesn’t say which relays there are');

/** The change may have been made all the same. */
const doubtful = (answer: Answer, detail: string): Failure => ({
  ...misread(answer.status, detail),
  sent: 'maybe',
});
