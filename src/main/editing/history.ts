import { randomUUID } from 'node:crypto';
import type { HistoryRow, Sent } from '../../shared/edit-views.ts';
import type { EntryRecord, HistoryRecord } from '../library/edit-store.ts';
import { shortChange } from './changes.ts';
import { changesOf } from './entity-edit.ts';
import type { Note } from './outbox.ts';
import type { Work } from './outbox-request.ts';
import { noWayBack } from './reverting.ts';

/** What a note becomes in the history; `at` in milliseconds since 1970. */
export function historyRecord(
  { outcome, failure }: Note,
  { entry, edit, name }: EntryRecord,
  { tookMs, outcome: found }: Work,
  at: number,
): HistoryRecord {
  const isFound = found !== undefined && outcome !== 'refused' && outcome !== 'marked';
  return {
    row: randomUUID(),
    at,
    ref: entry.ref,
    name,
    edit,
    // The answer to a video's or a preset's change tells more than that it was accepted.
    outcome: isFound && outcome === 'accepted' ? found.kind : outcome,
    failure: failure ?? null,
    differences: isFound ? found.differences : [],
    tookMs: tookMs ?? null,
  };
}

/** What the page sees of a change that was sent. */
export function historyRow(record: HistoryRecord): HistoryRow {
  const { row, at, ref, name, edit, outcome, failure, differences, tookMs } = record;
  return {
    row,
    at,
    ref,
    name,
    changes: changesOf(edit).map(shortChange),
    outcome,
    failure,
    differences: differences.map(shortChange),
    tookMs,
    noRevert: reasonAgainst(record),
  };
}

/** What the page hears of a sending; null: the change isn't there any more, nor was it noted. */
export const sentOf = (record: HistoryRecord | null): Sent =>
  record === null ? { kind: 'queued', failure: null } : { kind: 'sent', row: historyRow(record) };

function reasonAgainst({ edit, outcome }: HistoryRecord): string | null {
  if (outcome === 'refused' || outcome === 'did-not')
    return 'It wasn’t saved, so there is nothing to take back.';
  return edit.kind === 'preset' ? noWayBack : null;
}
