import type { CallName } from '../../shared/contract.ts';
import type { Result } from '../../shared/failure.ts';
import type { Bridge } from '../bridge.ts';

interface Asked {
  readonly name: CallName;
  readonly args: unknown;
  answer(result: Result<unknown>): void;
}

/** For tests: a bridge whose calls wait until they are answered. */
export class FakeBridge implements Bridge {
  readonly asked: Asked[] = [];

  readonly call: Bridge['call'] = (name, args) => {
    const { promise, resolve } = Promise.withResolvers<Result<never>>();
    this.asked.push({
      name,
      args,
      answer: (result) => {
        resolve(result as Result<never>);
      },
    });
    return promise;
  };

  listen(): void {
    // Nothing is pushed.
  }
}
