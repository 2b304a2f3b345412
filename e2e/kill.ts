import { setTimeout as wait } from 'node:timers/promises';
import type { Tally } from './tally.ts';

/** A second after the last key all of it is on disk: that is the promise. */
export async function killAndStartAgain(tally: Tally): Promise<void> {
  await wait(1_200);
  await tally.stop('SIGKILL');
  await tally.start();
}
