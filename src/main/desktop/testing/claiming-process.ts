import { readRef } from '../../options.ts';
import { claimInstance } from '../instance.ts';

/*
 * Claims a folder as a process of its own: `node claiming-process.ts DIR [ID]`.
 * Prints the outcome, then each request of a second start, and stays if it is first.
 */

const [dir = '', id = ''] = process.argv.slice(2);
const claim = await claimInstance(
  dir,
  readRef({ kind: 'live', id }),
  (open) => {
    console.log(`asked ${JSON.stringify(open)}`);
  },
  10_000,
);
console.log(claim.kind);
if (claim.kind === 'first') process.stdin.resume();
process.stdin.once('end', () => {
  if (claim.kind === 'first') claim.release();
  process.exit(0);
});
