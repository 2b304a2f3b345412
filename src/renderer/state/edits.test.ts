import { expect, test } from 'vitest';
import type { WaitingChange } from '../../shared/edit-views.ts';
import { Edits } from './edits.svelte.ts';

const waiting = (id: string, state: WaitingChange['state']): WaitingChange => ({
  entry: `${id}/${state.kind}`,
  ref: { kind: 'live', id },
  name: id,
  createdAt: 0,
  changes: [],
  state,
});

function editsWith(...entries: readonly WaitingChange[]): Edits {
  const edits = new Edits();
  edits.take({
    connectionId: 'one',
    drafts: [{ kind: 'live', id: 'drafted', changedAt: 1 }],
    outbox: { entries, stopped: null, until: null, waitForClick: false },
  });
  return edits;
}

test('marks what asks above what waits behind it', () => {
  const edits = editsWith(
    waiting('a', { kind: 'conflict' }),
    waiting('a', { kind: 'behind' }),
    waiting('b', { kind: 'held' }),
  );
  expect(edits.markOf({ kind: 'live', id: 'a' })).toBe('asks');
  expect(edits.markOf({ kind: 'live', id: 'b' })).toBe('waiting');
  expect(edits.markOf({ kind: 'live', id: 'drafted' })).toBe('draft');
  expect(edits.markOf({ kind: 'video', id: 'a' })).toBeNull();
  expect(edits.asking).toBe(1);
});

test('asks nobody while an unknown outcome is still to be compared', () => {
  const unknown = (compared: 'not-yet' | 'impossible'): WaitingChange['state'] => ({
    kind: 'unknown',
    compared,
    failure: null,
  });
  const edits = editsWith(waiting('a', unknown('not-yet')), waiting('b', unknown('impossible')));
  expect(edits.markOf({ kind: 'live', id: 'a' })).toBe('waiting');
  expect(edits.markOf({ kind: 'live', id: 'b' })).toBe('asks');
});
