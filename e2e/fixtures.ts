import { resolve } from 'node:path';
import { test as base } from 'playwright/test';
import { DemoService } from '../src/main/demo/service.ts';
import { Tally } from './tally.ts';

const mediaDir = resolve(import.meta.dirname, '..', 'resources', 'demo');

/** Each test gets a fresh application, user-data folder and service. */
export const test = base.extend<{ service: DemoService; tally: Tally }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from this pattern.
  service: async ({}, use) => {
    const service = await DemoService.start({ mediaDir, fast: true });
    await use(service);
    await service.stop();
  },
  // eslint-disable-next-line no-empty-pattern
  tally: async ({}, use) => {
    const tally = new Tally();
    try {
      await tally.start();
      await use(tally);
    } finally {
      await tally.dispose();
    }
  },
});

export { expect } from 'playwright/test';
