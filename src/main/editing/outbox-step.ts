import type { Failure } from '../../shared/failure.ts';
import {
  type Entry,
  type EntryEvent,
  type EntryState,
  type Outbox,
  type OutboxEvent,
  type Step,
  isBusy,
} from './outbox.ts';
import { Work, because, heads, isReady } from './outbox-work.ts';

/**
 * Decides what follows from an event; `now` in milliseconds since 1970. Entries go
 * out oldest first and one at a time; one that asks the producer stops only the later
 * ones of the same entity. An event that doesn't fit the entry's state does nothing.
 */
export function step(outbox: Outbox, event: OutboxEvent, now: number): Step {
  const work = new Work(outbox, now);
  apply(work, event);
  work.goOn();
  return work.step();
}

/**
 * The outbox as it was on disk when the program ended, whenever that was. What was
 * being sent may have arrived: it is compared, or asked about, never sent by itself.
 */
export function reopened(outbox: Outbox, now: number): Step {
  const work = new Work(outbox, now);
  for (const entry of outbox.entries) {
    const { id, state } = entry;
    if (state.kind === 'checking') work.put(entry, { kind: 'waiting' });
    if (state.kind === 'sending') doubt(work, entry, undefined);
    if (state.kind === 'comparing') {
      if (state.accepted) work.finish(id, 'accepted');
      else work.put(entry, { ...state, kind: 'unknown', compared: 'not-yet' });
    }
  }
  work.goOn();
  return work.step();
}

/** When `ticked` is due next; null when only another event can bring anything on. */
export function nextTickAt(outbox: Outbox, now: number): number | null {
  if (!outbox.online || outbox.needsToken || outbox.entries.some(isBusy)) return null;
  const times = heads(outbox)
    .filter((entry) => isReady(outbox, entry))
    .map(({ notBefore }) => Math.max(notBefore, outbox.throttledUntil, now));
  return times.length === 0 ? null : Math.min(...times);
}

function apply(work: Work, event: OutboxEvent): void {
  const { outbox } = work;
  switch (event.kind) {
    case 'enqueued':
      if (outbox.entries.some(({ id }) => id === event.id)) return;
      if (event.clicked) work.set({ needsToken: false });
      work.add(event);
      return;
    case 'online':
      work.set({ online: event.online });
      if (event.online && !outbox.online) work.hurry();
      return;
    case 'token-replaced':
      work.set({ needsToken: false });
      work.hurry();
      return;
    case 'wait-for-click':
      work.set({ waitForClick: event.waitForClick });
      return;
    case 'ticked':
      return;
    default: {
      const entry = outbox.entries.find(({ id }) => id === event.id);
      if (entry !== undefined) applyTo(entry, work, event);
    }
  }
}

function applyTo(entry: Entry, work: Work, event: EntryEvent): void {
  const { state } = entry;
  switch (event.kind) {
    case 'checked':
      if (state.kind === 'checking') checked(work, entry, event.outcome);
      return;
    case 'answered':
      if (state.kind === 'sending') answered(work, entry, event.failure);
      return;
    case 'compared':
      if (state.kind === 'comparing') compared(work, entry, state, event.outcome);
      return;
    case 'resolved':
      if (state.kind === 'conflict') work.put(entry, { kind: 'waiting' }, asked);
      return;
    case 'send-now':
      if (state.kind !== 'waiting' && state.kind !== 'refused' && !isDoubted(state)) return;
      work.set({ needsToken: false });
      work.put(entry, { kind: 'waiting' }, asked);
      return;
    case 'mark-as-saved':
      if (isDoubted(state)) work.finish(entry.id, 'marked');
      return;
    case 'discard':
      if (state.kind === 'checking' || !isBusy(entry)) work.remove(entry.id);
      return;
  }
}

/** How an entry starts over when the producer asked for it. */
const asked = { clicked: true, failures: 0, notBefore: 0 };

const isDoubted = (state: EntryState): boolean =>
  state.kind === 'unknown' && state.compared !== 'not-yet';

function checked(
  work: Work,
  entry: Entry,
  outcome: Extract<EntryEvent, { kind: 'checked' }>['outcome'],
): void {
  switch (outcome.kind) {
    case 'clear':
      if (isNext(work, entry)) work.send(entry);
      else work.put(entry, { kind: 'waiting' });
      return;
    case 'already':
      work.finish(entry.id, 'already');
      return;
    case 'conflict':
      work.put(entry, { kind: 'conflict' });
      return;
    case 'failed':
      if (isRefusal(outcome.failure)) work.refuse(entry, outcome.failure);
      else work.postpone(entry, { kind: 'waiting', failure: outcome.failure }, outcome.failure);
  }
}

/** Whether it may go, and no older one can: what those waited for may just have ended. */
function isNext(work: Work, entry: Entry): boolean {
  const { outbox } = work;
  const mayGo = (one: Entry): boolean => isReady(outbox, one) && work.mayGo(one);
  const first = heads(outbox).find((one) => one.id === entry.id || mayGo(one));
  return first?.id === entry.id && mayGo({ ...entry, state: { kind: 'waiting' } });
}

function answered(work: Work, entry: Entry, failure: Failure | null): void {
  if (failure === null) {
    if (entry.ref.kind === 'live') work.compare(entry, { accepted: true });
    else work.finish(entry.id, 'accepted');
  } else if (mayHaveTaken(failure)) doubt(work, entry, failure);
  else if (isRefusal(failure)) work.refuse(entry, failure, 'noted');
  else work.postpone(entry, { kind: 'waiting', failure }, failure);
}

function compared(
  work: Work,
  entry: Entry,
  state: Extract<EntryState, { kind: 'comparing' }>,
  outcome: Extract<EntryEvent, { kind: 'compared' }>['outcome'],
): void {
  const { failure } = state;
  if (outcome.kind === 'failed') {
    if (outcome.failure.kind === 'not-authorised') work.needToken();
    if (state.accepted) work.finish(entry.id, 'accepted');
    else if (isRefusal(outcome.failure)) work.refuse(entry, outcome.failure);
    else
      work.postpone(
        entry,
        { kind: 'unknown', compared: 'not-yet', ...because(failure) },
        outcome.failure,
      );
  } else if (state.accepted || outcome.kind === 'took') work.finish(entry.id, outcome.kind);
  else if (outcome.kind === 'did-not' && failure?.kind === 'refused')
    work.refuse(entry, failure, 'noted');
  else work.put(entry, { kind: 'unknown', compared: outcome.kind, ...because(failure) });
}

function doubt(work: Work, entry: Entry, failure: Failure | undefined): void {
  const compared = entry.ref.kind === 'live' ? 'not-yet' : 'impossible';
  work.put(
    entry,
    { kind: 'unknown', compared, ...because(failure) },
    { failures: 0, notBefore: 0 },
  );
}

/** A gateway's or a broken service's answer says nothing of what happened behind it; 503 does. */
function mayHaveTaken(failure: Failure): boolean {
  if (failure.kind === 'unexpected') return true;
  if (failure.kind === 'refused') return failure.status >= 500 && failure.status !== 503;
  return 'sent' in failure;
}

/** Whether asking again by itself would bring the same answer. */
function isRefusal(failure: Failure): boolean {
  switch (failure.kind) {
    case 'refused':
      return failure.status < 500;
    case 'not-found':
    case 'invalid':
    case 'nothing-known':
    case 'unexpected':
    case 'too-large':
      return true;
    default:
      return false;
  }
}
