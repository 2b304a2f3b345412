import type { Outcome } from '../../shared/edits.ts';
import { changesOfLive, textChange } from './changes.ts';
import { type LiveEdit, applied, editTowards } from './live-edit.ts';
import type { LiveValues, RelayValue } from './live-values.ts';

type Verdict = 'took' | 'did-not' | 'other' | 'unclear';

/** Compares a live entity, read before and after, with the edit that was sent. */
export function outcomeOfLive(before: LiveValues, edit: LiveEdit, read: LiveValues): Outcome {
  const sent = applied(before, edit);
  const verdicts = [
    ...(edit.name === undefined ? [] : [verdictOf(before.name, edit.name, read.name)]),
    ...(edit.description === undefined
      ? []
      : [verdictOf(before.description, edit.description, read.description)]),
    ...(edit.relays === null ? [] : [relaysVerdict(before.relays, sent.relays ?? [], read.relays)]),
  ];
  const wanted: LiveValues = {
    ...(edit.name === undefined ? {} : { name: edit.name }),
    ...(edit.description === undefined ? {} : { description: edit.description }),
    relays: edit.relays === null || read.relays === null ? null : sent.relays,
  };
  return { kind: summed(verdicts), differences: changesOfLive(read, editTowards(read, wanted)) };
}

/** The same for texts alone: a video's answer after an update; undefined: not told. */
export function outcomeOfTexts(
  texts: readonly {
    readonly field: string;
    readonly label: string;
    readonly before: string | undefined;
    readonly sent: string;
    readonly read: string | undefined;
  }[],
): Outcome {
  return {
    kind: summed(texts.map(({ before, sent, read }) => verdictOf(before, sent, read))),
    differences: texts.flatMap(({ field, label, sent, read }) =>
      read === undefined ? [] : textChange(field, label, read, sent),
    ),
  };
}

function verdictOf(before: string | undefined, sent: string, read: string | undefined): Verdict {
  if (read === undefined) return 'unclear';
  if (read === sent) return 'took';
  return read === before ? 'did-not' : 'other';
}

export function summed(verdicts: readonly Verdict[]): Outcome['kind'] {
  const all = (...these: Verdict[]): boolean => verdicts.every((one) => these.includes(one));
  if (all('took')) return 'took';
  if (all('did-not')) return 'did-not';
  return all('took', 'unclear') ? 'unclear' : 'partly';
}

function relaysVerdict(
  before: readonly RelayValue[] | null,
  sent: readonly RelayValue[],
  read: readonly RelayValue[] | null,
): Verdict {
  if (read === null) return 'unclear';
  if (areSame(sent, read)) return isToldWhole(read) ? 'took' : 'unclear';
  return before !== null && areSame(before, read) ? 'did-not' : 'other';
}

/** By address, key and name, in order; what one side doesn't tell isn't held against it. */
const areSame = (a: readonly RelayValue[], b: readonly RelayValue[]): boolean =>
  a.length === b.length &&
  a.every(({ name, url, key }, index) => {
    const other = b[index];
    return (
      url === other?.url &&
      (key === undefined || other.key === undefined || key === other.key) &&
      (name === undefined || other.name === undefined || name === other.name)
    );
  });

const isToldWhole = (relays: readonly RelayValue[]): boolean =>
  relays.every(({ name, key }) => name !== undefined && key !== undefined);
