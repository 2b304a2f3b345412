import { expect } from 'vitest';
import type { Failure, Result } from '../../../shared/failure.ts';
import type { Clock } from '../../clock.ts';
import { type Access, type Answer, ServiceClient, limitMs } from '../client.ts';
import { AnsweringServer } from './answering-server.ts';

/** A token that must not be seen anywhere. */
export const canary = 'canary-4f9d/+&"token';

/** Real time, except that waits shorter than the limit pass at once and are noted. */
class HastyClock implements Clock {
  readonly waits: number[] = [];

  now(): number {
    return Date.now();
  }

  after(ms: number, act: () => void): () => void {
    if (ms === limitMs) return () => undefined;
    this.waits.push(ms);
    const timer = setImmediate(act);
    return () => {
      clearImmediate(timer);
    };
  }
}

/** A client, and a server on this computer that it talks to. */
export class Wire {
  readonly server: AnsweringServer;
  readonly access: Access;
  readonly clock = new HastyClock();
  readonly client = new ServiceClient({ fetch, clock: this.clock, random: () => 0.5 });

  private constructor(server: AnsweringServer) {
    this.server = server;
    this.access = { address: server.address, token: canary };
  }

  static async start(): Promise<Wire> {
    return new Wire(await AnsweringServer.start());
  }
}

/** The failure that a call must have ended with, the token nowhere in it. */
export function failureOf(result: Result<Answer>): Failure {
  if (result.ok) throw new Error(`It succeeded: ${result.value.text}`);
  expect(JSON.stringify(result)).not.toContain(canary);
  return result.failure;
}
