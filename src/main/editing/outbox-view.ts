import type { OutboxView, WaitingChange } from '../../shared/edit-views.ts';
import type { EntryRecord } from '../library/edit-store.ts';
import { shortChange } from './changes.ts';
import { changesOf } from './entity-edit.ts';
import { type Entry, type Outbox, isHeld } from './outbox.ts';
import type { OutboxRunner } from './outbox-runner.ts';
import { heads } from './outbox-work.ts';

/** What the page sees of an outbox; `now` in milliseconds since 1970. */
export function outboxView(runner: OutboxRunner, now: number): OutboxView {
  const { outbox } = runner;
  const first = new Set(heads(outbox).map(({ id }) => id));
  const entries = outbox.entries.flatMap(({ id }) => {
    const record = runner.record(id);
    return record === undefined ? [] : [waitingChange(record, outbox, first.has(id))];
  });
  const isThrottled = outbox.throttledUntil > now;
  return {
    entries,
    stopped: stopOf(outbox, isThrottled),
    until: isThrottled ? outbox.throttledUntil : null,
    waitForClick: outbox.waitForClick,
  };
}

function stopOf(outbox: Outbox, isThrottled: boolean): OutboxView['stopped'] {
  if (outbox.needsToken) return 'needs-token';
  if (!outbox.online) return 'offline';
  return isThrottled ? 'throttled' : null;
}

function waitingChange(
  { entry, edit, name }: EntryRecord,
  outbox: Outbox,
  isFirst: boolean,
): WaitingChange {
  return {
    entry: entry.id,
    ref: entry.ref,
    name,
    createdAt: entry.createdAt,
    changes: changesOf(edit).map(shortChange),
    state: stateOf(entry, outbox, isFirst),
  };
}

function stateOf(entry: Entry, outbox: Outbox, isFirst: boolean): WaitingChange['state'] {
  const { state, notBefore } = entry;
  switch (state.kind) {
    case 'waiting':
      if (!isFirst) return { kind: 'behind' };
      if (isHeld(outbox, entry)) return { kind: 'held' };
      return {
        kind: 'waiting',
        failure: state.failure ?? null,
        nextAt: notBefore === 0 ? null : notBefore,
      };
    case 'unknown':
      return { kind: 'unknown', compared: state.compared, failure: state.failure ?? null };
    case 'refused':
      return { kind: 'refused', failure: state.failure };
    default:
      return { kind: state.kind };
  }
}
