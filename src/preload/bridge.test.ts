import { expect, it } from 'vitest';
import type { PushMessage } from '../shared/contract.ts';
import { buildBridge } from './bridge.ts';

const show = (id: string): PushMessage => ({ name: 'show', value: { kind: 'live', id } });

function fakeTransport() {
  const calls: unknown[] = [];
  let push: (message: PushMessage) => void = () => undefined;
  return {
    calls,
    push: (message: PushMessage) => {
      push(message);
    },
    call: (name: string, args: unknown) => {
      calls.push([name, args]);
      return Promise.resolve({ ok: true, value: 'the answer' });
    },
    listen: (listener: (message: PushMessage) => void) => {
      push = listener;
    },
  };
}

it('carries a call and its answer as they are', async () => {
  const transport = fakeTransport();
  const answer = await buildBridge(transport).call('app.network', { online: true });
  expect(answer).toEqual({ ok: true, value: 'the answer' });
  expect(transport.calls).toEqual([['app.network', { online: true }]]);
});

it('keeps pushes until the page listens, then hands them on in order', () => {
  const transport = fakeTransport();
  const bridge = buildBridge(transport);
  transport.push(show('1'));
  transport.push(show('2'));
  const heard: PushMessage[] = [];
  bridge.listen((message) => {
    heard.push(message);
  });
  transport.push(show('3'));
  expect(heard).toEqual([show('1'), show('2'), show('3')]);
});
