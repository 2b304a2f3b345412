import type { CallName, PushMessage, TallyBridge } from '../shared/contract.ts';

/** How a host carries calls and pushes; what comes back is as main sent it. */
interface Transport {
  call(name: CallName, args: unknown): Promise<unknown>;
  listen(listener: (message: PushMessage) => void): void;
}

/** The page's `tally`. Pushes that come before the page listens are kept for it. */
export function buildBridge(transport: Transport): TallyBridge {
  const early: PushMessage[] = [];
  let listener = (message: PushMessage): void => {
    early.push(message);
  };
  transport.listen((message) => {
    listener(message);
  });
  return {
    call: (name, args) => transport.call(name, args) as Promise<never>,
    listen: (pageListener) => {
      listener = pageListener;
      for (const message of early.splice(0)) pageListener(message);
    },
  };
}
