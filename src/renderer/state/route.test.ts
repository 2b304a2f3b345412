import { expect, test } from 'vitest';
import type { EntityRef } from '../../shared/entities.ts';
import { editHrefOf, hrefOf, routeOf, sameRef } from './route.ts';

test.each(['plain', 'with/slash?query#hash%2F', 'spaces and 🎥', '..', 'x'.repeat(5_000)])(
  'finds the way back to %s',
  (id) => {
    const ref: EntityRef = { kind: 'live', id };
    expect(routeOf(hrefOf(ref))).toEqual({ screen: 'entity', ref, editing: false });
    expect(routeOf(editHrefOf(ref))).toEqual({ screen: 'entity', ref, editing: true });
  },
);

test.each(['', '#', '#/', '#/live', '#/live/', '#/other/x', '#/live/%', '#/live/a/b', '#live/a'])(
  'is home for “%s”',
  (hash) => {
    expect(routeOf(hash)).toEqual({ screen: 'home' });
  },
);

test('has a link for an identifier that is no well-formed text', () => {
  expect(hrefOf({ kind: 'video', id: '\ud800' })).toBe('#/video/%EF%BF%BD');
});

test.each(['connect', 'outbox', 'history', 'settings'])('knows the screen “%s”', (screen) => {
  expect(routeOf(`#/${screen}`)).toEqual({ screen });
});

test('compares references by kind and identifier', () => {
  expect(sameRef({ kind: 'live', id: 'a' }, { kind: 'live', id: 'a' })).toBe(true);
  expect(sameRef({ kind: 'live', id: 'a' }, { kind: 'video', id: 'a' })).toBe(false);
  expect(sameRef(null, { kind: 'live', id: 'a' })).toBe(false);
  expect(sameRef(null, null)).toBe(true);
});
