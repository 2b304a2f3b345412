import { type Alarm, checkTitles } from '../../../shared/health.ts';
import { csv } from '../../csv.ts';

const columns = [
  'failing_since',
  'raised_at',
  'acknowledged_at',
  'recovered_at',
  'lasted_seconds',
  'kind',
  'stream',
  'name',
  'check',
  'severity',
  'reason',
] as const;

type Line = Readonly<Record<(typeof columns)[number], string | number | null>>;

/** Recovered alarms as a file, in CSV (RFC 4180) or JSON; `lasted_seconds` is from failing to recovered. */
export function exportedAlarms(alarms: Iterable<Alarm>, format: 'csv' | 'json'): string {
  const lines = Array.from(alarms, lineOf);
  return format === 'json'
    ? `${JSON.stringify(lines, null, 2)}\n`
    : csv([columns, ...lines.map((line) => columns.map((column) => line[column]))]);
}

/** An alarm as other programs get it. */
export const lineOf = (alarm: Alarm): Line => ({
  failing_since: iso(alarm.failingSince),
  raised_at: iso(alarm.raisedAt),
  acknowledged_at: iso(alarm.acknowledgedAt),
  recovered_at: iso(alarm.recoveredAt),
  lasted_seconds:
    alarm.recoveredAt === null ? null : Math.round((alarm.recoveredAt - alarm.failingSince) / 1000),
  kind: alarm.kind,
  stream: alarm.entityId,
  name: alarm.name,
  check: alarm.check === null ? null : checkTitles[alarm.check],
  severity: alarm.severity,
  reason: alarm.reason,
});

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
