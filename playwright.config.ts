import { defineConfig } from 'playwright/test';

export default defineConfig({
  testDir: 'e2e/specs',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  projects: [{ name: 'chromium' }],
});
