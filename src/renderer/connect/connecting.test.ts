import { expect, test } from 'vitest';
import { fail } from '../../shared/failure.ts';
import { FakeBridge } from '../state/fake-bridge.ts';
import { Connecting } from './connecting.svelte.ts';

test('asks for nothing while the address or the token is missing', async () => {
  const bridge = new FakeBridge();
  const connecting = new Connecting(bridge);
  expect(await connecting.connect('token')).toBe(false);
  expect(connecting.addressProblem).toBe('Enter the address of the service.');
  connecting.address = 'https://api.example.com';
  expect(await connecting.connect('')).toBe(false);
  expect(connecting.tokenProblem).toBe('Enter the API token.');
  expect(bridge.asked).toEqual([]);
});

test('sends the address put right, and the host as name when none was typed', async () => {
  const bridge = new FakeBridge();
  const connecting = new Connecting(bridge);
  connecting.address = 'api.example.com/v1/';
  expect(connecting.addressHint).toContain('https://api.example.com.');
  const connected = connecting.connect('token');
  expect(bridge.asked[0]?.args).toEqual({
    name: 'api.example.com',
    address: 'https://api.example.com',
    token: 'token',
    keep: 'keychain',
  });
  bridge.asked[0]?.answer(fail({ kind: 'keychain', trouble: 'locked' }));
  expect(await connected).toBe(false);
  expect(connecting.failure).toEqual({ kind: 'keychain', trouble: 'locked' });
});

test('keeps no trace of the token', async () => {
  const bridge = new FakeBridge();
  const connecting = new Connecting(bridge);
  connecting.address = 'https://api.example.com';
  const connected = connecting.connect('canary-token');
  const traces = [connecting.name, connecting.address, connecting.addressHint, connecting.failure];
  expect(JSON.stringify(traces)).not.toContain('canary-token');
  bridge.asked[0]?.answer(fail({ kind: 'no-connection' }));
  await connected;
});
