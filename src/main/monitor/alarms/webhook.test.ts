import { describe, expect, it } from 'vitest';
import { Redactor } from '../../keychain/redaction.ts';
import { MemoryAlarms } from '../../library/alarm-store.ts';
import { alarmRecord } from '../../library/testing/alarm-records.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { Webhook } from './webhook.ts';

const address = 'https://hooks.example.com/services/T0/B0/canary';
const alarmOf = (id: string) => alarmRecord(id).alarm;
const refused = Object.assign(new TypeError('fetch failed'), {
  cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
});

type Reply = Response | Error | 'nothing';
const status = (code: number, headers: Record<string, string> = {}): Response =>
  new Response(code === 204 ? null : 'body', { status: code, headers });

interface Posted {
  readonly at: number;
  readonly event: string;
  readonly id: string | undefined;
}

/** A webhook and what its receiver gets, which answers with `replies` and then with 204. */
class Receiver {
  readonly clock = new FakeClock(Date.UTC(2026, 0, 5));
  readonly store = new MemoryAlarms();
  readonly redactor = new Redactor();
  readonly posted: Posted[] = [];
  readonly inits: RequestInit[] = [];
  replies: Reply[] = [];
  readonly #startedAt = this.clock.now();

  readonly #fetch = (to: unknown, init: RequestInit = {}): Promise<Response> => {
    const { event, alarm } = JSON.parse(init.body as string) as {
      event: string;
      alarm: { id: string } | null;
    };
    expect(to).toBe(address);
    this.inits.push(init);
    this.posted.push({ at: (this.clock.now() - this.#startedAt) / 1_000, event, id: alarm?.id });
    const reply = this.replies.shift() ?? status(204);
    if (reply instanceof Error) return Promise.reject(reply);
    if (reply instanceof Response) return Promise.resolve(reply);
    return new Promise((_done, failed) => {
      init.signal?.addEventListener('abort', () => {
        failed(new DOMException('aborted', 'AbortError'));
      });
    });
  };

  open(): Webhook {
    const { clock, store, redactor } = this;
    return new Webhook({ fetch: this.#fetch, clock, store, redactor });
  }

  set(): Webhook {
    const webhook = this.open();
    expect(webhook.set(address).ok).toBe(true);
    return webhook;
  }
}

describe('a webhook', () => {
  it('posts alarms as JSON, in their order and one at a time', async () => {
    const receiver = new Receiver();
    const webhook = receiver.set();
    expect(webhook.send('raised', alarmOf('a1'))).toBe(true);
    webhook.send('raised', alarmOf('a2'));
    webhook.send('recovered', alarmOf('a1'));
    expect(receiver.posted).toHaveLength(1);
    await receiver.clock.pass(0);
    expect(receiver.posted.map(({ event, id }) => `${event} ${id}`)).toEqual([
      'raised a1',
      'raised a2',
      'recovered a1',
    ]);
    expect(receiver.inits[0]).toMatchObject({
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      redirect: 'manual',
    });
    expect(JSON.parse(receiver.inits[0]?.body as string)).toEqual({
      application: 'Tally',
      event: 'raised',
      at: '2026-01-05T00:00:00.000Z',
      text: 'Raised: Morning show (Playlist is fresh): Newest segment 14 s old, target 2 s.',
      alarm: {
        id: 'a1',
        failing_since: '1970-01-01T00:00:00.000Z',
        raised_at: '1970-01-01T00:00:05.000Z',
        acknowledged_at: null,
        recovered_at: null,
        lasted_seconds: null,
        kind: 'check',
        stream: 'show',
        name: 'Morning show',
        check: 'Playlist is fresh',
        severity: 'high',
        reason: 'Newest segment 14 s old, target 2 s.',
      },
    });
    expect(webhook.view).toEqual({
      host: 'hooks.example.com',
      waiting: 0,
      lastSentAt: receiver.clock.now(),
      trouble: null,
    });
  });

  it('tries again, later and later, what may succeed later, and keeps the order', async () => {
    const receiver = new Receiver();
    receiver.replies = [refused, status(500), status(429), status(408), status(503)];
    const webhook = receiver.set();
    webhook.send('raised', alarmOf('a1'));
    webhook.send('raised', alarmOf('a2'));
    await receiver.clock.pass(500);
    expect(webhook.view).toMatchObject({
      waiting: 2,
      lastSentAt: null,
      trouble: 'hooks.example.com can’t be reached (it refused the connection, ECONNREFUSED).',
    });
    await receiver.clock.pass(2_000);
    expect(webhook.view.trouble).toBe('hooks.example.com answered with status 500.');
    await receiver.clock.pass(800_000);
    expect(receiver.posted.map(({ at, id }) => [at, id])).toEqual([
      [0, 'a1'],
      [1, 'a1'],
      [6, 'a1'],
      [36, 'a1'],
      [156, 'a1'],
      [756, 'a1'],
      [756, 'a2'],
    ]);
    expect(webhook.view).toMatchObject({ waiting: 0, trouble: null });
  });

  it('gives up after six attempts, says so, and goes on with the next', async () => {
    const receiver = new Receiver();
    receiver.replies = [1, 2, 3, 4, 5, 6].map(() => status(503));
    const webhook = receiver.set();
    webhook.send('raised', alarmOf('a1'));
    await receiver.clock.pass(756_000);
    expect(webhook.view).toMatchObject({
      waiting: 0,
      trouble:
        'hooks.example.com answered with status 503. Tally gave up on a message after 6 attempts.',
    });
    webhook.send('raised', alarmOf('a2'));
    await receiver.clock.pass(0);
    expect(webhook.view.trouble).toBeNull();
  });

  it('gives nothing up while this computer has no network, and goes on when it has', async () => {
    const receiver = new Receiver();
    receiver.replies = Array.from({ length: 12 }, () => refused);
    const webhook = receiver.set();
    webhook.setOffline(true);
    webhook.send('raised', alarmOf('a1'));
    await receiver.clock.pass(3_600_000);
    expect(webhook.view.waiting).toBe(1);
    receiver.replies = [];
    webhook.setOffline(false);
    await receiver.clock.pass(0);
    expect(webhook.view).toMatchObject({ waiting: 0, trouble: null });
  });

  it.each([
    ['30', 30],
    ['0', 1],
    [new Date(Date.UTC(2026, 0, 5) + 90_000).toUTCString(), 90],
    ['soon', 1],
  ])('waits as long as Retry-After asks (%s)', async (retryAfter, seconds) => {
    const receiver = new Receiver();
    receiver.replies = [status(429, { 'Retry-After': retryAfter })];
    const webhook = receiver.set();
    webhook.send('raised', alarmOf('a1'));
    await receiver.clock.pass(200_000);
    expect(receiver.posted.map(({ at }) => at)).toEqual([0, seconds]);
  });

  it('waits an hour at most, whatever Retry-After asks', async () => {
    const receiver = new Receiver();
    receiver.replies = [status(503, { 'Retry-After': '99999999999' })];
    const webhook = receiver.set();
    webhook.send('raised', alarmOf('a1'));
    await receiver.clock.pass(3_600_000);
    expect(receiver.posted.map(({ at }) => at)).toEqual([0, 3_600]);
  });

  it.each([
    [400, /refused the message with status 400/],
    [401, /refused/],
    [404, /refused/],
    [410, /refused/],
    [301, /sends on to another address/],
    [307, /sends on to another address/],
  ])('doesn’t try again after status %i', async (code, words) => {
    const receiver = new Receiver();
    receiver.replies = [status(code)];
    const webhook = receiver.set();
    webhook.send('raised', alarmOf('a1'));
    await receiver.clock.pass(1_000_000);
    expect(receiver.posted).toHaveLength(1);
    expect(webhook.view.trouble).toMatch(words);
  });

  it('waits no longer than 10 s for an answer', async () => {
    const receiver = new Receiver();
    receiver.replies = ['nothing'];
    const webhook = receiver.set();
    webhook.send('raised', alarmOf('a1'));
    await receiver.clock.pass(9_999);
    expect(webhook.view.trouble).toBeNull();
    await receiver.clock.pass(1);
    expect(webhook.view.trouble).toBe('hooks.example.com didn’t answer within 10 s.');
    expect(receiver.inits[0]?.signal?.aborted).toBe(true);
    await receiver.clock.pass(1_000);
    expect(receiver.posted.map(({ at }) => at)).toEqual([0, 11]);
  });

  it('drops the oldest of more than 100 that wait, and says how many', async () => {
    const receiver = new Receiver();
    receiver.replies = ['nothing'];
    const webhook = receiver.set();
    for (let index = 0; index < 130; index += 1) webhook.send('raised', alarmOf(`a${index}`));
    expect(webhook.view).toMatchObject({
      waiting: 100,
      trouble: 'More than 100 messages waited, so the oldest (30) were dropped.',
    });
    await receiver.clock.pass(60_000);
    const ids = receiver.posted.map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual(['a0', 'a0', 'a31']);
    expect(ids.at(-1)).toBe('a129');
    expect((await webhook.test()).ok && webhook.view.trouble).toBeNull();
  });

  it('keeps its address over a restart, and shows no more than its host', () => {
    const receiver = new Receiver();
    const webhook = receiver.set();
    expect(receiver.store.note('webhook')).toBe(address);
    expect(JSON.stringify(webhook.view)).not.toContain('canary');
    webhook.stop();
    expect(receiver.redactor.redact(`POST ${address}`)).toContain('canary');
    expect(receiver.open().view.host).toBe('hooks.example.com');
    for (const text of [`POST ${address}`, 'POST /services/T0/B0/canary HTTP/1.1'])
      expect(receiver.redactor.redact(text)).not.toContain('canary');
  });

  it('takes no address that is none, and keeps the one it had', () => {
    const receiver = new Receiver();
    const webhook = receiver.set();
    expect(webhook.set('hooks')).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
    expect(webhook.view.host).toBe('hooks.example.com');
  });

  it('sends nothing of what waited once the address is removed', async () => {
    const receiver = new Receiver();
    receiver.replies = [status(503)];
    const webhook = receiver.set();
    webhook.send('raised', alarmOf('a1'));
    webhook.send('raised', alarmOf('a2'));
    await receiver.clock.pass(100);
    webhook.set(null);
    expect(webhook.send('raised', alarmOf('a3'))).toBe(false);
    await receiver.clock.pass(1_000_000);
    expect(receiver.posted).toHaveLength(1);
    expect(webhook.view).toEqual({ host: null, waiting: 0, lastSentAt: null, trouble: null });
    expect(receiver.open().view.host).toBeNull();
    expect(receiver.clock.waiting).toBe(0);
  });

  it('goes on with a new address though the old one never answered', async () => {
    const receiver = new Receiver();
    receiver.replies = ['nothing'];
    const webhook = receiver.set();
    webhook.send('raised', alarmOf('a1'));
    webhook.set(address);
    webhook.send('raised', alarmOf('a2'));
    await receiver.clock.pass(20_000);
    expect(receiver.posted.map(({ id }) => id)).toEqual(['a1', 'a2']);
    expect(webhook.view).toMatchObject({ waiting: 0, trouble: null });
  });

  it('sends a test at once and says how it went', async () => {
    const receiver = new Receiver();
    const webhook = receiver.set();
    receiver.replies = [status(404)];
    expect(await webhook.test()).toMatchObject({
      ok: true,
      value: { lastSentAt: null, trouble: expect.stringContaining('404') as string },
    });
    expect(await webhook.test()).toMatchObject({
      ok: true,
      value: { lastSentAt: receiver.clock.now(), trouble: null, waiting: 0 },
    });
    expect(receiver.posted.map(({ event }) => event)).toEqual(['test', 'test']);
    expect(await new Receiver().open().test()).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', message: 'Enter the webhook’s address first.' },
    });
  });

  it('ends what is under way when it stops', async () => {
    const receiver = new Receiver();
    receiver.replies = ['nothing'];
    const webhook = receiver.set();
    webhook.send('raised', alarmOf('a1'));
    webhook.stop();
    await receiver.clock.pass(60_000);
    expect(receiver.posted).toHaveLength(1);
    expect(receiver.inits[0]?.signal?.aborted).toBe(true);
  });
});
