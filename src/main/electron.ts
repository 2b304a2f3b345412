import { resolve } from 'node:path';
import { Application } from './application.ts';
import { runInElectron } from './desktop/electron-host.ts';

runInElectron(
  resolve(import.meta.dirname, '../..'),
  (options, host) => new Application(options, host),
);
