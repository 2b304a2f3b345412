import type { Alarm } from '../../../shared/health.ts';
import type { AlarmRecord } from '../alarm-store.ts';

/** An alarm of the stream “show”, raised at 5,000 and not recovered, but for the change. */
export const alarmRecord = (
  id: string,
  change: Partial<Alarm> = {},
  told = false,
): AlarmRecord => ({
  alarm: {
    id,
    kind: 'check',
    entityId: 'show',
    name: 'Morning show',
    check: 'playlist',
    severity: 'high',
    reason: 'Newest segment 14 s old, target 2 s.',
    failingSince: 0,
    raisedAt: 5_000,
    acknowledgedAt: null,
    recoveredAt: null,
    ...change,
  },
  told,
});
