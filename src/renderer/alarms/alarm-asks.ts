import type { Tally } from '../state/tally.svelte.ts';

/** What the producer asks of alarms; what main can’t do is told in a notice. */
type Page = Pick<Tally, 'bridge' | 'notices'>;

/** `ids`: null is all that are raised. */
export async function acknowledge({ bridge, notices }: Page, ids: string[] | null): Promise<void> {
  const done = await bridge.call('alarms.acknowledge', { ids });
  if (!done.ok) notices.fail(done.failure);
}

/** `minutes`: null is until it is unmuted. */
export async function mute(
  { bridge, notices }: Page,
  id: string,
  minutes: number | null,
): Promise<void> {
  const done = await bridge.call('alarms.mute', { id, minutes });
  if (!done.ok) notices.fail(done.failure);
}

export async function unmute({ bridge, notices }: Page, id: string): Promise<void> {
  const done = await bridge.call('alarms.unmute', { id });
  if (!done.ok) notices.fail(done.failure);
}
