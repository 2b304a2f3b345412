import type { EntityRef } from '../../../shared/entities.ts';
import type { Entry } from '../../editing/outbox.ts';
import type { DraftRecord, EntryRecord, HistoryRecord } from '../edit-store.ts';

/** A draft of a live entity as main keeps it, with a key that was typed. */
export function liveDraft(id: string, description = 'Every day', relays = 2): DraftRecord {
  const indices = Array.from({ length: relays }, (_, index) => index);
  return {
    ref: { kind: 'live', id },
    content: {
      kind: 'live',
      base: {
        name: 'Morning show',
        relays: indices.map((n) => ({
          id: `relay-${n}`,
          name: `Relay ${n}`,
          url: `rtmp://relay-${n}.example.com/live`,
          key: `canary-key-${n}`,
        })),
      },
      fields: {
        name: 'Morning show',
        description,
        relays: indices.map((n) => ({
          row: `base-${n}`,
          origin: `base-${n}`,
          name: `Relay ${n}`,
          url: `rtmp://relay-${n}.example.com/live`,
          key: { kind: n === 0 ? 'held' : 'unchanged' },
        })),
      },
      keys: { 'base-0': 'canary-typed-key' },
    },
    baseId: 'base-of-live',
    baseAt: 1_000,
    changedAt: 2_000,
  };
}

export const presetDraft: DraftRecord = {
  ref: { kind: 'preset', id: 'p1' },
  content: { kind: 'preset', profiles: null, removal: { profileIds: ['a', 'b'] } },
  baseId: 'base-of-preset',
  baseAt: null,
  changedAt: 3_000,
};

const show: EntityRef = { kind: 'live', id: 'show' };

/** A queued change; `was` is the name that it was made from. */
export const liveEntry = (
  id: string,
  state: Entry['state'] = { kind: 'waiting' },
  was = 'Morning show',
): EntryRecord => ({
  entry: { id, ref: show, createdAt: 1, state, clicked: false, failures: 0, notBefore: 0 },
  edit: {
    kind: 'live',
    base: { name: was, relays: null },
    edit: { name: 'Evening show', relays: null },
  },
  name: was,
});

export const historyRecord = (row: string, at: number): HistoryRecord => ({
  row,
  at,
  ref: show,
  name: 'Morning show',
  edit: liveEntry(row).edit,
  outcome: 'partly',
  failure: { kind: 'unreachable', detail: 'ECONNRESET', sent: 'maybe' },
  differences: [{ field: 'name', label: 'Name', now: null, after: 'canary', kind: 'changed' }],
  tookMs: null,
});
