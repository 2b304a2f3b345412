import { expect, test } from 'vitest';
import type { LiveFields, RelayFields } from '../../../shared/edits.ts';
import type { LiveEntity } from '../../../shared/entities.ts';
import { isOtherCopy } from './standing.ts';

const relay = (row: string, name = ''): RelayFields => ({
  row,
  origin: row,
  name,
  url: `rtmp://${row}.example/live`,
  key: { kind: 'unchanged' },
});
const base: LiveFields = {
  name: 'Show',
  description: 'Daily',
  relays: [relay('a'), relay('b', 'B')],
};
const told = (row: string, name?: string) => ({
  url: `rtmp://${row}.example/live`,
  hasKey: true,
  ...(name !== undefined && { name }),
});

test.each<[string, LiveEntity, boolean]>([
  ['says nothing', {}, false],
  [
    'is the same',
    { name: 'Show', description: 'Daily', relay: [told('a'), told('b', 'B')] },
    false,
  ],
  ['has another name', { name: 'Show 2' }, true],
  ['has another description', { description: '' }, true],
  ['has fewer relays', { relay: [told('a')] }, true],
  ['has more relays', { relay: [told('a'), told('b', 'B'), told('c')] }, true],
  ['has another address', { relay: [told('a'), told('x', 'B')] }, true],
  ['has another relay name', { relay: [told('a'), told('b', 'Bee')] }, true],
])('a copy that %s', (_title, entity, isOther) => {
  expect(isOtherCopy(entity, base)).toBe(isOther);
});

test('a long text that main cut for the page is the same, another long text is not', () => {
  const long = { ...base, description: 'x'.repeat(30_000) };
  expect(isOtherCopy({ description: `${'x'.repeat(20_000)}…` }, long)).toBe(false);
  expect(isOtherCopy({ description: `${'y'.repeat(20_000)}…` }, long)).toBe(true);
});

test('a long list of relays that main cut for the page is the same', () => {
  const relays = Array.from({ length: 1_200 }, (_, index) => relay(`r${index}`));
  const cut = relays.slice(0, 1_000).map(({ row }) => told(row));
  expect(isOtherCopy({ relay: cut }, { ...base, relays })).toBe(false);
  expect(isOtherCopy({ relay: cut.slice(1) }, { ...base, relays })).toBe(true);
});
