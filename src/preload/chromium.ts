import type { PushMessage, TallyBridge } from '../shared/contract.ts';
import { callBinding, pushFunction } from '../shared/transport.ts';
import { buildBridge } from './bridge.ts';

declare global {
  interface Window {
    [callBinding]: (name: string, json: string) => Promise<string>;
    [pushFunction]: (json: string) => void;
    tally: TallyBridge;
  }
}

if (window === window.top) {
  const call = window[callBinding];
  window.tally = buildBridge({
    call: async (name, args) => {
      const json = await call(name, JSON.stringify(args));
      // The answer arrives in a task of the debugger's, in which the content security policy
      // doesn't forbid eval; the page goes on in one of its own.
      await scheduler.yield();
      return JSON.parse(json) as unknown;
    },
    listen: (listener) => {
      window[pushFunction] = (json) => {
        listener(JSON.parse(json) as PushMessage);
      };
    },
  });

  // A link that asks for a new window is answered like any other that leads outside.
  window.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element) target.closest('a[target]')?.removeAttribute('target');
    },
    { capture: true },
  );
}
