import { expect, test } from 'vitest';
import { type PictureTrouble, pictureWords, troubleWith } from './load-picture.ts';

const refuse = () => Promise.reject(new TypeError('Failed to fetch'));
const answers = (status: number) => () => Promise.resolve(new Response('no picture', { status }));
/** A server that doesn't let a page read its answer. */
const withoutCors = (_: unknown, init?: RequestInit) =>
  init?.mode === 'no-cors' ? Promise.resolve(new Response()) : refuse();

test.each<[string, typeof fetch, boolean, PictureTrouble]>([
  ['a page instead of a picture', answers(200), true, { kind: 'no-picture' }],
  ['an answer that says it isn’t there', answers(404), true, { kind: 'status', status: 404 }],
  ['an answer that may not be read', withoutCors, true, { kind: 'no-picture' }],
  ['no answer', refuse, true, { kind: 'unreachable' }],
  ['no network', refuse, false, { kind: 'offline' }],
])('tells %s', async (_, fake, isOnline, trouble) => {
  const { signal } = new AbortController();
  const asking = { fetch: fake, isOnline: () => isOnline, signal };
  expect(await troubleWith('https://a.example/p.png', asking)).toEqual(trouble);
});

test('asks by itself, as a browser’s fetch wants it', async () => {
  const strict = function (this: unknown): Promise<Response> {
    return this === undefined ? Promise.resolve(new Response('')) : refuse();
  };
  const asking = { fetch: strict, isOnline: () => true, signal: new AbortController().signal };
  expect(await troubleWith('https://a.example/p.png', asking)).toEqual({ kind: 'no-picture' });
});

test('knows without asking that a password in the address keeps a browser from it', async () => {
  const asking = {
    fetch: answers(200),
    isOnline: () => true,
    signal: new AbortController().signal,
  };
  expect(await troubleWith('https://me:secret@a.example/p.png', asking)).toEqual({
    kind: 'password',
  });
});

test('says it in a sentence', () => {
  expect(pictureWords({ kind: 'status', status: 404 })).toBe(
    'The picture can’t be loaded: the address answers with status 404.',
  );
});
