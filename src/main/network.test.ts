import { describe, expect, it } from 'vitest';
import type { Failure } from '../shared/failure.ts';
import { Network } from './network.ts';

const unreachable: Failure = { kind: 'unreachable', detail: 'no route' };

function setUp(address: string) {
  const reasons: (string | null)[] = [];
  const network = new Network(
    () => 5,
    ({ reason }) => reasons.push(reason),
  );
  network.setAddress(address);
  return { network, reasons };
}

describe('Network', () => {
  it('is offline when the system says so', () => {
    const { network, reasons } = setUp('https://api.example.com');
    network.setSystemOnline(false);
    network.setSystemOnline(true);
    expect(reasons).toEqual(['system', null]);
  });

  it('goes on asking a service on this computer without a network', () => {
    const { network } = setUp('http://127.0.0.1:8080');
    network.setSystemOnline(false);
    expect(network.worthTrying).toBe(true);
    expect(network.view.offline).toBe(false);
  });

  it('is offline after three requests in a row that reached nothing', () => {
    const { network, reasons } = setUp('https://api.example.com');
    network.noteOutcome(unreachable);
    network.noteOutcome(unreachable);
    expect(reasons).toEqual([]);
    network.noteOutcome(unreachable);
    expect(reasons).toEqual(['requests']);
    expect(network.worthTrying).toBe(true);
    network.noteOutcome(null);
    expect(reasons).toEqual(['requests', null]);
  });

  it('counts an answer, even a refusal, as being online', () => {
    const { network, reasons } = setUp('https://api.example.com');
    for (let n = 0; n < 5; n += 1) {
      network.noteOutcome(unreachable);
      network.noteOutcome({ kind: 'refused', status: 500, message: 'oops' });
    }
    expect(reasons).toEqual([]);
  });

  it('forgets what it noted of the last service', () => {
    const { network } = setUp('https://api.example.com');
    for (let n = 0; n < 3; n += 1) network.noteOutcome(unreachable);
    network.setAddress('https://other.example.com');
    expect(network.view.offline).toBe(false);
  });
});
