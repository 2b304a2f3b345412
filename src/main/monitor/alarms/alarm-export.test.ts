import { expect, test } from 'vitest';
import { alarmRecord } from '../../library/testing/alarm-records.ts';
import { exportedAlarms } from './alarm-export.ts';

const recovered = alarmRecord('a1', {
  name: '=cmd|calc',
  reason: 'Old, by “3” targets.',
  failingSince: Date.UTC(2026, 0, 5, 12),
  raisedAt: Date.UTC(2026, 0, 5, 12, 0, 5),
  recoveredAt: Date.UTC(2026, 0, 5, 12, 1, 30),
}).alarm;

test('earlier alarms are a table with how long each lasted, and no formula', () => {
  const [head, row, end] = exportedAlarms([recovered], 'csv').split('\r\n');
  expect(head).toBe(
    '\ufefffailing_since,raised_at,acknowledged_at,recovered_at,lasted_seconds,kind,stream,name,check,severity,reason',
  );
  expect(row).toBe(
    '2026-01-05T12:00:00.000Z,2026-01-05T12:00:05.000Z,,2026-01-05T12:01:30.000Z,90,check,show,\'=cmd|calc,Playlist is fresh,high,"Old, by “3” targets."',
  );
  expect(end).toBe('');
});

test('or a list of objects', () => {
  expect(JSON.parse(exportedAlarms([recovered], 'json'))).toEqual([
    {
      failing_since: '2026-01-05T12:00:00.000Z',
      raised_at: '2026-01-05T12:00:05.000Z',
      acknowledged_at: null,
      recovered_at: '2026-01-05T12:01:30.000Z',
      lasted_seconds: 90,
      kind: 'check',
      stream: 'show',
      name: '=cmd|calc',
      check: 'Playlist is fresh',
      severity: 'high',
      reason: 'Old, by “3” targets.',
    },
  ]);
});
