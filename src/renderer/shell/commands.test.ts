import { expect, test } from 'vitest';
import type { ConnectionView, LiveView } from '../../shared/contract.ts';
import type { Situation } from './command.ts';
import { commandsIn } from './commands.ts';

const connection = (id: string, change: Partial<ConnectionView> = {}): ConnectionView => ({
  id,
  name: id,
  address: `https://${id}.example`,
  demo: false,
  secret: 'kept',
  authorised: 'yes',
  ...change,
});

const desk = connection('desk');

const view: LiveView = {
  kind: 'live',
  id: 'l1',
  state: 'known',
  entity: {
    ingest: { url: 'rtmp://in.example/app', hasKey: true },
    playback: { hls: 'https://out.example/a.m3u8', dash: 'https://out.example/a.mpd' },
  },
  remarks: [],
  readAt: 1,
  tookMs: 1,
  trouble: null,
  nextReadAt: null,
  intervalMs: 5_000,
};

const situation = (change: Partial<Situation> = {}): Situation => ({
  route: { screen: 'entity', ref: { kind: 'live', id: 'l1' }, editing: false },
  view,
  name: 'Morning show',
  hasDraft: false,
  isKeyShown: false,
  canPopOut: false,
  isBlocked: false,
  waiting: 0,
  asking: 0,
  alarms: 0,
  connections: [desk],
  active: desk,
  ...change,
});

const titles = (change: Partial<Situation> = {}, group = 'here'): string[] =>
  commandsIn(situation(change))
    .filter((command) => command.group === group)
    .map(({ title }) => title);

const find = (title: string, change: Partial<Situation> = {}) =>
  commandsIn(situation(change)).find((command) => command.title === title);

test('offers all that a live entity’s page does', () => {
  expect(titles()).toEqual([
    'Edit live entity',
    'Refresh',
    'Copy stream key',
    'Reveal stream key',
    'Copy ingest address',
    'Copy HLS address',
    'Copy DASH address',
    'Copy as cURL',
    'Show the answer',
    'Remove from library',
  ]);
});

test('offers to copy only what the service gave', () => {
  const entity = { ingest: { url: '', hasKey: false }, playback: { hls: 'https://a.example/b' } };
  expect(titles({ view: { ...view, entity } }).filter((title) => title.startsWith('Copy'))).toEqual(
    ['Copy HLS address', 'Copy as cURL'],
  );
});

test('offers what can be done with a live entity that was never read', () => {
  const never = { ...view, state: 'never-read', entity: null } as const;
  expect(titles({ view: never })).toEqual(['Edit live entity', 'Refresh', 'Remove from library']);
});

test('shows the answer of one that was not understood, with its beginning', () => {
  const failure = {
    kind: 'not-understood',
    status: 200,
    contentType: 'text/html',
    excerpt: '<html>',
  } as const;
  const lost: LiveView = { ...view, entity: null, trouble: { failure, at: 2 } };
  expect(find('Show the answer', { view: lost })?.deed).toEqual({
    what: 'ask',
    asked: { what: 'answer', of: { kind: 'live', id: 'l1' }, excerpt: '<html>' },
  });
});

test('hides a key that is shown, and reveals none where it could not be seen', () => {
  expect(titles({ isKeyShown: true })).toContain('Hide stream key');
  const form = { screen: 'entity', ref: { kind: 'live', id: 'l1' }, editing: true } as const;
  expect(titles({ route: form })).not.toContain('Reveal stream key');
  expect(titles({ route: form })).toContain('Show live entity');
  expect(titles({ route: form })).not.toContain('Edit live entity');
});

test('pops the preview out and shows it anyway only where there is one that can', () => {
  expect(titles({ canPopOut: true, isBlocked: true }).slice(0, 4)).toEqual([
    'Edit live entity',
    'Pop out',
    'Preview anyway',
    'Refresh',
  ]);
  expect(find('Pop out')).toBeUndefined();
  expect(find('Preview anyway', { canPopOut: true })).toBeUndefined();
});

test('offers to review and to discard a draft first, and only when there is one', () => {
  expect(titles({ hasDraft: true }).slice(0, 3)).toEqual([
    'Review changes',
    'Discard draft',
    'Copy draft as JSON',
  ]);
  expect(find('Review changes')).toBeUndefined();
});

test('offers nothing of a live entity for a video', () => {
  const route = { screen: 'entity', ref: { kind: 'video', id: 'v1' }, editing: false } as const;
  expect(titles({ route, view: null })).toEqual(['Remove from library']);
});

test('leads everywhere but to where one is, and says what waits', () => {
  expect(titles({}, 'places')).toEqual([
    'Wall',
    'Alarms',
    'Outbox',
    'History',
    'Settings',
    'Add to library',
    'Search library',
    'Connections',
  ]);
  expect(titles({ route: { screen: 'outbox' } }, 'places')).not.toContain('Outbox');
  expect(titles({ route: { screen: 'outbox' }, view: null })).toEqual([]);
  expect(find('Outbox', { waiting: 2 })?.note).toBe('2 waiting');
  expect(find('Outbox', { waiting: 2, asking: 1 })?.note).toBe('1 asks you');
  expect(find('Outbox')?.note).toBeUndefined();
  expect(find('Alarms', { alarms: 3 })?.note).toBe('3 raised');
  expect(find('Alarms')?.note).toBeUndefined();
});

test('switches to the other connections, also to two of the same name', () => {
  const connections = [
    desk,
    connection('a', { name: 'Studio' }),
    connection('b', { name: 'Studio' }),
  ];
  const commands = commandsIn(situation({ connections }));
  const switches = commands.filter(({ deed }) => deed.what === 'switch');
  expect(switches.map(({ title }) => title)).toEqual(['Switch to Studio', 'Switch to Studio']);
  expect(new Set(commands.map(({ key }) => key)).size).toBe(commands.length);
});

test('replaces the token where it is kept, and not the demo’s', () => {
  const memory = connection('desk', { secret: 'memory' });
  expect(find('Replace token', { active: memory })?.deed).toMatchObject({
    asked: { id: 'desk', keep: 'memory' },
  });
  expect(find('Replace token', { active: connection('demo', { demo: true }) })).toBeUndefined();
});
