import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Application } from './application.ts';
import { runInChromium } from './desktop/chromium-host.ts';
import type { Options } from './options.ts';

const appDir = resolve(import.meta.dirname, '../..');

/** Runs Tally in an installed browser until it ends; gives the exit code. */
export function runChromium(options: Options): Promise<number> {
  const stopped = new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        stop();
      });
    }
  });
  const { version } = JSON.parse(readFileSync(join(appDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  return runInChromium({
    options,
    appDir,
    version,
    create: (applicationOptions, host) => new Application(applicationOptions, host),
    stopped,
    say: (line) => {
      console.log(line);
    },
    complain: (line) => {
      console.error(line);
    },
  });
}
