import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { findBrowser } from '../src/main/desktop/find-browser.ts';

/* The same host with nothing in it: what a start costs before Tally does anything. */

const executablePath = findBrowser({
  platform: process.platform,
  env: process.env,
  exists: existsSync,
});
if (executablePath === null) throw new Error('No browser is installed.');
const context = await chromium.launchPersistentContext(process.argv[2] ?? '', {
  executablePath,
  chromiumSandbox: process.getuid?.() !== 0,
  args: ['--app=data:text/html,blank'],
  viewport: null,
});
const page = context.pages()[0] ?? (await context.waitForEvent('page'));
await page.route('http://tally.localhost/**', (route) =>
  route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Blank</title>' }),
);
await page.goto('http://tally.localhost/');
console.log('ready');
process.once('SIGTERM', () => {
  void context.close().then(() => process.exit(0));
});
