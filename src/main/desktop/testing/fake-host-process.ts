import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApplicationApi } from '../../application-api.ts';
import type { PushMessage } from '../../../shared/contract.ts';
import { ok } from '../../../shared/failure.ts';
import { parseOptions } from '../../options.ts';
import { runInChromium } from '../chromium-host.ts';

/*
 * The Chromium host with a stand-in for the application, as a process of its own:
 * `node fake-host-process.ts APP_DIR [options]`. Prints a line for each thing that
 * happens, as `name {json}`.
 */

const [appDir = '', ...args] = process.argv.slice(2);
const asked = parseOptions(args);
if (asked.kind !== 'run') throw new Error('The options of this test are wrong.');

const say = (name: string, value: unknown = null): void => {
  console.log(`${name} ${JSON.stringify(value)}`);
};

/** A stream's server on plain http, as on a producer's network. */
const server = createServer(({ url }, response) => {
  if (url !== '/' && url !== '/closed') say('visited', url);
  if (url !== '/closed') response.setHeader('Access-Control-Allow-Origin', '*');
  response.end('a segment');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const stream = server.address() as AddressInfo;

const stopped = new Promise<void>((stop) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stop();
    });
});

process.exit(
  await runInChromium({
    options: asked.options,
    appDir,
    version: '0.0.0',
    stopped,
    say: (line) => {
      say('said', line);
    },
    complain: (line) => {
      say('complained', line);
    },
    create: ({ open }, { clipboard, allowCrossOrigin }): ApplicationApi => {
      const listeners = new Set<(message: PushMessage) => void>();
      const push = (message: PushMessage): void => {
        for (const listener of listeners) listener(message);
      };
      return {
        start: () => Promise.resolve(),
        subscribe: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        show: (ref) => {
          say('show', ref);
          push({ name: 'show', value: ref });
        },
        stop: () => {
          say('stopped');
          return Promise.resolve();
        },
        call: async (name, callArgs) => {
          say(String(name), callArgs);
          if (name === 'app.state') return ok({ show: open });
          if (name === 'clipboard') {
            await clipboard.write('a key');
            const copied = await clipboard.read();
            await clipboard.clear();
            return ok([copied, await clipboard.read()]);
          }
          if (name === 'allow' || name === 'disallow')
            await allowCrossOrigin(name === 'allow' ? [`127.0.0.1:${stream.port}`] : []);
          if (name === 'stream') return ok(`http://127.0.0.1:${stream.port}/`);
          return ok(undefined);
        },
      };
    },
  }),
);
