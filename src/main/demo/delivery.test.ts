import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stillThereAfter } from './delivery.ts';

describe('stillThereAfter', () => {
  const server = createServer();
  let arrived: Promise<ServerResponse>;
  let leaving: AbortController;

  beforeEach(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('no port');
    arrived = new Promise((resolve) => server.once('request', (_, response) => resolve(response)));
    leaving = new AbortController();
    fetch(`http://127.0.0.1:${bound.port}`, { signal: leaving.signal }).catch(() => undefined);
  });

  afterEach(async () => {
    vi.useRealTimers();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is true once the time is over', async () => {
    const response = await arrived;
    expect(await stillThereAfter(response, 5)).toBe(true);
    expect(response.listenerCount('close')).toBe(0);
  });

  it('is false as soon as the caller leaves, and keeps no timer', async () => {
    const response = await arrived;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = stillThereAfter(response, 3_600_000);
    expect(vi.getTimerCount()).toBe(1);
    leaving.abort();
    expect(await answer).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
