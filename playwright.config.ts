import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'playwright/test';

// Electron's installer writes this file last.
const hasElectron = existsSync(join(import.meta.dirname, 'node_modules/electron/path.txt'));
const isWorker = process.env['TEST_WORKER_INDEX'] !== undefined;
if (!hasElectron && !isWorker)
  console.log('Skipped: project electron, since Electron’s binary isn’t there.');

export default defineConfig<{ host: 'chromium' | 'electron' }>({
  testDir: 'e2e/specs',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // Each runs a browser that decodes video: more would only slow each other down.
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: { trace: 'retain-on-failure' },
  projects: [
    { name: 'chromium', use: { host: 'chromium' } },
    ...(hasElectron ? [{ name: 'electron', use: { host: 'electron' as const } }] : []),
  ],
});
