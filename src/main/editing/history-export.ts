import type { Change } from '../../shared/edits.ts';
import type { HistoryRecord } from '../library/edit-store.ts';
import { csv } from '../csv.ts';
import { maskSecrets } from '../service/masking.ts';
import { changesOf, keysIn } from './entity-edit.ts';

interface Line {
  readonly sent_at: string;
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly outcome: string;
  readonly service_said: string | null;
  readonly took_ms: number | null;
}

const columns: readonly (keyof Line)[] = [
  'sent_at',
  'kind',
  'id',
  'name',
  'field',
  'before',
  'after',
  'outcome',
  'service_said',
  'took_ms',
];

/**
 * The history as a file: one line for each changed field in CSV (RFC 4180, with a
 * byte order mark for spreadsheets), one object for each change in JSON. No key is
 * in it, not even one that was put into an address.
 */
export function exported(records: Iterable<HistoryRecord>, format: 'csv' | 'json'): string {
  const changes = [...records].map((record) => {
    const keys = keysIn(record.edit);
    const mask = (text: string): string => maskSecrets(text, keys);
    return { record, mask };
  });
  if (format === 'json')
    return `${JSON.stringify(
      changes.map(({ record, mask }) => asObject(record, mask)),
      null,
      2,
    )}\n`;
  const lines = changes.flatMap(({ record, mask }) => asLines(record, mask));
  const rows = [columns, ...lines.map((line) => columns.map((column) => line[column]))];
  return csv(rows);
}

type Mask = (text: string) => string;

const masked = (mask: Mask, { field, label, now, after, kind }: Change) => ({
  field,
  label: mask(label),
  before: now === null ? null : mask(now),
  after: after === null ? null : mask(after),
  kind,
});

const wordsOf = ({ failure }: HistoryRecord): string | null =>
  failure !== null && 'message' in failure ? (failure.message ?? null) : (failure?.kind ?? null);

const asObject = (record: HistoryRecord, mask: Mask) => ({
  sent_at: new Date(record.at).toISOString(),
  kind: record.ref.kind,
  id: record.ref.id,
  name: mask(record.name),
  changes: changesOf(record.edit).map((change) => masked(mask, change)),
  outcome: record.outcome,
  differences: record.differences.map((change) => masked(mask, change)),
  service_said: wordsOf(record),
  took_ms: record.tookMs,
});

const asLines = (record: HistoryRecord, mask: Mask): Line[] =>
  changesOf(record.edit).map((change) => {
    const { label, before, after } = masked(mask, change);
    return {
      sent_at: new Date(record.at).toISOString(),
      kind: record.ref.kind,
      id: record.ref.id,
      name: mask(record.name),
      field: label,
      before,
      after,
      outcome: record.outcome,
      service_said: wordsOf(record),
      took_ms: record.tookMs,
    };
  });
