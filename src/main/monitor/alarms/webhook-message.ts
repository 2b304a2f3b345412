import { type Alarm, checkTitles } from '../../../shared/health.ts';
import { lineOf } from './alarm-export.ts';

export type WebhookEvent = 'raised' | 'recovered';

/** The JSON that a webhook gets; `text` is what chat programs show of it. */
export function webhookMessage(event: WebhookEvent, alarm: Alarm, at: number): string {
  const { check, name, reason } = alarm;
  const title = check === null ? '' : ` (${checkTitles[check]})`;
  return JSON.stringify({
    application: 'Tally',
    event,
    at: new Date(at).toISOString(),
    text: `${event === 'raised' ? 'Raised' : 'Recovered'}: ${name}${title}: ${reason}`,
    alarm: { id: alarm.id, ...lineOf(alarm) },
  });
}

/** What “Send a test” sends. */
export const testMessage = (at: number): string =>
  JSON.stringify({
    application: 'Tally',
    event: 'test',
    at: new Date(at).toISOString(),
    text: 'A test from Tally: alarms will arrive here.',
    alarm: null,
  });
