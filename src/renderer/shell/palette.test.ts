import { beforeEach, expect, test, vi } from 'vitest';
import type { LibraryRow } from '../../shared/contract.ts';
import { FakeBridge } from '../state/fake-bridge.ts';
import { Edits } from '../state/edits.svelte.ts';
import { Library } from '../state/library.svelte.ts';
import { Navigation } from '../state/navigation.svelte.ts';
import { Opened } from '../state/opened.svelte.ts';
import { Revealed } from '../state/revealed.svelte.ts';
import { Watching } from '../state/watching.svelte.ts';
import { Palette } from './palette.svelte.ts';

const row = (id: string, name: string): LibraryRow => ({
  kind: 'live',
  id,
  name,
  status: 'ready',
  relayTrouble: false,
  state: 'known',
  readAt: 1,
});

function pageWith(...rows: readonly LibraryRow[]) {
  const bridge = new FakeBridge();
  const library = new Library();
  library.take({ connectionId: null, rows });
  return {
    library,
    navigation: new Navigation(),
    opened: new Opened(bridge),
    revealed: new Revealed(bridge),
    preview: { popOut: null, anyway: null },
    edits: new Edits(),
    watching: new Watching(bridge),
    connections: { all: [], activeId: null },
    active: null,
  };
}

const keysIn = ({ options }: Palette): string[] => options.map(({ key }) => key);
const titlesOf = ({ sections }: Palette): string[] => sections.map(({ title }) => title);

beforeEach(() => {
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('window', { addEventListener: () => undefined });
});

test('goes around at both ends with the arrows, and stops there by pages', () => {
  const palette = new Palette(pageWith(row('a', 'Alpha'), row('b', 'Beta')));
  const keys = keysIn(palette);
  palette.move(-1);
  expect(palette.active?.key).toBe(keys.at(-1));
  palette.move(1);
  expect(palette.active?.key).toBe(keys[0]);
  palette.move(-8);
  expect(palette.active?.key).toBe(keys[0]);
  palette.moveToEnd();
  palette.move(8);
  expect(palette.active?.key).toBe(keys.at(-1));
});

test('chooses the best match again after each key', () => {
  const palette = new Palette(pageWith(row('a', 'Outside broadcast'), row('b', 'Beta')));
  palette.query = 'out';
  expect(palette.active?.key).toBe('live/a');
  palette.move(1);
  palette.query = 'outb';
  expect(palette.active?.key).toBe('places/Outbox/');
});

test('puts the section of the best match first', () => {
  const palette = new Palette(pageWith(row('a', 'The history hour')));
  palette.query = 'history';
  expect(titlesOf(palette)).toEqual(['Go to', 'Library']);
  palette.query = 'hour';
  expect(titlesOf(palette)).toEqual(['Library']);
});

test('begins with what was opened before, the last first, without what is open', async () => {
  const page = pageWith(row('a', 'Alpha'), row('b', 'Beta'), row('c', 'Gamma'));
  for (const id of ['c', 'a', 'b']) {
    void page.opened.open({ kind: 'live', id });
    page.opened.take({
      kind: 'live',
      id,
      state: 'known',
      entity: {},
      remarks: [],
      readAt: 1,
      tookMs: 1,
      trouble: null,
      nextReadAt: null,
      intervalMs: 5_000,
    });
  }
  page.navigation.show({ kind: 'live', id: 'b' });
  const palette = new Palette(page);
  expect(titlesOf(palette)[0]).toBe('Opened before');
  expect(keysIn(palette).slice(0, 2)).toEqual(['live/a', 'live/c']);
  expect(new Set(keysIn(palette)).size).toBe(keysIn(palette).length);
});

test('draws no more than fits, and says how many more there are', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => row(`id-${n}`, `Stage ${n}`));
  const palette = new Palette(pageWith(...many));
  palette.query = 'stage';
  expect(palette.options).toHaveLength(20);
  expect(palette.words).toBe('10,000 results, 9,980 more than shown: type on');
  palette.query = 'stage 9999';
  expect(palette.words).toBe('1 result');
  palette.query = 'stage of nothing';
  expect(palette.words).toBe('No results');
  expect(palette.active).toBeNull();
});

test('keeps sections apart when an entity is called like one', () => {
  const page = pageWith(row('a', 'Library'));
  page.navigation.show({ kind: 'live', id: 'a' });
  const { sections } = new Palette(page);
  expect(sections.map(({ title }) => title)).toEqual([
    'Library',
    'Go to',
    'Connections',
    'Library',
  ]);
  expect(new Set(sections.map(({ key }) => key)).size).toBe(sections.length);
});
