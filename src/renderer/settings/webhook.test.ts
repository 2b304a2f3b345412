import { expect, test } from 'vitest';
import { fail, ok } from '../../shared/failure.ts';
import type { WebhookView } from '../../shared/health.ts';
import { FakeBridge } from '../state/fake-bridge.ts';
import { Saving } from '../state/saving.svelte.ts';
import { Webhook } from './webhook.svelte.ts';

const none: WebhookView = { host: null, waiting: 0, lastSentAt: null, trouble: null };
const kept: WebhookView = { ...none, host: 'hooks.example.com' };

async function loaded(view = none) {
  const bridge = new FakeBridge();
  const saving = new Saving();
  const webhook = new Webhook(bridge, saving);
  const loading = webhook.load();
  bridge.asked[0]?.answer(ok(view));
  await loading;
  return { bridge, saving, webhook };
}

test('lets go of the address once it is kept, and shows its host', async () => {
  const { bridge, saving, webhook } = await loaded();
  webhook.type(' https://hooks.example.com/secret ');
  const setting = webhook.set();
  expect(bridge.asked[1]).toMatchObject({
    name: 'webhook.set',
    args: { address: 'https://hooks.example.com/secret' },
  });
  bridge.asked[1]?.answer(ok(kept));
  await setting;
  expect(webhook.address).toBe('');
  expect(webhook.view?.host).toBe('hooks.example.com');
  expect(saving.isSaved).toBe(true);
});

test('says at the field what is wrong with the address, and keeps it to be mended', async () => {
  const { bridge, saving, webhook } = await loaded();
  await webhook.set();
  expect(webhook.problem).not.toBeNull();
  expect(bridge.asked).toHaveLength(1);
  webhook.type('hooks');
  expect(webhook.problem).toBeNull();
  const setting = webhook.set();
  bridge.asked[1]?.answer(fail({ kind: 'invalid', message: 'This is no web address.' }));
  await setting;
  expect(webhook.problem).toContain('This is no web address.');
  expect(webhook.address).toBe('hooks');
  expect(saving.failure).toBeNull();
});

test('tells a disk that is full like any setting', async () => {
  const { bridge, saving, webhook } = await loaded();
  webhook.type('https://hooks.example.com');
  const setting = webhook.set();
  bridge.asked[1]?.answer(fail({ kind: 'storage', trouble: 'full' }));
  await setting;
  expect(saving.failure?.kind).toBe('storage');
  expect(webhook.address).toBe('https://hooks.example.com');
});

test('does one thing at a time', async () => {
  const { bridge, webhook } = await loaded(kept);
  const testing = webhook.test();
  void webhook.remove();
  expect(bridge.asked.slice(1).map(({ name }) => name)).toEqual(['webhook.test']);
  bridge.asked[1]?.answer(ok({ ...kept, trouble: 'It answered with status 500.' }));
  await testing;
  expect(webhook.view?.trouble).toContain('500');
  expect(webhook.busy).toBeNull();
});

test('shows nothing of the connection before', async () => {
  const { bridge, webhook } = await loaded(kept);
  const testing = webhook.test();
  const loading = webhook.load();
  bridge.asked[1]?.answer(ok(kept));
  await testing;
  expect(webhook.view).toBeNull();
  bridge.asked[2]?.answer(ok(none));
  await loading;
  expect(webhook.view?.host).toBeNull();
});

test('follows what main sends by itself, but not while something is asked of it', async () => {
  const { bridge, webhook } = await loaded(kept);
  const refreshing = webhook.refresh();
  bridge.asked[1]?.answer(ok({ ...kept, waiting: 3 }));
  await refreshing;
  expect(webhook.view?.waiting).toBe(3);
  void webhook.test();
  void webhook.refresh();
  expect(bridge.asked.slice(2).map(({ name }) => name)).toEqual(['webhook.test']);
});
