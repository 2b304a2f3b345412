import { describe, expect, it } from 'vitest';
import type { Relay } from '../../../shared/entities.ts';
import { madeEntity, madeFacts, madeNow } from '../testing/made-facts.ts';
import { told } from '../testing/told.ts';
import { relays } from './relays.ts';

const relay = (name: string | undefined, status?: string): Relay => ({
  hasKey: true,
  ...(name === undefined ? {} : { name }),
  ...(status === undefined ? {} : { status }),
  url: 'rtmp://relay.example.com/secret-in-the-path',
});
const having = (...relay: Relay[]) => madeFacts({ entity: madeEntity({ relay }) });

describe('relays', () => {
  it.each([
    ['are good when enabled', madeFacts(), 'good: 2 relays enabled.'],
    ['are good when there are none', having(), 'good: There are no relays.'],
    [
      'fail when one isn’t enabled, since when and what the service calls it',
      having(relay('Partner site', 'enable'), relay('City channel', 'error')),
      'failing: Relay “City channel” is not enabled since TIME; the service says “error”.',
    ],
    [
      'fail for the first and count the others',
      having(relay(undefined, 'disable'), relay('City channel', 'error'), relay('x', 'enable')),
      'failing: Relay 1 is not enabled since TIME; the service says “disable”; 1 other too.',
    ],
    [
      'warn when the service gives no status',
      having(relay('Partner site', 'enable'), relay('City channel')),
      'warning: The service gives no status of 1 of 2 relays.',
    ],
    [
      'aren’t known when the service says nothing of them',
      madeFacts({ entity: { status: 'broadcasting' } }),
      'unknown: The service says nothing of relays.',
    ],
    [
      'aren’t judged while not on air',
      madeFacts({ entity: madeEntity({ status: 'ready' }) }),
      'unknown: Not on air.',
    ],
  ])('%s', (_title, facts, expected) => {
    expect(told(relays, facts)).toBe(expected);
  });

  it('keep the sentence readable when a relay has a name of 500 characters', () => {
    const facts = having(relay(`City\n${'x'.repeat(500)}`, 'error'));
    expect(told(relays, facts)).toBe(
      `failing: Relay “City ${'x'.repeat(24)}…” is not enabled since TIME; the service says “error”.`,
    );
  });

  it('say no time where none saw it change', () => {
    const facts = { ...having(relay('City', 'error')), relaysSince: [null] };
    expect(told(relays, facts)).toBe(
      'failing: Relay “City” is not enabled; the service says “error”.',
    );
  });

  it('say the day when it was another one', () => {
    const facts = { ...having(relay('City', 'error')), relaysSince: [madeNow - 3 * 86_400_000] };
    expect(relays(facts, {} as never).reason).toMatch(/since 18 Nov, \d\d:\d\d:\d\d;/);
  });
});
