import type { Relay } from '../../../shared/entities.ts';
import { whyNotOnAir } from './circumstances.ts';
import { type Judge, failing, good, unknown, warning } from './judged.ts';
import { clockText, counted, quoted } from './words.ts';

const name = 'relays';
const enabled = 'enable';

/** The status of each relay; those that aren't enabled first, since when and what the service calls it. */
export const relays: Judge = (facts) => {
  const because = whyNotOnAir(facts);
  if (because !== null) return unknown(name, because);
  const all = facts.entity?.relay;
  if (all === undefined) return unknown(name, 'The service says nothing of relays.');
  if (all.length === 0) return good(name, 'There are no relays.', '0');
  const out = all.flatMap((relay, index) => (isOut(relay) ? [{ relay, index }] : []));
  const [first] = out;
  const silent = all.filter(({ status }) => !status).length;
  if (first === undefined && silent > 0)
    return warning(
      name,
      `The service gives no status of ${silent} of ${counted(all.length, 'relay')}.`,
      `${silent} of ${all.length}`,
    );
  if (first === undefined)
    return good(name, `${counted(all.length, 'relay')} enabled.`, `${all.length}`);
  const since = facts.relaysSince[first.index] ?? null;
  const at = since === null ? '' : ` since ${clockText(since, facts.now)}`;
  const others = out.length === 1 ? '' : `; ${counted(out.length - 1, 'other')} too`;
  return failing(
    name,
    `Relay ${titleOf(first.relay, first.index)} is not enabled${at}; the service says ${quoted(first.relay.status ?? '', 24)}${others}.`,
    `${out.length} of ${all.length}`,
  );
};

const isOut = ({ status }: Relay): boolean => !!status && status !== enabled;

const titleOf = (relay: Relay, index: number): string =>
  relay.name?.trim() ? quoted(relay.name, 30) : `${index + 1}`;
