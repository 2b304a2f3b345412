import type { CallArgs } from '../../shared/contract.ts';
import type { Tally } from '../state/tally.svelte.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Has main copy something of a live entity, and says so; `name` is like "HLS address". */
export async function copy(tally: Tally, what: CallArgs<'live.copy'>, name: string): Promise<void> {
  const copied = await tally.bridge.call('live.copy', what);
  if (!copied.ok) {
    tally.notices.fail(copied.failure);
    return;
  }
  const { clearsAfterMs } = copied.value;
  const clearing =
    clearsAfterMs === null
      ? ''
      : `; the clipboard is cleared in ${Math.round(clearsAfterMs / 1000)} s`;
  tally.notices.say(`${capital(name)} copied${clearing}`);
}
