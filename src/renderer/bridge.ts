import type {
  CallArgs,
  CallName,
  CallValue,
  PushMessage,
  TallyBridge,
} from '../shared/contract.ts';
import { type Result, fail } from '../shared/failure.ts';

declare global {
  interface Window {
    readonly tally?: TallyBridge;
  }
}

/** The only way from the page to main. A call never rejects. */
export interface Bridge {
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<Result<CallValue<N>>>;
  listen(listener: (message: PushMessage) => void): void;
}

export const bridge: Bridge = {
  async call(name, args) {
    if (window.tally === undefined) return fail({ kind: 'unexpected', message: 'no way to main' });
    try {
      return await window.tally.call(name, args);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return fail({ kind: 'unexpected', message });
    }
  },
  listen(listener) {
    window.tally?.listen(listener);
  },
};
