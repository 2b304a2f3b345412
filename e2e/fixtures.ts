import { resolve } from 'node:path';
import { test as base } from 'playwright/test';
import { DemoService } from '../src/main/demo/service.ts';
import type { HostName } from './launch.ts';
import { Tally } from './tally.ts';

const mediaDir = resolve(import.meta.dirname, '..', 'resources', 'demo');

/** Which host a Playwright project runs the application in. */
export interface HostOption {
  readonly host: HostName;
}

/** Each test gets a fresh application, user-data folder and service. */
export const test = base.extend<HostOption & { service: DemoService; tally: Tally }>({
  host: ['chromium', { option: true }],
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from this pattern.
  service: async ({}, use) => {
    const service = await DemoService.start({ mediaDir, fast: true });
    await use(service);
    await service.stop();
  },
  tally: async ({ host }, use) => {
    await using tally = new Tally({}, host);
    await tally.start();
    await use(tally);
  },
});

export { expect } from 'playwright/test';
