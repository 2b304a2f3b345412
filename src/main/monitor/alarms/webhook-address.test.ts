import { expect, test } from 'vitest';
import { webhookAddress } from './webhook-address.ts';

test.each([
  ['https://hooks.example.com/services/T0/B0/secret', undefined],
  ['  https://hooks.example.com/in?key=1#part ', 'https://hooks.example.com/in?key=1'],
  ['http://127.0.0.1:9000/in', undefined],
  ['http://desk.local/in', undefined],
])('takes %s', (typed, taken = typed) => {
  expect(webhookAddress(typed)).toEqual({ ok: true, value: taken });
});

test.each([
  ['', 'The address is empty.'],
  ['hooks.example.com/in', 'This is no web address.'],
  ['https://', 'This is no web address.'],
  ['a sentence', 'This is no web address.'],
  ['ftp://example.com/in', 'A webhook’s address begins with https:// or http://.'],
  ['mailto:desk@example.com', 'A webhook’s address begins with https:// or http://.'],
  ['https://me:word@example.com/in', 'The address holds a user name or password'],
])('says of “%s” why it is none', (typed, words) => {
  const refused = webhookAddress(typed);
  expect(refused).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
  expect(JSON.stringify(refused)).toContain(words);
  expect(JSON.stringify(refused)).not.toContain('me:word');
});
